import type { Mode } from './run.ts';

/**
 * A person's entry for an agent. What an agent is (how to launch it in each mode, what it honours, what its usage
 * figures mean) is data in the runner's catalogue under `base`; this holds what a person decided.
 */
export interface AgentEntry {
  /** What callers name: `opencode`, `claude`, `my-agent`. */
  readonly id: string;
  /** Catalogue entry, or `custom` for a person's own argv. */
  readonly base: string;
  readonly allowed: boolean;
  /** Absolute path of the program and its arguments; empty = look the catalogue's program up in PATH. */
  readonly argv: readonly string[];
  /** Names that pass from the daemon's environment. */
  readonly passEnv: readonly string[];
  /** Plain settings. Never secrets: those pass by name. */
  readonly env: Readonly<Record<string, string>>;
  /** Files of the private home, by path relative to it. */
  readonly files: Readonly<Record<string, string>>;
  /** `host:port` beyond the catalogue's. */
  readonly modelHosts: readonly string[];
  /** How long it may take to come up (initialize, then a session), seconds; absent or null = the catalogue's own. */
  readonly startSeconds?: number | null;
  /** Folders that the jail shows read-only (the program's own folder is added). */
  readonly readOnly: readonly string[];
}

/** What holds of an entry on this machine. */
export interface AgentState {
  readonly id: string;
  readonly available: boolean;
  /** As the program told it; null = unknown. */
  readonly version: string | null;
  /** What is missing, for people. */
  readonly reason: string | null;
  /** Modes that this agent's entry can hold. */
  readonly modes: readonly Mode[];
  readonly honours: { readonly model: boolean; readonly thinking: boolean; readonly proxy: boolean };
  /** `host:port` of its model that it reaches only under a grant with the open network; null = none. */
  readonly needsOpenNetwork: string | null;
  /** Whether it can run commands in a mode; null = nobody knows. */
  readonly shell: Readonly<Record<Mode, boolean | null>>;
}
