/** An agent's entry while a person fills it in. */
import type { AgentEntry } from '../../../core/run/agent.ts';
import type { QuestionOf } from '../../data/answers.ts';
import { linesOf, pairsOf, textOf } from './lines.ts';

type AgentInput = QuestionOf<'set_agent'>;

export interface AgentDraft {
  readonly id: string;
  readonly base: string;
  readonly allowed: boolean;
  readonly argv: string;
  readonly passEnv: string;
  readonly env: string;
  readonly modelHosts: string;
  readonly readOnly: string;
}

export function draftOf(entry: AgentEntry | null, catalogue: readonly string[]): AgentDraft {
  const base = entry?.base ?? catalogue[0] ?? 'custom';
  return {
    id: entry?.id ?? base,
    base,
    allowed: entry?.allowed ?? true,
    argv: textOf(entry?.argv ?? []),
    passEnv: textOf(entry?.passEnv ?? []),
    env: textOf(Object.entries(entry?.env ?? {}).map(([name, value]) => `${name}=${value}`)),
    modelHosts: textOf(entry?.modelHosts ?? []),
    readOnly: textOf(entry?.readOnly ?? []),
  };
}

/** What keeps it from being saved; null when nothing does. */
export function problemOf(draft: AgentDraft): string | null {
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(draft.id)) return 'The name is of small letters, digits and hyphens.';
  if (draft.base === 'custom' && linesOf(draft.argv).length === 0) return 'Name the program of your own agent.';
  const name = linesOf(draft.passEnv).find((line) => !/^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(line));
  if (name !== undefined) return `${name} is no name of a variable. Only names pass, never values.`;
  const pairs = pairsOf(draft.env);
  if (!pairs.ok) return `${pairs.line} is no NAME=value.`;
  const host = linesOf(draft.modelHosts).find((line) => !/^[A-Za-z0-9.-]{1,253}:[0-9]{1,5}$/.test(line));
  return host === undefined ? null : `${host} is no host:port.`;
}

/** Only for a draft without a problem. */
export function inputOf(draft: AgentDraft): AgentInput {
  const pairs = pairsOf(draft.env);
  return {
    agentId: draft.id,
    base: draft.base as AgentInput['base'],
    allowed: draft.allowed,
    argv: linesOf(draft.argv),
    passEnv: linesOf(draft.passEnv),
    env: pairs.ok ? pairs.pairs : {},
    modelHosts: linesOf(draft.modelHosts),
    readOnly: linesOf(draft.readOnly),
  };
}
