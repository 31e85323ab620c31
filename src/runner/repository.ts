/** The runner's work on repositories, in the words of app's port: worktrees, results, checks. Composes git/ and process/. */
import { randomUUID } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { JailState, ObservedCheck, Runner } from '../app/runner.ts';
import { done, type Result, refuse } from '../kit/result.ts';
import { onOneLine } from '../kit/text.ts';
import { baseEnv } from './agents/plan.ts';
import { applyResult } from './git/apply.ts';
import { changedNow } from './git/changed.ts';
import { commitWorktree } from './git/commit.ts';
import { diffOf } from './git/diff.ts';
import { treeDigest } from './git/digest.ts';
import { changedEntries, dirtyCount, headOf } from './git/head.ts';
import { linksOfBoth } from './git/links.ts';
import { lookThrough } from './git/nested.ts';
import { openTree, removeTree } from './git/own-tree.ts';
import type { Worktree } from './git/worktree-of.ts';
import { addWorktree, dropExport, exportTree, removeWorktree } from './git/worktrees.ts';
import { nameOf } from './home.ts';
import { type CheckOutcome, type CheckWalls, runCheck } from './process/check.ts';
import type { ProcessIdentity } from './process/identity.ts';
import { searchPath } from './search-path.ts';
import { noJail } from './walls.ts';
import { worktreeAt } from './worktree-at.ts';

/** An artifact holds no more. */
const DIFF_BYTES = 4 * 1024 * 1024;
const author = { name: 'Sidekicks', email: 'sidekicks@localhost' };

export interface RepositoryParts {
  readonly jail: JailState;
  readonly worktrees: string;
  readonly checks: string;
  readonly hidden: readonly string[];
  log(message: string): void;
}

type Work = Pick<
  Runner,
  | 'head'
  | 'uncommitted'
  | 'addWorktree'
  | 'collect'
  | 'changed'
  | 'links'
  | 'apply'
  | 'dropWorktree'
  | 'treeDigest'
  | 'runCheck'
>;

export function repositoryWork(parts: RepositoryParts): Work {
  return {
    async head(folder, signal) {
      const head = await headOf(folder, { signal });
      return head.ok ? done({ repository: head.value.root, commit: head.value.head }) : head;
    },
    uncommitted: (repository, signal) => dirtyCount(repository, { signal }),
    async addWorktree({ repository, conversationId, base, signal }) {
      const name = nameOf(conversationId);
      const branch = `sidekicks/${name}`;
      const path = join(parts.worktrees, name);
      const made = await addWorktree({ repo: repository, path, branch, base, signal });
      return made.ok ? done({ path: made.value.path, branch }) : made;
    },
    collect,
    async changed({ repository, worktree: path, base }) {
      const worktree = await worktreeAt(repository, path, { base });
      const changed = worktree.ok ? await changedNow(worktree.value) : worktree;
      return changed.ok ? changed.value : null;
    },
    links({ repository, base, commit }) {
      const at = { cwd: repository };
      return linksOfBoth({ at, tree: base }, { at, tree: commit });
    },
    async apply({ repository, base, earlier, commit }) {
      const applied = await applyResult({ checkout: repository, base, earlier, commit });
      if (!applied.ok) return applied;
      const { how, already } = applied.value;
      return done({ how, already });
    },
    async dropWorktree({ repository, path }) {
      const worktree = await worktreeAt(repository, path);
      if (!worktree.ok) return { removed: worktree.refusal.code === 'worktree_gone', reason: worktree.refusal.message };
      const removed = await removeWorktree(worktree.value);
      return removed.ok ? { removed: true, reason: null } : { removed: false, reason: removed.refusal.message };
    },
    async treeDigest(folder, signal) {
      const digest = await treeDigest(folder, { signal }).catch(() => null);
      return digest === null || digest.cut ? null : digest.digest;
    },
    runCheck: (input) => observe(parts, input),
  };
}

/** Nothing of the worker may be awake: whoever calls has ended its process. */
const collect: Runner['collect'] = async ({ repository, worktree: path, base, message, signal }) => {
  const worktree = await worktreeAt(repository, path, { base });
  if (!worktree.ok) return worktree;
  const committed = await commitWorktree({ worktree: worktree.value, message, author, signal });
  if (!committed.ok) return committed;
  const { commit, tree, changedFiles: files, leftOut } = committed.value;
  const diff = await diffOf({ gitDir: worktree.value.gitDir, base, commit, maxBytes: DIFF_BYTES, signal });
  const text = diff.cut ? `${diff.text}\n${cutNote(diff.text, files)}` : diff.text;
  return done({ commit, tree, files, diff: text, leftOut });
};

/** A reader must see that more would be applied than is shown. */
function cutNote(text: string, files: readonly string[]): string {
  // A name may hold ` b/`, and line breaks: neither hides another, or the note.
  const heads = text
    .split('\n')
    .flatMap((line) => /^(?:diff --git a\/(.*) b\/\1|rename (?:from|to) (.*))$/.exec(line) ?? []);
  const seen = new Set(heads);
  const unseen = files.filter((file) => !seen.has(file));
  const names = unseen.slice(0, 200).map(onOneLine).join('\n# ');
  return `# The diff is cut here, at 4 MiB. The commit holds more; files not shown (${unseen.length}):\n# ${names}\n`;
}

type CheckInput = Parameters<Runner['runCheck']>[0];

async function observe(parts: RepositoryParts, input: CheckInput): Promise<Result<ObservedCheck>> {
  if (!parts.jail.works && !input.unsandboxed) return refuse(noJail(parts.jail, 'a check'));
  const id = randomUUID();
  const into = join(parts.checks, id);
  const home = join(parts.checks, `${id}.home`);
  await mkdir(home, { recursive: true, mode: 0o700 });
  try {
    const { repository: repo, commit, signal } = input;
    const exported = await exportTree({ repo, commit, into, signal });
    if (!exported.ok) return exported;
    try {
      return await inTree(parts, input, exported.value, await realpath(home));
    } finally {
      await tidy(parts, () => dropExport(exported.value));
    }
  } finally {
    await tidy(parts, () => removeTree(home));
  }
}

/** What was observed stands, whatever its folders did; the next start deletes what is left of them. */
async function tidy({ log }: RepositoryParts, remove: () => Promise<void>): Promise<void> {
  await remove().catch((error: unknown) => log(`a folder of a check could not be removed: ${String(error)}`));
}

async function inTree(
  parts: RepositoryParts,
  input: CheckInput,
  worktree: Worktree,
  home: string,
): Promise<Result<ObservedCheck>> {
  const env = baseEnv(home, searchPath().join(delimiter));
  const walls: CheckWalls = parts.jail.works
    ? { kind: 'jail', project: input.repository, home, readOnly: [], caches: input.caches, hidden: parts.hidden, env }
    : { kind: 'unsandboxed', env };
  const { timeoutSeconds, signal, folder } = input;
  const spawned = ({ pid, started }: ProcessIdentity) => input.spawned({ pid, startedAt: started ?? '' });
  const run = async (command: string) => {
    const refusal = input.whyNot();
    return refusal ? refuse(refusal) : runCheck({ command, worktree, folder, walls, timeoutSeconds, signal, spawned });
  };
  const { digest: exact } = await treeDigest(worktree.path, { signal });
  if (input.prepare !== null) {
    const prepared = await run(input.prepare);
    if (!prepared.ok) return prepared;
    // A tree that could not be made ready says nothing about the check: it failed, and the output says where.
    if (prepared.value.status !== 'passed') {
      return done(observed(prepared.value, exact, 'prepare command: '));
    }
  }
  // What it closed would make a tree that nobody can say.
  if (input.prepare !== null) await openTree(worktree.path, signal);
  // New files are what a preparation is for; one that changes what is tracked makes other bytes, and the digest says so.
  const isChanged = await hasOtherBytes(worktree.path, signal);
  const tree = isChanged ? (await treeDigest(worktree.path, { signal })).digest : exact;
  const outcome = await run(input.command);
  return outcome.ok ? done(observed(outcome.value, tree, '')) : outcome;
}

/** Of what is tracked. Whoever made the tree ready ran the worker's code in it: FIFOs are found before git opens one. */
async function hasOtherBytes(path: string, signal: AbortSignal): Promise<boolean> {
  const { special } = await lookThrough(path, 'us', signal);
  return special.length > 0 || (await changedEntries(path, 'tracked', { signal })).length > 0;
}

function observed(outcome: CheckOutcome, tree: string, prefix: string): ObservedCheck {
  const { status, exitCode, output, environment, durationMs } = outcome;
  return { status, exitCode, output: `${prefix}${output}`, tree, environment: { ...environment }, durationMs };
}
