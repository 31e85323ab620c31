/** What lists show of a run's coverage, beside the whole of it. */
import { expect, test } from 'vitest';
import { checkOf, contractOf, runOf } from '../../core/coverage/fixture/sample.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import { World } from '../../core/run/fixture/world.ts';
import { changeLimits } from '../../core/run/place-commands.ts';
import { acceptChangedCheck } from '../../core/run/result-commands.ts';
import type { Run } from '../../core/run/run.ts';
import { created } from '../../core/state/apply.ts';
import { decided } from '../../core/state/decision.ts';
import { inputBytes } from '../delegation/run-input.ts';
import type { Parts } from '../parts.ts';
import { coverageOf, evidenceOf } from './coverage.ts';

const check = checkOf({ id: 'check-1', to: ['c1', 'c2/linux'] });
const contract = contractOf([check]);

function scene(bytes: Buffer | null = inputBytes({ prompt: null, contract, handoff: null })) {
  const world = new World();
  const run = world.start({ kind: 'contract' }) as Run;
  let reads = 0;
  const get = async () => {
    reads += 1;
    return bytes;
  };
  const parts = { kernel: { state: world.state }, delegation: { blobs: { get } } } as unknown as Parts;
  const record = (seq: number, more: Partial<CheckRunRecord>) => {
    const rest = { reason: null, exitCode: 0, commandDigest: null, artifactId: null, durationMs: 1, at: '2026-01-01' };
    const one = { ...runOf(check, seq), ...rest, runId: run.id, ...more } as CheckRunRecord;
    const event = { summary: 's', changes: [created('check', one)], raisesVersion: false };
    world.do(() => decided(null, { type: 'check.recorded', ...event }));
    return one;
  };
  return { world, run, record, reads: () => reads, evidence: () => evidenceOf(parts, run) };
}

test('a check run that comes, and what a person accepts of it, change the figures', async () => {
  const { world, run, record, evidence } = scene();
  expect(await evidence()).toEqual({ units: 3, eligible: 0, observed: 0 });
  const changed = record(1, { source: 'reported', changedByRun: true });
  expect(await evidence()).toEqual({ units: 3, eligible: 0, observed: 0 });
  world.do((state) => acceptChangedCheck(state, changed.id));
  expect(await evidence()).toEqual({ units: 3, eligible: 2, observed: 0 });
  record(2, {});
  expect(await evidence()).toEqual({ units: 3, eligible: 2, observed: 2 });
  expect(await evidence()).toMatchObject({ eligible: coverageOf(world.state, run, contract)?.totals.eligible });
});

test('where only observed checks count, what was reported is no evidence', async () => {
  const { world, record, evidence } = scene();
  record(1, { source: 'reported' });
  expect(await evidence()).toMatchObject({ eligible: 2 });
  world.do((state) => changeLimits(state, { demandObserved: true }));
  expect(await evidence()).toMatchObject({ eligible: 0 });
});

test('a contract is read once, however often its run is listed', async () => {
  const { record, reads, evidence } = scene();
  for (let at = 0; at < 5; at++) await evidence();
  expect(reads()).toBe(1);
  record(1, {});
  for (let at = 0; at < 5; at++) await evidence();
  expect(reads()).toBe(2);
});

test('nothing is said where nothing is declared, and where the contract is gone', async () => {
  expect(await scene(null).evidence()).toBeNull();
  const bare = inputBytes({ prompt: null, contract: contractOf([], {}, null), handoff: null });
  expect(await scene(bare).evidence()).toBeNull();
});
