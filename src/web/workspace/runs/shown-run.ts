/** Which of a task's runs its card shows. */
import type { RunCard } from '../../../protocol/delegation-views.ts';

type Shown = Pick<RunCard, 'status' | 'endedAt' | 'verdict'>;

/** `newer` is what newer runs left to show, `older` the next one. Accepted work is not undone by a later turn that came to nothing. */
export function shownRun<T extends Shown>(newer: T | undefined, older: T): T {
  if (!newer) return older;
  const isStanding = newer.endedAt === null || newer.status === 'completed' || newer.verdict !== null;
  return !isStanding && older.verdict?.kind === 'accepted' ? older : newer;
}
