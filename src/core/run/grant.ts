/** A person's bounded permission for runs. Made at the desk only; revoking it stops launches at once. */
import type { Mode } from './run.ts';

export interface Grant {
  readonly id: string;
  readonly createdAt: string;
  readonly createdBy: string;
  /** One run, or every run that fits. */
  readonly runId: string | null;
  readonly rootId: string;
  readonly agentIds: readonly string[];
  readonly modes: readonly Mode[];
  /** Digests of the commands (checks and prepare) that the daemon may run. */
  readonly commandDigests: readonly string[];
  readonly maxLaunches: number;
  /** US dollars over all its runs; null = no ceiling. A run whose cost is unknown counts as unknown: it is shown. */
  readonly costCeilingUsd: number | null;
  readonly until: string;
  /** Permission requests of the agent come to the inbox instead of being answered by the mode. */
  readonly ask: boolean;
  readonly openNetwork: boolean;
  readonly unsandboxed: boolean;
  readonly revokedAt: string | null;
}
