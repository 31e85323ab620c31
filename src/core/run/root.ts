/** A folder that a person gave the workspace. A run's `cwd` lies in one. */
export interface Root {
  readonly id: string;
  /** Absolute, links resolved when it was given. */
  readonly path: string;
  /** The top of the git repository, when it lies above: mode work shows all of it. Absent in rows of earlier versions. */
  readonly repository?: string | null;
  readonly label: string;
  readonly defaultAgentId: string | null;
  /** Run once in a fresh tree before its checks (dependencies). Granted by digest like a check, with the caches. */
  readonly prepare: string | null;
  /** Absolute folders that checks may read (package caches). */
  readonly caches: readonly string[];
  /** Paths (files or folders, relative) that judge the work; a run that changed one judged itself. */
  readonly testPaths: readonly string[];
  /** The same, of what is no test: settings and scripts beside the manifests that are known. Absent in earlier rows. */
  readonly manifests?: readonly string[];
  readonly createdAt: string;
  readonly removedAt: string | null;
}

/** A worktree holds its whole repository, whatever folder of it was given. Null = the folder is its top, or in none. */
export function repositoryAbove(folder: string, repository: string | null): string | null {
  return repository !== null && repository !== folder ? repository : null;
}

export function exposes(repository: string): string {
  return `Mode work shows the peer all of ${repository}, not only this folder: a git worktree holds the whole repository.`;
}
