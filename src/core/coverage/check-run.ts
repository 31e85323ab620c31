/** One execution of a declared check, as coverage reads it: a fact, whoever recorded it. */
import type { AcceptanceRef, Environment, Scope } from '../contract/contract.ts';

export interface CheckRun {
  readonly id: string;
  /** The order of the runs of a workspace, an integer; of two runs the higher one is the later. */
  readonly seq: number;
  readonly checkId: string;
  /** `checkRevision` of the check as it was run. */
  readonly checkRevision: string;
  /** The daemon ran it, or a worker says so. */
  readonly source: 'observed' | 'reported';
  readonly status: 'passed' | 'failed' | 'not_run';
  /** The bytes that it saw; null when they were not recorded. */
  readonly scope: Scope | null;
  /** Null when it was not recorded. */
  readonly environment: Environment | null;
  /** What the run says it was mapped to; null when that was not recorded. It covers nothing by itself. */
  readonly claims: readonly AcceptanceRef[] | null;
  /** A failure that a person or a later note answered. */
  readonly answered: boolean;
  /** The run that was checked changed the root's declared test paths or manifests. */
  readonly changedByRun: boolean;
  /** A person accepted that change. */
  readonly changeAccepted: boolean;
}
