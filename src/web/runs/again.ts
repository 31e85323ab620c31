/** How a run that came to nothing is tried again: in words for the agent that asks for the next one. */
import type { Conversation, Run } from '../../core/run/run.ts';
import { escapeHidden } from '../parts/hidden-chars.ts';

export interface Again {
  /** Anybody's call starts a task anew; a conversation goes on for the one that began it. */
  readonly by: 'any' | 'starter';
  /** What to tell it. */
  readonly line: string;
}

type Ended = Pick<Run, 'status' | 'turn' | 'kind' | 'code' | 'mode' | 'agentId' | 'settings' | 'conversationId'>;

const unfinished: ReadonlySet<Run['status']> = new Set(['failed', 'cancelled', 'interrupted']);

/** It ended with nothing that could be accepted as it is, and nobody did. */
export function isUnfinished({ status, verdict }: Pick<Run, 'status' | 'verdict'>): boolean {
  return unfinished.has(status) && verdict?.kind !== 'accepted';
}

/**
 * `alias`: of its task. A later turn has a worktree and a history with the work of those before it, so it is gone on with
 * rather than begun anew.
 */
export function againOf(run: Ended, { cwd }: Pick<Conversation, 'cwd'>, alias: string | null): Again {
  if (alias !== null && run.turn === 1) {
    const agent = run.settings.requested.model ?? run.agentId;
    return { by: 'any', line: told('delegate_task', { taskId: alias, agent, mode: run.mode, cwd }) };
  }
  const isGone = run.code === 'session_gone';
  const input = { conversation_id: run.conversationId, ...(isGone && { continuation: 'fresh' }) };
  const what = run.turn > 1 ? `the ${run.kind} in other words` : `the ${run.kind} that it had`;
  const handoff = isGone ? ', and a handoff that tells what to know' : '';
  return { by: 'starter', line: told('tandem_continue', input, `, with ${what}${handoff}`) };
}

function told(tool: string, input: object, rest = ''): string {
  return `Call ${tool} with ${escapeHidden(JSON.stringify(input))}${rest}.`;
}
