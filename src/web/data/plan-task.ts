/** Which task an entry about a plan is about, for the summaries that do not say it. */
import type { ActivityEntry } from '../../protocol/views.ts';
import { aliasOf, type LiveState } from './live-state.ts';

const PROPOSAL = 'proposal:';

/** The proposal that an entry touches; null when it touches none. */
export function proposalOf({ subjects }: ActivityEntry): string | null {
  return subjects.find((subject) => subject.startsWith(PROPOSAL))?.slice(PROPOSAL.length) ?? null;
}

/** "T-21 Move old journals", or null when the summary names a task itself or the proposal is not known any more. */
export function unsaidTask(state: LiveState, entry: ActivityEntry): string | null {
  const id = proposalOf(entry);
  if (id === null || entry.redacted || /\bT-\d+\b/.test(entry.summary)) return null;
  const card = state.proposals.find((one) => one.id === id);
  const task = card && state.tasks.get(card.parentTaskId);
  return task ? `${aliasOf(task)} ${task.title}` : null;
}
