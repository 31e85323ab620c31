/** The final report of a worker, as it hands it in: claims, judged only against themselves and the contract. */
import type { AcceptanceRef, Environment, Scope } from './contract.ts';

export interface WorkerReport {
  readonly outcome: 'success' | 'partial' | 'blocked';
  readonly summary: string;
  readonly answer?: string;
  readonly blockers: readonly string[];
  readonly changed_files?: readonly string[];
  readonly checks: readonly ReportedCheck[];
  /** Earlier failures that the worker answers with a reason. */
  readonly answered_failures?: readonly AnsweredFailure[];
}

export interface ReportedCheck {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'not_run';
  readonly exit_code?: number;
  readonly output?: string;
  readonly scope?: Scope;
  readonly environment?: Environment;
  /** What the worker says the check was mapped to. */
  readonly acceptance_refs?: readonly AcceptanceRef[];
  /** Why it was not run, or what failed. */
  readonly reason?: string;
}

export interface AnsweredFailure {
  readonly check_id: string;
  readonly reason: string;
}
