import { expect, test } from 'vitest';
import type { Contract } from '../../core/contract/contract.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import { changesToAccept } from './changed-checks.ts';

const run = (id: string, fields: Partial<CheckRunRecord>) =>
  ({
    ...{ id, checkId: 'check-1', source: 'observed', status: 'passed', seq: 1 },
    ...{ changedByRun: true, changeAccepted: false, environment: null },
    ...fields,
  }) as CheckRunRecord;

const contractWith = (environment: Record<string, string>) =>
  ({
    acceptance_set: { items: [{ id: 'a', text: 'It adds', obligations: [{ id: 'a1', text: 'there', environment }] }] },
  }) as unknown as Contract;

const ids = (runs: readonly CheckRunRecord[], contract: Contract | null = contractWith({})) =>
  [...changesToAccept(runs, contract)].sort();

const reported = run('reported', { source: 'reported', seq: 9 });

test('a check that was reported and observed is accepted once, by what was observed', () => {
  expect(ids([run('observed', {}), reported])).toEqual(['observed']);
  expect(ids([reported, run('observed', {})])).toEqual(['observed']);
  expect(ids([reported])).toEqual(['reported']);
});

test('the newest run of a check speaks for it', () => {
  expect(ids([run('old', {}), run('new', { seq: 2 })])).toEqual(['new']);
  expect(ids([run('old', {}), run('new', { seq: 2, status: 'failed' })])).toEqual([]);
  expect(ids([run('old', {}), run('new', { seq: 2, changeAccepted: true })])).toEqual([]);
  expect(ids([run('observed', { status: 'failed' }), reported])).toEqual([]);
});

test('an observed run that did not come about says nothing; one that is on is awaited', () => {
  expect(ids([run('none', { status: 'not_run' }), reported])).toEqual(['reported']);
  expect(ids([run('on', { status: 'not_run', running: true }), reported])).toEqual([]);
});

test('nothing is asked where the run changed nothing, and each check is asked for by itself', () => {
  expect(ids([run('same', { changedByRun: false }), reported])).toEqual([]);
  expect(ids([run('one', {}), run('two', { checkId: 'check-2' })])).toEqual(['one', 'two']);
});

test('a place where something is owed by itself is asked for by itself', () => {
  const runs = [
    run('linux', { environment: { os: 'linux', arch: 'arm' } }),
    run('mac', { source: 'reported', environment: { os: 'mac' } }),
    run('linux too', { source: 'reported', environment: { arch: 'arm', os: 'linux' } }),
  ];
  expect(ids(runs, contractWith({ os: 'mac' }))).toEqual(['linux', 'mac']);
  expect(ids(runs)).toEqual(['linux']);
});
