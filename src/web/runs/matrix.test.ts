import { expect, test } from 'vitest';
import type { Contract } from '../../core/contract/contract.ts';
import type { Coverage, CoveredUnit } from '../../core/coverage/answer.ts';
import { gapCodes } from '../../core/coverage/codes.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import { gapWords } from './gap-words.ts';
import { matrixOf } from './matrix.ts';

const ref = (criterion_id: string, obligation_id: string | null) => ({
  set_id: 'set',
  revision: 'r',
  criterion_id,
  obligation_id,
});

const check = (id: string, phase: 'targeted' | 'integration', refs: ReturnType<typeof ref>[]) => ({
  id,
  criterion: `${id} holds`,
  command: `npm test -- ${id}`,
  phase,
  requires_shell: true,
  estimated_seconds: null,
  scope: null,
  acceptance_refs: refs,
});

const contract = {
  acceptance_set: {
    set_id: 'set',
    revision: 'r',
    schema_version: 1,
    items: [
      { id: 'a', text: 'It adds', obligations: [] },
      { id: 'b', text: 'It prints', obligations: [{ id: 'b1', text: 'on paper', environment: {} }] },
    ],
  },
  verification: {
    stage: 'targeted',
    checks: [
      check('unit', 'targeted', [ref('a', null), ref('b', null)]),
      check('e2e', 'integration', [ref('b', 'b1')]),
    ],
  },
} as unknown as Contract;

const unit = (criterion_id: string, obligation_id: string | null, observed: string[]): CoveredUnit => ({
  criterion_id,
  obligation_id,
  text: 'text',
  environment: {},
  selected: true,
  eligible: observed.length > 0,
  evidence: { observed, reported: [] },
  gaps: [],
});

const coverage = { units: [unit('a', null, ['second']), unit('b', 'b1', [])] } as unknown as Coverage;

const run = (id: string, seq: number, checkId: string, source: 'observed' | 'reported', status: 'passed' | 'failed') =>
  ({ id, seq, checkId, source, status }) as CheckRunRecord;

test('each cell says how the check is mapped, and keeps observed and reported apart', () => {
  const { columns, rows } = matrixOf(contract, coverage, [
    run('second', 2, 'unit', 'observed', 'passed'),
    run('first', 1, 'unit', 'observed', 'failed'),
    run('claim', 3, 'unit', 'reported', 'passed'),
  ]);
  expect(columns.map(({ checkId, selected }) => [checkId, selected])).toEqual([
    ['unit', true],
    ['e2e', false],
  ]);
  expect(rows.map((row) => row.criterion)).toEqual([null, 'It prints']);
  expect(rows.map((row) => row.cells.map((cell) => cell.mapping))).toEqual([
    ['unit', 'none'],
    ['parent', 'unit'],
  ]);
  const [cell] = rows[0]?.cells ?? [];
  expect(cell?.observed).toMatchObject({ counts: true, record: { id: 'second' } });
  expect(cell?.reported).toMatchObject({ counts: false, record: { id: 'claim' } });
});

test('what is evidence is not hidden by a later run that is none; without evidence the last one shows', () => {
  const later = run('later', 3, 'unit', 'observed', 'failed');
  const second = run('second', 2, 'unit', 'observed', 'passed');
  const shown = (...runs: CheckRunRecord[]) => matrixOf(contract, coverage, runs).rows[0]?.cells[0]?.observed;
  expect(shown(second, later)).toMatchObject({ counts: true, record: { id: 'second' } });
  expect(shown(run('first', 1, 'unit', 'observed', 'passed'), later)).toMatchObject({ record: { id: 'later' } });
});

test('a reference to an earlier text of the set maps nothing, as coverage has it', () => {
  const stale = { ...ref('a', null), revision: 'earlier' };
  const verification = { stage: 'targeted', checks: [check('unit', 'targeted', [stale])] };
  const { rows } = matrixOf({ ...contract, verification } as unknown as Contract, coverage, [
    run('second', 2, 'unit', 'observed', 'passed'),
  ]);
  expect(rows[0]?.cells[0]).toMatchObject({ mapping: 'none', observed: null });
});

test('a mapping of the parent alone shows no result for its obligation', () => {
  const { rows } = matrixOf(contract, coverage, [run('x', 1, 'unit', 'observed', 'passed')]);
  expect(rows[1]?.cells[0]).toMatchObject({ mapping: 'parent', observed: null, reported: null });
});

test('the order of the runs changes nothing', () => {
  const runs = [run('one', 1, 'unit', 'observed', 'failed'), run('second', 2, 'unit', 'observed', 'passed')];
  expect(matrixOf(contract, coverage, runs)).toEqual(matrixOf(contract, coverage, [...runs].reverse()));
});

test('every gap code has words of its own and says what to do', () => {
  const all = (Object.keys(gapCodes) as (keyof typeof gapCodes)[]).map(gapWords);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(all.every(({ next, means }) => next !== '' && means !== '')).toBe(true);
  expect(all.filter(({ title, means }) => means.startsWith(title))).toEqual([]);
});
