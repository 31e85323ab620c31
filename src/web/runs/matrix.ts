/**
 * Coverage as a table: units down, checks across. It arranges what `core/coverage` counted and the check runs say; it
 * judges nothing by itself. Observed and reported stay apart in every cell.
 */
import type { Check, Contract } from '../../core/contract/contract.ts';
import { refFaults } from '../../core/contract/refs.ts';
import type { Coverage, CoveredUnit } from '../../core/coverage/answer.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';

export interface Matrix {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export interface Column {
  readonly checkId: string;
  readonly criterion: string;
  readonly command: string | null;
  readonly phase: Check['phase'];
  /** The contract's stage selects it. */
  readonly selected: boolean;
}

export interface Row {
  readonly key: string;
  readonly unit: CoveredUnit;
  /** Of the criterion that the obligation belongs to; null where the unit is the criterion. */
  readonly criterion: string | null;
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly checkId: string;
  /** `parent`: the check names the criterion, and this is one of its obligations. */
  readonly mapping: 'unit' | 'parent' | 'none';
  readonly observed: CellRun | null;
  readonly reported: CellRun | null;
}

export interface CellRun {
  readonly record: CheckRunRecord;
  /** It is evidence for the unit. */
  readonly counts: boolean;
}

const stages: readonly Check['phase'][] = ['targeted', 'candidate', 'integration'];

export function matrixOf(contract: Contract, coverage: Coverage, runs: readonly CheckRunRecord[]): Matrix {
  const { verification, acceptance_set: set } = contract;
  const reach = stages.indexOf(verification?.stage ?? 'integration');
  const checks = verification?.checks ?? [];
  const byCheck = inOrder(runs);
  const texts = new Map((set?.items ?? []).map(({ id, text }) => [id, text]));
  const rows = coverage.units.map((unit) => {
    const evidence = new Set([...unit.evidence.observed, ...unit.evidence.reported]);
    return {
      key: `${unit.criterion_id} ${unit.obligation_id ?? ''}`,
      unit,
      criterion: unit.obligation_id === null ? null : (texts.get(unit.criterion_id) ?? unit.criterion_id),
      cells: checks.map((check) => cellOf(check, unit, { set, byCheck, evidence })),
    };
  });
  const columns = checks.map(({ id, criterion, command, phase }) => ({
    checkId: id,
    criterion,
    command,
    phase,
    selected: stages.indexOf(phase) <= reach,
  }));
  return { columns, rows };
}

interface Known {
  readonly set: Contract['acceptance_set'];
  /** By source and check, the oldest first. */
  readonly byCheck: ReadonlyMap<string, readonly CheckRunRecord[]>;
  /** Ids of the runs that are evidence for the unit. */
  readonly evidence: ReadonlySet<string>;
}

function inOrder(runs: readonly CheckRunRecord[]): Known['byCheck'] {
  const byCheck = new Map<string, CheckRunRecord[]>();
  for (const run of runs.toSorted((one, other) => one.seq - other.seq)) {
    const key = `${run.source} ${run.checkId}`;
    byCheck.set(key, [...(byCheck.get(key) ?? []), run]);
  }
  return byCheck;
}

/** A run that is evidence is never hidden by a later one that is not, such as one that was not run. */
function cellOf(check: Check, unit: CoveredUnit, { set, byCheck, evidence }: Known): Cell {
  const mapping = mappingOf(check, unit, set);
  const run = (source: CheckRunRecord['source']): CellRun | null => {
    const all = byCheck.get(`${source} ${check.id}`) ?? [];
    const record = all.findLast(({ id }) => evidence.has(id)) ?? all.at(-1);
    return mapping === 'unit' && record ? { record, counts: evidence.has(record.id) } : null;
  };
  return { checkId: check.id, mapping, observed: run('observed'), reported: run('reported') };
}

/** What leads nowhere, as to an earlier text of the set, maps nothing. */
function mappingOf(check: Check, unit: CoveredUnit, set: Known['set']): Cell['mapping'] {
  const refs = check.acceptance_refs.filter(
    (ref) => ref.criterion_id === unit.criterion_id && refFaults(set, ref).length === 0,
  );
  if (refs.some((ref) => ref.obligation_id === unit.obligation_id)) return 'unit';
  return refs.some((ref) => ref.obligation_id === null) ? 'parent' : 'none';
}
