/** A folder that a person gave the workspace. A run's `cwd` lies in one. */
export interface Root {
  readonly id: string;
  /** Absolute, links resolved when it was given. */
  readonly path: string;
  readonly label: string;
  readonly defaultAgentId: string | null;
  /** Run once in a fresh tree before its checks (dependencies). Granted by digest like a check, with the caches. */
  readonly prepare: string | null;
  /** Absolute folders that checks may read (package caches). */
  readonly caches: readonly string[];
  /** Paths (files or folders, relative) that judge the work; a run that changed one judged itself. */
  readonly testPaths: readonly string[];
  readonly createdAt: string;
  readonly removedAt: string | null;
}
