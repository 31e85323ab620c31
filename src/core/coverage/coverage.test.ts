import { describe, expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { setRevision } from '../contract/revision.ts';

import type { CheckRun } from './check-run.ts';
import { type GapCode, gapCodes } from './codes.ts';
import { refusesSuccess } from './coverage.ts';
import { ask, check, gapsAfter, gapsOf, unitOf } from './fixture/ask.ts';
import { checkOf, commit, contractOf, items, refTo, runOf, set, staleRevision, tree } from './fixture/sample.ts';

test('a current pass over the target makes a unit eligible, and decides nothing', () => {
  const answer = ask(contractOf([check]), [runOf(check, 1)]);
  expect(unitOf(answer, 'c1')).toEqual({
    criterion_id: 'c1',
    obligation_id: null,
    text: 'It starts.',
    environment: {},
    selected: true,
    eligible: true,
    evidence: { observed: ['run1'], reported: [] },
    gaps: [],
  });
  expect(answer).toMatchObject({
    assessment: 'assessed',
    semantic_sufficiency: 'not_assessed',
    acceptance: 'not_assessed',
    totals: { units: 3, selected: 1, eligible: 1 },
    unresolved: [],
  });
  expect(answer.counts.unmapped).toBe(2);
});

describe('the mapping', () => {
  test('unmapped; mapped to the parent only', () => {
    const answer = ask(contractOf([checkOf({ id: 'a', to: ['c2'] }), checkOf({ id: 'b', to: ['c2/mac'] })]));
    expect(gapsOf(answer, 'c1')).toEqual(['unmapped']);
    expect(gapsOf(answer, 'c2/linux')).toEqual(['mapped_to_parent_only']);
    expect(gapsOf(answer, 'c2/mac')).toEqual(['unrun']);
  });

  test('not selected, until the stage reaches the phase', () => {
    const late = { ...check, phase: 'candidate' } as const;
    const at = (stage: 'targeted' | 'candidate' | 'integration') =>
      unitOf(ask(contractOf([late], { stage }), [runOf(late, 1)]), 'c1');
    expect(at('targeted')).toMatchObject({
      selected: false,
      eligible: false,
      gaps: ['not_selected'],
      evidence: { observed: [] },
    });
    expect(at('candidate')).toMatchObject({ selected: true, eligible: true, gaps: [] });
    expect(at('integration')).toMatchObject({ selected: true, eligible: true });
  });

  test('a stale reference maps nothing and is named', () => {
    const ref = refTo('c1', { revision: staleRevision });
    const answer = ask(contractOf([checkOf({ id: 'a', to: [ref] })]));
    expect(gapsOf(answer)).toEqual(['unmapped', 'stale_set_revision']);
    expect(answer.unresolved).toEqual([{ from: 'check', id: 'a', ref, codes: ['stale_set_revision'] }]);
    expect(answer.counts.stale_set_revision).toBe(1);
  });

  test('a stale claim is a gap only while the unit has no evidence', () => {
    const claims = [refTo('c1', { revision: staleRevision })];
    expect(gapsAfter({ status: 'not_run', claims })).toEqual(['not_run', 'stale_set_revision']);
    const answer = ask(contractOf([check]), [runOf(check, 1, { claims })]);
    expect(gapsOf(answer)).toEqual([]);
    expect(answer.unresolved).toEqual([{ from: 'run', id: 'run1', ref: claims[0], codes: ['stale_set_revision'] }]);
  });

  test('unknown set, criterion and obligation, of checks and of claims', () => {
    const strays = [refTo('c1', { set_id: 'other' }), refTo('c9'), refTo('c2/bsd'), refTo('c1/linux')];
    const one = checkOf({ id: 'a', to: ['c1', ...strays] });
    const claims = [refTo('c9', { revision: staleRevision })];
    const answer = ask(contractOf([one]), [runOf(one, 1, { claims })]);
    expect(answer.unresolved.map(({ from, id, codes }) => [from, id, ...codes])).toEqual([
      ['check', 'a', 'unknown_set'],
      ['check', 'a', 'unknown_criterion'],
      ['check', 'a', 'unknown_obligation'],
      ['check', 'a', 'unknown_obligation'],
      ['run', 'run1', 'stale_set_revision', 'unknown_criterion'],
    ]);
    expect(answer.counts).toMatchObject({ unknown_set: 1, unknown_criterion: 2, unknown_obligation: 2 });
    expect(unitOf(answer, 'c1')).toMatchObject({ eligible: true, gaps: [] });
  });

  test('a claim covers nothing, whether it is missing or too large', () => {
    expect(gapsAfter({ claims: null })).toEqual(['mapping_not_recorded']);
    const answer = ask(contractOf([check]), [runOf(check, 1, { claims: [refTo('c1'), refTo('c2')] })]);
    expect(gapsOf(answer)).toEqual([]);
    expect(gapsOf(answer, 'c2/mac')).toEqual(['unmapped', 'claim_without_mapping']);
    const stray = ask(contractOf([check]), [runOf(checkOf({ id: 'gone' }), 1, { claims: [refTo('c1')] })]);
    expect(gapsOf(stray)).toEqual(['unrun', 'claim_without_mapping']);
  });

  test('notes do not stand against evidence', () => {
    const other = checkOf({ id: 'other' });
    const runs = [runOf(check, 1, { claims: null }), runOf(other, 2, { claims: [refTo('c1')] })];
    const unit = unitOf(ask(contractOf([check, other]), runs), 'c1');
    expect(unit).toMatchObject({ eligible: true, gaps: ['mapping_not_recorded', 'claim_without_mapping'] });
  });
});

describe('what was run', () => {
  test('unrun; explicitly not run; a pass that stands', () => {
    expect(gapsOf(ask(contractOf([check])))).toEqual(['unrun']);
    expect(gapsAfter({ status: 'not_run' })).toEqual(['not_run']);
    expect(gapsAfter({ scope: tree('b') }, [runOf(check, 2, { status: 'not_run' })])).toEqual([
      'not_run',
      'other_bytes',
    ]);
    expect(gapsAfter({}, [runOf(check, 2, { status: 'not_run' })])).toEqual([]);
  });

  test('every selected check of a unit has to be run', () => {
    const second = { ...check, id: 'second' };
    const answer = ask(contractOf([check, second]), [runOf(check, 1)]);
    expect(unitOf(answer, 'c1')).toMatchObject({ eligible: false, gaps: ['unrun'], evidence: { observed: ['run1'] } });
  });

  test('current failure, answered failure, and the pass that takes their place', () => {
    const failed = { status: 'failed' } as const;
    expect(gapsAfter(failed)).toEqual(['current_failure']);
    expect(gapsAfter({ ...failed, answered: true })).toEqual(['answered_failure']);
    expect(gapsAfter(failed, [runOf(check, 2)])).toEqual([]);
    expect(gapsAfter(failed, [runOf(check, 0)])).toEqual(['current_failure']);
    expect(gapsAfter(failed, [runOf(check, 1, { id: 'same seq' })])).toEqual(['current_failure']);
    expect(gapsAfter(failed, [runOf(check, 2, { ...failed, answered: true })])).toEqual([
      'current_failure',
      'answered_failure',
    ]);
    expect(gapsAfter({ ...failed, scope: tree('b') })).toEqual(['other_bytes']);
  });

  test('a failure over unknown bytes stays until the target passes', () => {
    expect(gapsAfter({ status: 'failed', scope: null })).toEqual(['current_failure', 'bytes_unknown']);
    expect(gapsAfter({ status: 'failed', scope: null }, [runOf(check, 2)])).toEqual([]);
    expect(gapsAfter({ status: 'failed', scope: null }, [runOf(check, 2, { scope: null })])).toContain(
      'current_failure',
    );
    const both = { scope: commit('c') };
    expect(gapsAfter({ status: 'failed', ...both }, [runOf(check, 2, both)])).toEqual(['bytes_unknown']);
  });

  test('a report never takes the place of an observed failure', () => {
    const reported = runOf(check, 2, { source: 'reported' });
    expect(gapsAfter({ status: 'failed' }, [reported])).toEqual(['current_failure']);
    expect(gapsAfter({ status: 'failed', source: 'reported' }, [reported])).toEqual([]);
  });

  test('a pass before a failure is no evidence after it', () => {
    const runs = [runOf(check, 1), runOf(check, 2, { status: 'failed' }), runOf(check, 3)];
    expect(unitOf(ask(contractOf([check]), runs), 'c1')?.evidence).toEqual({ observed: ['run3'], reported: [] });
  });

  test('a failed check of a later stage speaks against the unit', () => {
    const late = { ...check, id: 'late', phase: 'integration' } as const;
    const answer = ask(contractOf([check, late]), [runOf(check, 1), runOf(late, 2, { status: 'failed' })]);
    expect(unitOf(answer, 'c1')).toMatchObject({ eligible: false, gaps: ['current_failure'] });
  });

  test('so does one over the present bytes, whatever bytes it declares', () => {
    const late = { ...check, id: 'late', phase: 'integration', scope: tree('b') } as const;
    const contract = contractOf([check, late], { coverage_scope: null });
    const answer = ask(contract, [runOf(check, 1), runOf(late, 2, { status: 'failed' })], { currentInput: tree('a') });
    expect(gapsOf(answer)).toEqual(['current_failure']);
  });

  test('another wording of the check', () => {
    expect(gapsAfter({ checkRevision: staleRevision })).toEqual(['stale_check_revision']);
    expect(gapsAfter({ checkRevision: staleRevision, status: 'failed' })).toEqual(['stale_check_revision']);
    const reworded = { ...check, command: 'npm test' };
    expect(gapsOf(ask(contractOf([reworded]), [runOf(check, 1)]))).toEqual(['stale_check_revision']);
  });

  test('observed evidence may be demanded; both are shown', () => {
    const runs = [runOf(check, 1, { source: 'reported' })];
    const demand = (list: readonly CheckRun[]) => ask(contractOf([check]), list, { demandObserved: true });
    expect(unitOf(ask(contractOf([check]), runs), 'c1')).toMatchObject({ eligible: true });
    expect(unitOf(demand(runs), 'c1')).toMatchObject({
      eligible: false,
      evidence: { observed: [], reported: ['run1'] },
      gaps: ['reported_only'],
    });
    expect(unitOf(demand([...runs, runOf(check, 2)]), 'c1')).toMatchObject({
      eligible: true,
      evidence: { observed: ['run2'], reported: ['run1'] },
    });
  });

  test('passed, check changed by this run: nothing until a person accepts it', () => {
    expect(gapsAfter({ changedByRun: true })).toEqual(['check_changed_by_run']);
    expect(gapsAfter({ changedByRun: true, changeAccepted: true })).toEqual([]);
    expect(gapsAfter({ status: 'failed' }, [runOf(check, 2, { changedByRun: true })])).toEqual([
      'current_failure',
      'check_changed_by_run',
    ]);
  });
});

describe('what a success needs', () => {
  const demanding = { acceptance_coverage: 'require_current_evidence' } as const;
  const all = checkOf({ id: 'all', to: ['c1', 'c2/linux'] });
  const mac = checkOf({ id: 'mac', to: ['c2/mac'] });
  const runs = [runOf(all, 1), runOf(mac, 2, { environment: { os: 'mac' } })];
  const refused = (contract: Contract, list: readonly CheckRun[]) => refusesSuccess(contract, ask(contract, list));

  test('evidence for every unit, where the contract asks for it', () => {
    expect(refused(contractOf([all, mac], demanding), runs)).toBeNull();
    expect(refused(contractOf([all, mac]), [])).toBeNull();
    expect(refused(contractOf([all, mac], demanding), runs.slice(1))).toMatchObject({
      code: 'evidence_missing',
      message: '2 of 3 units lack current passing evidence: c1 (unrun); c2/linux (unrun).',
    });
  });

  test('nothing of an empty set or without one', () => {
    const empty = { ...set, items: [] };
    expect(ask(contractOf([check], demanding, empty))).toMatchObject({ assessment: 'not_assessable', units: [] });
    expect(refused(contractOf([check], demanding, empty), [])).toBeNull();
    const none = ask(contractOf([check], demanding, null), [runOf(check, 1, { claims: [refTo('c1')] })]);
    expect(none).toMatchObject({ assessment: 'not_declared', units: [], totals: { units: 0, eligible: 0 } });
    expect(none.unresolved.map(({ codes }) => codes)).toEqual([['unknown_set'], ['unknown_set']]);
    expect(refused({ ...contractOf([], demanding), verification: null }, [])).toBeNull();
  });
});

test('a whole contract is counted in time', () => {
  const many = Array.from({ length: 50 }, (_, place) => ({
    ...(items[1] as (typeof items)[number]),
    id: `c${place}`,
    obligations: Array.from({ length: 100 }, (_, number) => ({ id: `o${number}`, text: 'T', environment: {} })),
  }));
  const plain = { set_id: 'set', schema_version: 1, items: many } as const;
  const large = { ...plain, revision: setRevision(plain) };
  const checks = many.map(({ id, obligations }) =>
    checkOf({
      id,
      to: obligations.map((one) => refTo(`${id}/${one.id}`, { revision: large.revision })),
    }),
  );
  const runs = checks.flatMap((one, place) =>
    Array.from({ length: 20 }, (_, number) =>
      runOf(one, place * 20 + number, number < 19 ? { status: 'failed', scope: tree(`${number % 10}`) } : {}),
    ),
  );
  const began = performance.now();
  const answer = ask(contractOf(checks, {}, large), runs);
  console.log(`5,000 units, 1,000 runs: ${(performance.now() - began).toFixed(0)} ms`);
  expect(answer.totals).toEqual({ units: 5000, selected: 5000, eligible: 5000 });
});

test('every code says what it is', () => {
  for (const code of Object.keys(gapCodes) as readonly GapCode[]) {
    expect(gapCodes[code]).toEqual({
      concerns: expect.stringMatching(/^(unit|record|reference)$/),
      raised: expect.stringMatching(/\.$/),
      means: expect.stringMatching(/\.$/),
      next: expect.stringMatching(/\.$/),
    });
  }
});
