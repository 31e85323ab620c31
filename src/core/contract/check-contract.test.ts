import { describe, expect, test } from 'vitest';
import { type ContractFacts, checkContract } from './check-contract.ts';
import type { Contract } from './contract.ts';
import { fillContract } from './filled.ts';
import { setRevision } from './revision.ts';

const free: ContractFacts = { liesAt: (path) => path, artifactExists: () => true, ownedElsewhere: () => null };

function check(given: object, facts: Partial<ContractFacts> = {}) {
  const contract: Contract = fillContract({ goal: 'Do it.', ...given }).value;
  return checkContract(contract, { ...free, ...facts });
}

const found = (given: object, facts: Partial<ContractFacts> = {}) =>
  check(given, facts).problems.map(({ code, path }) => `${code} ${path}`);

const owning = (...owned_files: string[]) => ({ scope: { owned_files } });

/** A set over the texts, with the right revision, beside the acceptance it repeats. */
function withSet(texts: readonly string[], part: object = {}) {
  const items = texts.map((text, place) => ({ id: `c${place}`, text, obligations: [] as object[] }));
  const set = { set_id: 's', schema_version: 1, items, ...part };
  return { acceptance: texts, acceptance_set: { revision: setRevision(set as never), ...set } };
}

test('a bare contract has no problems', () => {
  expect(check({})).toEqual({ problems: [], unresolvedRefs: [], setRevision: null });
});

describe('owned files', () => {
  test('every bad path is named at its place', () => {
    expect(found(owning('a', '../b', 'c', '/d'))).toEqual([
      'bad_owned_path /scope/owned_files/1',
      'bad_owned_path /scope/owned_files/3',
    ]);
  });

  test('one file twice, by another case, or inside another', () => {
    expect(found(owning('a', 'b', 'A', 'b/c', 'bc'))).toEqual([
      'owned_twice /scope/owned_files/2',
      'owned_twice /scope/owned_files/3',
    ]);
    expect(found(owning('x/y', 'x'))).toEqual(['owned_twice /scope/owned_files/1']);
  });

  test('a link out of cwd, another run; nobody is asked about a bad path', () => {
    const asked: string[] = [];
    const facts = {
      liesAt: (path: string) => {
        asked.push(path);
        return path === 'out' ? null : path.replace(/^alias/, 'real');
      },
      ownedElsewhere: (path: string) => (path === 'taken' ? 'run7' : null),
    };
    expect(found(owning('out', 'taken', '..'), facts)).toEqual([
      'owned_path_leaves_cwd /scope/owned_files/0',
      'owned_elsewhere /scope/owned_files/1',
      'bad_owned_path /scope/owned_files/2',
    ]);
    expect(asked).toEqual(['out', 'taken']);
    // One file has one name: who owns it is asked by that.
    const [linked] = check(owning('alias/x.txt'), facts).problems;
    expect(linked).toMatchObject({ code: 'owned_path_linked', fix: expect.stringContaining('real/x.txt') });
    expect(check(owning('taken'), facts).problems[0]?.message).toContain('run7');
  });
});

test('artifacts exist', () => {
  const artifactExists = (id: string) => id === 'here';
  expect(found({ artifact_ids: ['here', 'gone'] }, { artifactExists })).toEqual(['unknown_artifact /artifact_ids/1']);
});

describe('the acceptance set', () => {
  test('repeats acceptance exactly and in order', () => {
    expect(found(withSet(['One.', 'Two.']))).toEqual([]);
    expect(found({ ...withSet(['One.', 'Two.']), acceptance: ['Two.', 'One.'] })).toEqual([
      'set_differs_from_acceptance /acceptance_set/items/0/text',
      'set_differs_from_acceptance /acceptance_set/items/1/text',
    ]);
    expect(found({ ...withSet(['Caf\u00E9']), acceptance: ['Cafe\u0301'] })).toHaveLength(1);
    expect(found({ ...withSet(['One. ']), acceptance: ['One.'] })).toHaveLength(1);
    expect(found({ ...withSet(['One.']), acceptance: [] })).toEqual([
      'set_differs_from_acceptance /acceptance_set/items',
    ]);
    expect(found({ ...withSet([]), acceptance: ['One.'] })).toHaveLength(1);
    expect(found(withSet([]))).toEqual([]);
  });

  test('not beyond what acceptance could repeat', () => {
    const texts = (count: number) => Array.from({ length: count }, (_, place) => `Text ${place}.`);
    expect(found(withSet(texts(50)))).toEqual([]);
    expect(found({ ...withSet(texts(51)), acceptance: texts(50) })).toEqual([
      'set_exceeds_acceptance /acceptance_set/items',
    ]);
    const rocket = '\u{1F680}';
    expect(found(withSet([rocket.repeat(2000)]))).toEqual([]);
    expect(found({ ...withSet(['One.', rocket.repeat(2001)]), acceptance: ['One.'] })).toEqual([
      'set_exceeds_acceptance /acceptance_set/items/1/text',
    ]);
  });

  test('its revision is its content; the right one is returned', () => {
    const given = withSet(['One.'], { revision: '0'.repeat(64) });
    const right = withSet(['One.']).acceptance_set.revision;
    const { problems, setRevision: returned } = check(given);
    expect(returned).toBe(right);
    expect(problems).toEqual([
      {
        code: 'wrong_set_revision',
        path: '/acceptance_set/revision',
        message: `The revision of this set is ${right}.`,
        fix: `Send ${right} as acceptance_set.revision and in the acceptance_refs of the checks.`,
      },
    ]);
    expect(check(withSet(['One.']))).toMatchObject({ problems: [], setRevision: right });
  });

  test('ids are unique: of criteria, of obligations within one, of checks', () => {
    const obligation = { id: 'o', text: 'T', environment: {} };
    const items = [
      { id: 'c', text: 'One.', obligations: [obligation, obligation] },
      { id: 'd', text: 'Two.', obligations: [obligation] },
      { id: 'c', text: 'Three.', obligations: [] },
    ];
    const checks = ['a', 'b', 'a'].map((id) => ({ id, criterion: 'T' }));
    expect(found({ ...withSet(['One.', 'Two.', 'Three.'], { items }), verification: { checks } })).toEqual([
      'duplicate_criterion_id /acceptance_set/items/2/id',
      'duplicate_obligation_id /acceptance_set/items/0/obligations/1/id',
      'duplicate_check_id /verification/checks/2/id',
    ]);
  });

  test('references that lead nowhere are named, not refused', () => {
    const given = withSet(['One.']);
    const { revision } = given.acceptance_set;
    const refs = [
      { set_id: 's', revision, criterion_id: 'c0' },
      { set_id: 't', revision, criterion_id: 'c0' },
      { set_id: 's', revision: '0'.repeat(64), criterion_id: 'c0' },
      { set_id: 's', revision: '0'.repeat(64), criterion_id: 'c9' },
      { set_id: 's', revision, criterion_id: 'c0', obligation_id: 'o' },
    ];
    const verification = { checks: [{ id: 'a', criterion: 'T', acceptance_refs: refs }] };
    const { problems, unresolvedRefs } = check({ ...given, verification });
    expect(problems).toEqual([]);
    expect(unresolvedRefs.map(({ path, checkId, faults }) => [path.slice(-1), checkId, ...faults])).toEqual([
      ['1', 'a', 'unknown_set'],
      ['2', 'a', 'stale_set_revision'],
      ['3', 'a', 'stale_set_revision', 'unknown_criterion'],
      ['4', 'a', 'unknown_obligation'],
    ]);
    expect(check({ verification }).unresolvedRefs).toHaveLength(5);
  });
});

describe('limits', () => {
  test('count code points', () => {
    expect(found({ context: '\u{1F680}'.repeat(60_000) })).toEqual([]);
    expect(found({ context: '\u{1F680}'.repeat(60_001) })).toEqual(['too_long /context']);
    expect(found({ context: 'x'.repeat(60_001) })).toEqual(['too_long /context']);
  });

  test('hold at every level, for names too', () => {
    const obligations = [{ id: 'o', text: 'T', environment: { [`${'n'.repeat(61)}`]: 'v'.repeat(201) } }];
    const items = [{ id: 'c', text: 'One.', obligations }];
    const at = '/acceptance_set/items/0/obligations/0/environment';
    expect(found(withSet(['One.'], { items }))).toEqual([`too_long ${at}`, `too_long ${at}/${'n'.repeat(61)}`]);
    expect(found({ constraints: Array(51).fill('x') })).toEqual(['too_many /constraints']);
  });

  test('half a pair is no text, and such a set has no revision', () => {
    const given = withSet(['One.'], { set_id: '\uD83D', revision: '0'.repeat(64) });
    expect(found(given)).toEqual(['bad_text /acceptance_set/set_id']);
    expect(check(given).setRevision).toBeNull();
  });
});
