/** What is remembered of a worktree. Plain data, fit for JSON; every path is absolute and free of links. */

export interface Worktree {
  readonly path: string;
  /** The repository's common folder (usually `<checkout>/.git`). The jail never shows it. */
  readonly gitDir: string;
  /** Git's own folder of the checkout that the work is applied to: `gitDir`, or a worktree's administration below it. */
  readonly checkout: string;
  /** The worktree's name under `worktrees/` of that folder. */
  readonly name: string;
  /** null = detached, as a check's exact bytes are. */
  readonly branch: string | null;
  /** The commit it started from. */
  readonly base: string;
  /** A private likeness of the common folder, beside the worktree: what the jail shows as `.git`. */
  readonly view: string;
}
