/** How a run that came to nothing is tried again: in words for the agent that asks for the next one. */
import { type Conversation, type Run, repeatsUntil } from '../../core/run/run.ts';
import { escapeHidden } from '../parts/hidden-chars.ts';

export interface Again {
  /** Anybody's call starts a task anew; a conversation goes on for the one that began it. */
  readonly by: 'any' | 'starter';
  /** What to tell it. */
  readonly line: string;
}

/** Of another agent now, and of the one that began it from a minute on. */
interface Anew extends Again {
  readonly from: string;
}

type Ended = Pick<
  Run,
  'status' | 'turn' | 'kind' | 'code' | 'mode' | 'agentId' | 'settings' | 'conversationId' | 'endedAt'
>;

const MINUTE = 60_000;

const unfinished: ReadonlySet<Run['status']> = new Set(['failed', 'cancelled', 'interrupted']);

/** It ended with nothing that could be accepted as it is, and nobody did. */
export function isUnfinished({ status, verdict }: Pick<Run, 'status' | 'verdict'>): boolean {
  return unfinished.has(status) && verdict?.kind !== 'accepted';
}

/**
 * The first is what works now. `alias`: of its task. A later turn has a worktree and a history with the work of those
 * before it, so it is gone on with rather than begun anew. So is a first one while the call that began it still answers
 * that run; to another agent the call is new.
 */
export function againOf(
  run: Ended,
  { cwd }: Pick<Conversation, 'cwd'>,
  alias: string | null,
  nowMs: number,
): readonly [Again, Anew?] {
  if (alias === null || run.turn > 1)
    return [goingOn(run, `the ${run.kind} ${run.turn > 1 ? 'in other words' : 'that it had'}`)];
  const agent = run.settings.requested.model ?? run.agentId;
  const anew: Again = { by: 'any', line: told('delegate_task', { taskId: alias, agent, mode: run.mode, cwd }) };
  const until = repeatsUntil(run);
  if (until === null || nowMs > until) return [anew];
  const from = new Date(Math.ceil((until + 1) / MINUTE) * MINUTE).toISOString();
  return [goingOn(run, 'the contract that delegate_task with preflight true shows'), { ...anew, from }];
}

function goingOn({ code, conversationId }: Ended, what: string): Again {
  const isGone = code === 'session_gone';
  const input = { conversation_id: conversationId, ...(isGone && { continuation: 'fresh' }) };
  const handoff = isGone ? ', and a handoff that tells what to know' : '';
  return { by: 'starter', line: told('tandem_continue', input, `, with ${what}${handoff}`) };
}

function told(tool: string, input: object, rest = ''): string {
  return `Call ${tool} with ${escapeHidden(JSON.stringify(input))}${rest}.`;
}
