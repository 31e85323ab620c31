/** A grant while a person fills it in, and what it says to the daemon. */
import type { Mode } from '../../../core/run/run.ts';
import type { CommandView, DelegationView, RunView } from '../../../protocol/delegation-views.ts';
import type { QuestionOf } from '../../data/answers.ts';
import { fromLocalInput } from '../../data/zone.ts';

export type GrantCommand = Pick<CommandView, 'checkId' | 'command' | 'digest'>;

export interface GrantDraft {
  readonly runId: string | null;
  readonly rootId: string;
  readonly agentIds: readonly string[];
  readonly modes: readonly Mode[];
  /** Chosen ones: the daemon gets their digests, the person reads their words. */
  readonly commands: readonly GrantCommand[];
  readonly launches: string;
  /** US dollars as typed; empty = no ceiling. */
  readonly ceiling: string;
  /** Hours from now, or `exact`. */
  readonly lasts: string;
  /** Of a `datetime-local` input, while `lasts` is `exact`. */
  readonly exact: string;
  readonly ask: boolean;
  readonly openNetwork: boolean;
  readonly unsandboxed: boolean;
}

export type GrantInput = QuestionOf<'make_grant'>;

const cautious = { commands: [], ceiling: '', exact: '', ask: false, openNetwork: false, unsandboxed: false };

/** For one run: its folder, agent and mode, one launch, an hour. */
export function draftForRun({ run, conversation, commands }: RunView, withCommands: boolean): GrantDraft {
  return {
    ...cautious,
    runId: run.id,
    rootId: conversation.rootId,
    agentIds: [run.agentId],
    modes: [run.mode],
    commands: withCommands ? commands : [],
    launches: '1',
    lasts: withCommands ? '24' : '1',
  };
}

/** A standing one begins with reading only. */
export function standingDraft({ roots, agents }: DelegationView): GrantDraft {
  const root = roots[0];
  const usual = agents.find(({ id, allowed }) => allowed && id === root?.defaultAgentId);
  const first = usual ?? agents.find(({ allowed }) => allowed);
  return {
    ...cautious,
    runId: null,
    rootId: root?.id ?? '',
    agentIds: first ? [first.id] : [],
    modes: ['think', 'analyze'],
    launches: '10',
    lasts: '168',
  };
}

/** What keeps it from being previewed; null when nothing does. */
export function problemOf(draft: GrantDraft, zone: string, now: number): string | null {
  if (draft.rootId === '') return 'Choose a folder.';
  if (draft.agentIds.length === 0) return 'Choose at least one agent.';
  if (draft.modes.length === 0) return 'Choose at least one mode.';
  if (!/^\d{1,5}$/.test(draft.launches.trim()) || Number(draft.launches) < 1 || Number(draft.launches) > 10_000) {
    return 'Say how many launches, from 1 to 10,000.';
  }
  if (ceilingOf(draft) === undefined) return 'The cost ceiling is a number of US dollars, or empty.';
  const until = untilOf(draft, zone, now);
  if (until === null) return 'Say until when.';
  return Date.parse(until) <= now ? 'Its end has passed.' : null;
}

/** Only for a draft without a problem. */
export function inputOf(draft: GrantDraft, zone: string, now: number): GrantInput {
  const { runId, rootId, agentIds, modes, commands, ask, openNetwork, unsandboxed } = draft;
  return {
    runId,
    rootId,
    agentIds: [...agentIds],
    modes: [...modes],
    commandDigests: commands.map(({ digest }) => digest),
    maxLaunches: Number(draft.launches),
    costCeilingUsd: ceilingOf(draft) ?? null,
    until: untilOf(draft, zone, now) ?? '',
    ask,
    openNetwork,
    unsandboxed,
  };
}

/** Undefined = what was typed is no amount. */
function ceilingOf({ ceiling }: GrantDraft): number | null | undefined {
  const typed = ceiling.trim().replace(',', '.');
  if (typed === '') return null;
  return /^\d{1,7}(\.\d{1,4})?$/.test(typed) && Number(typed) <= 1_000_000 ? Number(typed) : undefined;
}

function untilOf({ lasts, exact }: GrantDraft, zone: string, now: number): string | null {
  if (lasts === 'exact') return fromLocalInput(exact, zone);
  const hours = Number(lasts);
  if (!Number.isFinite(hours) || hours <= 0) return null;
  // Whole seconds, as the daemon writes its instants.
  return new Date(Math.floor((now + hours * 3_600_000) / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}

export function toggled<T>(all: readonly T[], one: T, on: boolean): readonly T[] {
  const others = all.filter((other) => other !== one);
  return on ? [...others, one] : others;
}
