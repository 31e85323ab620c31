/** The exact bytes of a run that left no commit: those of the commit it stood on, when nothing differs from it. */
import { commitOf } from '../../core/run/exact-bytes.ts';
import { runsOfConversation } from '../../core/run/find-run.ts';
import { type Conversation, hasChangedTree, hasEnded, type Run } from '../../core/run/run.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { type Parts, stateOf } from '../parts.ts';
import type { GitHead, Runner } from '../runner.ts';

type Unchanged = NonNullable<Run['unchanged']>;

/** Null = it left a commit, or they are known. Refused `not_a_git_root`, and `no_result` for what nobody can say. */
export async function findUnchanged(parts: Parts, runner: Runner, run: Run): Promise<Result<Unchanged | null>> {
  if (commitOf(run) !== null) return done(null);
  const stood = await whereItStood(parts, runner, run);
  if (!stood.ok) return stood;
  const { place, head } = stood.value;
  const { repository, commit } = head;
  if (place.worktree) {
    const { path: worktree, base } = place.worktree;
    const changed = await runner.changed({ repository, worktree, base });
    const tree = changed?.files.length === 0 ? await runner.treeDigest(worktree) : null;
    if (tree === null) return refuse(noBytes('its worktree could not be read as it stands'));
    return done({ commit: base, tree, checkout: tree });
  }
  const uncommitted = await runner.uncommitted(repository);
  if (uncommitted === null) return refuse(noBytes('git could not say whether its folder equals the last commit'));
  if (uncommitted > 0) return refuse(noBytes('its folder holds other bytes than the last commit'));
  const tree = await runner.treeDigest(place.cwd);
  const checkout = await runner.treeDigest(repository);
  return tree === null || tree !== run.treeAfter || checkout === null
    ? refuse(noBytes('its folder holds other bytes than those that the run read'))
    : done({ commit, tree, checkout });
}

/**
 * For who reads its coverage; null while it is on, and while nothing is known against it. It is asked at each look at the
 * run, so it looks at no file: whether they are still those of the commit is found out when a check would run.
 */
export async function whyUnobservable(parts: Parts, runner: Runner, run: Run): Promise<Refusal | null> {
  if (!hasEnded(run) || commitOf(run) !== null) return null;
  const stood = await whereItStood(parts, runner, run);
  return stood.ok ? null : stood.refusal;
}

/** Where the bytes of a run that left no commit would be. */
async function whereItStood(
  parts: Parts,
  runner: Runner,
  run: Run,
): Promise<Result<{ readonly place: Conversation; readonly head: GitHead }>> {
  const place = stateOf(parts).tables.conversation.get(run.conversationId);
  if (!place || !hasEnded(run)) return refuse(noBytes('the run has not ended'));
  if (run.mode === 'think') return refuse(noBytes('think sees no project'));
  const isNewest = runsOfConversation(stateOf(parts), place.id).at(-1)?.id === run.id;
  if (run.mode === 'work' && !(place.worktree && isNewest)) {
    return refuse(noBytes('its worktree is gone, or a later turn used it'));
  }
  const head = await runner.head(place.cwd);
  if (!head.ok) return head;
  if (run.mode === 'work') return done({ place, head: head.value });
  if (hasChangedTree(run)) return refuse(noBytes('its folder changed while it ran'));
  if (run.treeBefore === null || run.treeAfter === null)
    return refuse(noBytes('nobody could say what its folder held, before it ran and after'));
  return done({ place, head: head.value });
}

function noBytes(why: string): Refusal {
  return {
    code: 'no_result',
    message: `There are no exact bytes to check: ${why}.`,
    next: 'Judge it by its report, or have a work run make them.',
  };
}
