import { describe, expect, test } from 'vitest';
import type { Check } from '../contract/contract.ts';
import { setRevision } from '../contract/revision.ts';
import type { CheckRun } from './check-run.ts';
import { ask, check, gapsAfter, gapsOf } from './fixture/ask.ts';
import { checkOf, commit, contractOf, refTo, runOf, tree } from './fixture/sample.ts';

describe('the environment', () => {
  const mac = checkOf({ id: 'mac', to: ['c2/mac'] });
  const on = (environment: CheckRun['environment'], part: Partial<CheckRun> = {}) =>
    gapsOf(ask(contractOf([mac]), [runOf(mac, 1, { environment, ...part })]), 'c2/mac');

  test('exactly the owed one; more may be recorded', () => {
    expect(on({ os: 'mac', node: '24' })).toEqual([]);
    expect(on({ os: 'Mac' })).toEqual(['environment_mismatch']);
    expect(on({ node: '24' })).toEqual(['environment_unknown']);
    expect(on(null)).toEqual(['environment_unknown']);
  });

  test('a failure elsewhere is none here; one nobody knows where is', () => {
    expect(on({ os: 'linux' }, { status: 'failed' })).toEqual(['environment_mismatch']);
    expect(on(null, { status: 'failed' })).toEqual(['current_failure', 'environment_unknown']);
  });

  test('a pass elsewhere takes no failure away', () => {
    const runs = [1, 2].map((seq) =>
      runOf(mac, seq, seq === 1 ? { status: 'failed', environment: { os: 'mac' } } : { environment: { os: 'linux' } }),
    );
    expect(gapsOf(ask(contractOf([mac]), runs), 'c2/mac')).toContain('current_failure');
  });

  test('names of the prototype are names', () => {
    const owed = JSON.parse('{"__proto__": "x", "constructor": "y"}');
    const plain = {
      set_id: 'set',
      schema_version: 1,
      items: [{ id: 'c', text: 'T', obligations: [{ id: 'o', text: 'U', environment: owed }] }],
    } as const;
    const special = { ...plain, revision: setRevision(plain) };
    const one = checkOf({ id: 'a', to: [refTo('c/o', { revision: special.revision })] });
    const at = (environment: CheckRun['environment']) =>
      gapsOf(ask(contractOf([one], {}, special), [runOf(one, 1, { environment })]), 'c/o');
    expect(at({})).toEqual(['environment_unknown']);
    expect(at(owed)).toEqual([]);
  });
});

describe('the target', () => {
  const scoped = (scope: Check['scope']) => ({ ...check, scope });
  const about = (
    one: Check,
    coverage_scope: Check['scope'],
    currentInput: Check['scope'],
    run: Partial<CheckRun> = {},
  ) => gapsOf(ask(contractOf([one], { coverage_scope }), [runOf(one, 1, run)], { currentInput }));

  test('other bytes than the target', () => {
    expect(gapsAfter({ scope: tree('b') })).toEqual(['other_bytes']);
    expect(gapsAfter({ scope: null })).toEqual(['bytes_unknown']);
    expect(gapsAfter({ scope: commit('a') })).toEqual(['bytes_unknown']);
  });

  test('is needed of each selected check: one without keeps the unit from having evidence', () => {
    const other = { ...check, id: 'other' };
    const two = contractOf([scoped(tree('a')), other], { coverage_scope: null });
    const answer = ask(two, [runOf(scoped(tree('a')), 1), runOf(other, 2)]);
    expect(gapsOf(answer)).toContain('target_unknown');
    expect(answer.units.find(({ criterion_id }) => criterion_id === 'c1')?.eligible).toBe(false);
  });

  test('unknown when nothing names it', () => {
    expect(about(check, null, null)).toEqual(['target_unknown']);
    const answer = ask(contractOf([check], { coverage_scope: null }));
    expect(gapsOf(answer, 'c2/mac')).toEqual(['unmapped', 'target_unknown']);
  });

  test("without coverage_scope the check's own scope, without that the present bytes", () => {
    expect(about(scoped(tree('a')), null, null)).toEqual([]);
    expect(about(check, null, tree('a'))).toEqual([]);
    expect(about(check, null, tree('b'))).toEqual(['other_bytes', 'input_mismatch']);
  });

  test('conflicts', () => {
    expect(about(check, tree('a'), tree('b'))).toEqual(['input_mismatch', 'target_conflict']);
    expect(about(scoped(tree('b')), tree('a'), null)).toEqual(['check_scope_mismatch', 'target_conflict']);
    expect(about(scoped(tree('b')), null, tree('a'))).toEqual(['check_scope_mismatch', 'target_conflict']);
    const two = [scoped(tree('a')), { ...scoped(tree('b')), id: 'second' }];
    const runs = two.map((one, place) => runOf(one, place + 1, { scope: one.scope }));
    expect(gapsOf(ask(contractOf(two, { coverage_scope: null }), runs))).toEqual(['target_conflict']);
  });

  test('digests of different kinds are no conflict', () => {
    expect(about(check, tree('a'), commit('b'))).toEqual([]);
    expect(about(scoped(commit('b')), tree('a'), null)).toEqual([]);
  });

  test("other bytes than the input, or than the check's scope, in another kind than the target", () => {
    expect(about(check, tree('a'), commit('b'), { scope: commit('c') })).toEqual(['bytes_unknown', 'input_mismatch']);
    expect(about(scoped(commit('b')), tree('a'), null, { scope: commit('c') })).toEqual([
      'bytes_unknown',
      'check_scope_mismatch',
    ]);
  });
});
