/** One execution of a check. `observed`: the daemon ran the command itself; `reported`: a worker said so. */
import type { AcceptanceRef, Scope } from '../contract/contract.ts';

export interface CheckRunRecord {
  readonly id: string;
  readonly runId: string;
  /** Order among the run's check runs. */
  readonly seq: number;
  readonly checkId: string;
  readonly checkRevision: string;
  readonly source: 'observed' | 'reported';
  readonly status: 'passed' | 'failed' | 'not_run';
  readonly reason: string | null;
  readonly exitCode: number | null;
  readonly commandDigest: string | null;
  readonly scope: Scope | null;
  readonly environment: Readonly<Record<string, string>> | null;
  /** Null = the report did not say what it exercises. */
  readonly claims: readonly AcceptanceRef[] | null;
  readonly artifactId: string | null;
  readonly durationMs: number | null;
  readonly answered: boolean;
  /** The run changed what judges it; it satisfies nothing until a person accepts. */
  readonly changedByRun: boolean;
  readonly changeAccepted: boolean;
  readonly at: string;
}
