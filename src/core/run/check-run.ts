/** One execution of a check. `observed`: the daemon ran the command itself; `reported`: a worker said so. */
import type { AcceptanceRef, Scope } from '../contract/contract.ts';
import type { Lease } from './run.ts';

export interface CheckRunRecord {
  readonly id: string;
  readonly runId: string;
  /** Order among the check runs of the conversation, over all its turns. */
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
  /** What a later note says of the failure. An explanation is no pass. */
  readonly answer?: { readonly reason: string; readonly by: string; readonly at: string };
  /** The run changed what judges it; it satisfies nothing until a person accepts. */
  readonly changedByRun: boolean;
  readonly changeAccepted: boolean;
  readonly at: string;
  /** Observed: the grant that named the command. Absent in rows of earlier versions. */
  readonly grantId?: string;
  /** Observed, and its end is not known yet: `not_run` until then. */
  readonly running?: boolean;
  readonly lease?: Lease | null;
}
