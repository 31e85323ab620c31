/** Where a run works, and what it leaves there. */
import { systemAuthor } from '../../core/access/author.ts';
import { publishArtifact } from '../../core/run/artifact-commands.ts';
import { judgedBy, judgesChanged } from '../../core/run/changed-judge.ts';
import type { Conversation, RunResult } from '../../core/run/run.ts';
import { cwdOutsideRoots } from '../../core/run/start-run.ts';
import { type Refusal, refuse } from '../../kit/result.ts';
import { cut, onOneLine } from '../../kit/text.ts';
import { move, note, type Work } from './work.ts';

export interface Place {
  readonly cwd: string;
  readonly repository: string | null;
  readonly worktree: Conversation['worktree'];
}

/** `work` gets a worktree of its own, made once per conversation. */
export async function placeOf(work: Work): Promise<Place | Refusal> {
  const { conversation, run, delegation, parts } = work;
  // Admission is some time ago: the folder may be a link by now, or its root taken back.
  const real = await delegation.runner.realFolder(conversation.cwd);
  const root = parts.kernel.state.tables.root.get(conversation.rootId);
  if (real !== conversation.cwd || root?.removedAt !== null) return cwdOutsideRoots;
  if (run.mode !== 'work') return { cwd: conversation.cwd, repository: null, worktree: null };
  const { signal } = work.control.cancelled;
  const head = await delegation.runner.head(conversation.cwd, signal);
  if (!head.ok) return head.refusal;
  const { repository, commit } = head.value;
  const inside = conversation.cwd.slice(repository.length).replace(/^[/\\]/, '');
  if (conversation.worktree) {
    return { cwd: within(conversation.worktree.path, inside), repository, worktree: conversation.worktree };
  }
  const added = await delegation.runner.addWorktree({
    ...{ repository, conversationId: conversation.id, base: commit, signal },
  });
  if (!added.ok) return added.refusal;
  const worktree = { ...added.value, base: commit };
  await move(work, { conversation: { worktree, closedAt: null } });
  const uncommitted = await delegation.runner.uncommitted(repository, signal);
  if (uncommitted !== 0)
    note(work, `${uncommitted ?? 'nobody can say which'} uncommitted files of the checkout are absent here`);
  return { cwd: within(worktree.path, inside), repository, worktree };
}

function within(folder: string, relative: string): string {
  return relative === '' ? folder : `${folder}/${relative}`;
}

function uncollected(error: unknown) {
  const message = cut(error instanceof Error ? error.message : String(error), 500);
  return { code: 'worktree_unreadable', message, next: 'Look at the worktree by hand; nothing of it was deleted.' };
}

/** What a stopped run left: read after its end, and only as long as a stop of everything allows. */
export async function collectLeft(work: Work, place: Place): Promise<RunResult | null> {
  const { signal } = work.control.unread;
  const result = await collectResult(work, place, signal);
  if (result === null && signal.aborted && place.worktree)
    note(
      work,
      `the worktree was not collected, everything was stopped: nothing of it was deleted. Continue the conversation to collect it, or look at it in ${place.worktree.path}`,
    );
  return result;
}

/**
 * Whatever the worktree holds becomes a commit and a diff, also after a failure: nothing is lost. The worker's process has
 * ended before. Null = nothing to keep, or aborted.
 */
export async function collectResult(work: Work, place: Place, signal: AbortSignal): Promise<RunResult | null> {
  const { parts, run, delegation } = work;
  if (!place.worktree || !place.repository) return null;
  const { path, base } = place.worktree;
  const message = `${cut(onOneLine(run.goal), 70)}\n\nRun ${run.id} by ${run.agentId}`;
  const collected = await delegation.runner
    .collect({ repository: place.repository, worktree: path, base, message, signal })
    // What a worker left may be more than git can take; the report stands all the same.
    .catch((error: unknown) => refuse(uncollected(error)));
  if (!collected.ok) {
    if (signal.aborted) return null;
    note(work, `the worktree could not be collected: ${collected.refusal.message}`);
    return null;
  }
  const { commit, tree, files, diff, leftOut } = collected.value;
  if (leftOut.length > 0)
    note(
      work,
      cut(
        `left out, for no commit holds FIFOs, sockets, devices and what lies in submodules: ${leftOut.join(', ')}`,
        2000,
      ),
    );
  if (files.length === 0) return null;
  const bytes = Buffer.from(diff);
  const sha256 = await delegation.blobs.put(bytes);
  const artifact = await parts.kernel.execute(systemAuthor, (state, context) =>
    publishArtifact(
      state,
      {
        name: 'result.diff',
        mediaType: 'text/x-diff',
        sha256,
        bytes: bytes.length,
        characters: [...diff].length,
        runId: run.id,
      },
      context,
    ),
  );
  if (!artifact.ok) return null;
  const diffArtifactId = artifact.value.value.id;
  const root = parts.kernel.state.tables.root.get(work.conversation.rootId);
  const links = await delegation.runner.links({ repository: place.repository, base, commit });
  const judged = root && judgedBy({ files, links }, root, place.repository);
  if (judged?.why) note(work, cut(`what judges this run counts as changed by it: ${judged.why}`, 2000));
  const judges = judged && judgesChanged(judged, work.input.contract);
  return { base, commit, tree, files, ...judges, diffArtifactId, appliedAt: null, appliedBy: null, how: null };
}
