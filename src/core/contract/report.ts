/** The final report of a worker, as it hands it in: claims, judged only against themselves and the contract. */
import { pointer } from '../../kit/pointer.ts';
import type { Problem } from '../../kit/result.ts';
import { isBlank } from '../../kit/text.ts';
import { type AcceptanceRef, type Contract, type Environment, type Scope, selectedChecks } from './contract.ts';
import { named } from './named.ts';

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

/** Nothing when the report may stand as it is. Paths start at the report. */
export function checkReport(contract: Contract, report: WorkerReport): readonly Problem[] {
  return [
    ...namesOfChecks(contract, report),
    ...(report.outcome === 'success' ? successOnly(contract, report) : []),
    ...(report.outcome === 'blocked' ? reasonGiven(report) : []),
  ];
}

function namesOfChecks({ verification }: Contract, report: WorkerReport): readonly Problem[] {
  const known = new Set((verification?.checks ?? []).map(({ id }) => id));
  const fix = known.size > 0 ? 'Report checks of the contract, by their ids.' : 'Leave it out: no check is declared.';
  const unknown = (id: string, path: string): readonly Problem[] =>
    known.has(id) ? [] : [{ code: 'unknown_check', path, message: `The contract has no check ${named(id)}.`, fix }];
  const seen = new Set<string>();
  const checks = report.checks.flatMap(({ id }, place) => {
    const path = pointer('checks', place, 'id');
    if (!seen.has(id)) {
      seen.add(id);
      return unknown(id, path);
    }
    const message = `Check ${named(id)} is reported twice.`;
    return [{ code: 'check_reported_twice', path, message, fix: 'Report the last result of each check once.' }];
  });
  const answered = (report.answered_failures ?? []).flatMap(({ check_id }, place) =>
    unknown(check_id, pointer('answered_failures', place, 'check_id')),
  );
  return [...checks, ...answered];
}

const orPartial = 'or report partial';

function successOnly(contract: Contract, report: WorkerReport): readonly Problem[] {
  const blockers = report.blockers.flatMap((text, place) => {
    if (isBlank(text)) return [];
    const message = `A success has no blockers, and one is named: ${named(text)}.`;
    const fix = `Remove what blocks and the blocker, ${orPartial}.`;
    return [{ code: 'success_with_blockers', path: pointer('blockers', place), message, fix }];
  });
  const checks = selectedChecks(contract).flatMap(({ id }) => {
    const reported = report.checks.filter((check) => check.id === id);
    if (reported.some(({ status }) => status === 'failed')) return [failed(id, report)];
    return reported.some(({ status }) => status === 'passed') ? [] : [unrun(id, report)];
  });
  return [...blockers, ...checks];
}

function failed(id: string, report: WorkerReport): Problem {
  const message = `A success has no failed check, and ${named(id)} failed.`;
  const fix = `Repair it and run the check again, ${orPartial}.`;
  return { code: 'success_with_failed_check', path: placeOf(id, report), message, fix };
}

function unrun(id: string, report: WorkerReport): Problem {
  const message = `A success needs every selected check, and ${named(id)} was not run.`;
  return { code: 'success_with_unrun_check', path: placeOf(id, report), message, fix: `Run it, ${orPartial}.` };
}

function placeOf(id: string, { checks }: WorkerReport): string {
  const place = checks.findIndex((check) => check.id === id && check.status !== 'passed');
  return place < 0 ? pointer('checks') : pointer('checks', place, 'status');
}

function reasonGiven({ blockers }: WorkerReport): readonly Problem[] {
  if (blockers.some((text) => !isBlank(text))) return [];
  const message = 'A blocked run says what blocks it.';
  return [{ code: 'blocked_without_reason', path: pointer('blockers'), message, fix: 'Name at least one blocker.' }];
}
