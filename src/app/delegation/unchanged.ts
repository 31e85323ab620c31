/** The exact bytes of a run that left no commit: those of the commit it stood on, when nothing differs from it. */
import { commitOf } from '../../core/run/exact-bytes.ts';
import { runsOfConversation } from '../../core/run/find-run.ts';
import { type Conversation, hasEnded, type Run } from '../../core/run/run.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { type Parts, stateOf } from '../parts.ts';
import type { Runner } from '../runner.ts';

export type Unchanged = NonNullable<Run['unchanged']>;

/** Null = it left a commit, or they are known. Refused `not_a_git_root`, and `no_result` for what nobody can say. */
export async function findUnchanged(parts: Parts, runner: Runner, run: Run): Promise<Result<Unchanged | null>> {
  if (commitOf(run) !== null) return done(null);
  const place = stateOf(parts).tables.conversation.get(run.conversationId);
  if (!place || !hasEnded(run)) return refuse(noBytes('the run has not ended'));
  if (run.mode === 'think') return refuse(noBytes('think sees no project'));
  const head = await runner.head(place.cwd);
  if (!head.ok) return head;
  const { repository, commit, uncommitted } = head.value;
  if (run.mode === 'work') return ofWorktree(parts, runner, { run, place, repository });
  const tree = run.treeAfter;
  if (tree === null || run.treeBefore !== tree) return refuse(noBytes('its folder changed while it ran'));
  if (uncommitted > 0 || (await runner.treeDigest(place.cwd)) !== tree) {
    return refuse(noBytes('its folder holds other bytes than the last commit, or than those that the run read'));
  }
  const checkout = await runner.treeDigest(repository);
  return checkout === null ? refuse(noBytes('the checkout cannot be read')) : done({ commit, tree, checkout });
}

/** For who reads its coverage; null while it is on. */
export async function whyUnobservable(parts: Parts, runner: Runner, run: Run): Promise<Refusal | null> {
  if (!hasEnded(run)) return null;
  const found = await findUnchanged(parts, runner, run);
  return found.ok ? null : found.refusal;
}

interface Worked {
  readonly run: Run;
  readonly place: Conversation;
  readonly repository: string;
}

async function ofWorktree(
  parts: Parts,
  runner: Runner,
  { run, place, repository }: Worked,
): Promise<Result<Unchanged>> {
  const isNewest = runsOfConversation(stateOf(parts), place.id).at(-1)?.id === run.id;
  if (!place.worktree || !isNewest) return refuse(noBytes('its worktree is gone, or a later turn used it'));
  const { path: worktree, base } = place.worktree;
  const changed = await runner.changedFiles({ repository, worktree, base });
  const tree = changed?.length === 0 ? await runner.treeDigest(worktree) : null;
  if (tree === null) return refuse(noBytes('its worktree could not be read as it stands'));
  return done({ commit: base, tree, checkout: tree });
}

function noBytes(why: string): Refusal {
  return {
    code: 'no_result',
    message: `There are no exact bytes to check: ${why}.`,
    next: 'Judge it by its report, or have a work run make them.',
  };
}
