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
  // What leads nowhere, as to an earlier text of the set, maps nothing. Asked once, not for each of thousands of units.
  const mapped = checks.map(({ id, acceptance_refs }) => ({
    checkId: id,
    refs: acceptance_refs.filter((ref) => refFaults(set, ref).length === 0),
  }));
  const texts = new Map((set?.items ?? []).map(({ id, text }) => [id, text]));
  const rows = coverage.units.map((unit) => {
    const evidence = new Set([...unit.evidence.observed, ...unit.evidence.reported]);
    return {
      key: `${unit.criterion_id} ${unit.obligation_id ?? ''}`,
      unit,
      criterion: unit.obligation_id === null ? null : (texts.get(unit.criterion_id) ?? unit.criterion_id),
      cells: mapped.map((check) => cellOf(check, unit, { byCheck, evidence })),
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

interface Mapped {
  readonly checkId: string;
  /** Those that lead somewhere. */
  readonly refs: Check['acceptance_refs'];
}

interface Known {
  /** By source and check, the oldest first. */
  readonly byCheck: ReadonlyMap<string, readonly CheckRunRecord[]>;
  /** Ids of the runs that are evidence for the unit. */
  readonly evidence: ReadonlySet<string>;
}

function inOrder(runs: readonly CheckRunRecord[]): Known['byCheck'] {
  const byCheck = new Map<string, CheckRunRecord[]>();
  for (const run of runs.toSorted((one, other) => one.seq - other.seq)) {
    const key = `${run.source} ${run.checkId}`;
    const known = byCheck.get(key);
    if (known) known.push(run);
    else byCheck.set(key, [run]);
  }
  return byCheck;
}

/** A run that is evidence is never hidden by a later one that is not, such as one that was not run. */
function cellOf({ checkId, refs }: Mapped, unit: CoveredUnit, { byCheck, evidence }: Known): Cell {
  const mapping = mappingOf(refs, unit);
  const run = (source: CheckRunRecord['source']): CellRun | null => {
    const all = byCheck.get(`${source} ${checkId}`) ?? [];
    const record = all.findLast(({ id }) => evidence.has(id)) ?? all.at(-1);
    return mapping === 'unit' && record ? { record, counts: evidence.has(record.id) } : null;
  };
  return { checkId, mapping, observed: run('observed'), reported: run('reported') };
}

function mappingOf(all: Mapped['refs'], unit: CoveredUnit): Cell['mapping'] {
  const refs = all.filter((ref) => ref.criterion_id === unit.criterion_id);
  if (refs.some((ref) => ref.obligation_id === unit.obligation_id)) return 'unit';
  return refs.some((ref) => ref.obligation_id === null) ? 'parent' : 'none';
}
