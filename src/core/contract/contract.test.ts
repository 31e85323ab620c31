import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import given from '../../../contracts/tandem_start.input.json' with { type: 'json' };
import { selectedChecks, stages } from './contract.ts';
import { fillContract, fillStart } from './filled.ts';
import { checkRevision, setRevision } from './revision.ts';

const fits = new Ajv2020({ strict: false }).compile(given);

const ref = { set_id: 's', revision: 'a'.repeat(64), criterion_id: 'c' };

describe('filling', () => {
  test('a bare contract', () => {
    expect(fillContract({ goal: 'Do it.' })).toEqual({
      value: {
        goal: 'Do it.',
        context: '',
        constraints: [],
        acceptance: [],
        acceptance_set: null,
        artifact_ids: [],
        context_options: { advisory_rule_ids: [], decision_ids: [], delivery: 'capsule' },
        requirements: {
          boundary_paths: [],
          entry_paths: [],
          live_path_evidence: [],
          requires_shell: false,
          requires_write: false,
        },
        scope: { owned_files: [] },
        verification: null,
      },
      ignored: [],
    });
  });

  test('every level', () => {
    const { value } = fillContract({
      goal: 'Do it.',
      acceptance_set: { set_id: 's', revision: ref.revision, items: [{ id: 'c', text: 'T' }] },
      verification: {
        checks: [
          { id: 'a', criterion: 'It passes.', acceptance_refs: [ref], scope: { kind: 'tree', digest: 'abcdef0' } },
        ],
      },
    });
    expect(value.acceptance_set).toEqual({
      set_id: 's',
      revision: ref.revision,
      schema_version: 1,
      items: [{ id: 'c', text: 'T', obligations: [] }],
    });
    expect(value.verification).toEqual({
      stage: 'targeted',
      acceptance_coverage: 'report_only',
      coverage_scope: null,
      preparation_seconds: 0,
      checks: [
        {
          id: 'a',
          criterion: 'It passes.',
          command: null,
          phase: 'targeted',
          requires_shell: false,
          estimated_seconds: null,
          scope: { kind: 'tree', digest: 'abcdef0', boundaries: [] },
          acceptance_refs: [{ ...ref, obligation_id: null }],
        },
      ],
    });
  });

  test('a whole start, which still fits the schema, and nothing left to fill', () => {
    const start = { cwd: '/p', contract: { goal: 'Do it.', verification: {} }, execution: {} };
    const { value } = fillStart(start);
    expect(value).toMatchObject({
      mode: 'analyze',
      prompt: null,
      execution: { profile: 'balanced', thinking: null, model: null, timeout_seconds: null },
      preflight: false,
      question_timeout_seconds: 300,
    });
    expect(fits(value)).toBe(true);
    expect(fillStart(value)).toEqual({ value, ignored: [] });
  });

  test('unknown keys are dropped at every level, and named', () => {
    const { value, ignored } = fillStart({
      cwd: '/p',
      'a/b~': 1,
      constructor: 2,
      contract: {
        goal: 'Do it.',
        priority: 'high',
        scope: { owned_files: [], globs: ['*'] },
        acceptance_set: {
          set_id: 's',
          revision: ref.revision,
          items: [
            { id: 'c', text: 'T', obligations: [{ id: 'o', text: 'U', environment: { os: 'mac', ' ': 7 }, by: 1 }] },
          ],
        },
        verification: { checks: [{ id: 'a', criterion: 'T', acceptance_refs: [{ ...ref, note: '' }], flags: {} }] },
      },
    });
    expect(ignored).toEqual([
      '/a~1b~0',
      '/constructor',
      '/contract/priority',
      '/contract/scope/globs',
      '/contract/acceptance_set/items/0/obligations/0/environment/ ',
      '/contract/acceptance_set/items/0/obligations/0/by',
      '/contract/verification/checks/0/acceptance_refs/0/note',
      '/contract/verification/checks/0/flags',
    ]);
    expect(JSON.stringify(value)).not.toMatch(/priority|globs|note|flags|constructor|"by"/);
  });

  test('an environment may use any name', () => {
    const environment = JSON.parse('{"__proto__": "x", "toString": "y", "a b": "z"}');
    const items = [{ id: 'c', text: 'T', obligations: [{ id: 'o', text: 'U', environment }] }];
    const { value, ignored } = fillContract({ goal: 'G', acceptance_set: { set_id: 's', revision: '', items } });
    expect(JSON.stringify(value.acceptance_set?.items[0]?.obligations[0]?.environment)).toBe(
      '{"__proto__":"x","toString":"y","a b":"z"}',
    );
    expect(ignored).toEqual([]);
  });
});

test('the ladder: later stages include earlier phases', () => {
  const checks = [...stages].reverse().map((phase) => ({ id: phase, criterion: 'T', phase }));
  const at = (stage: string) =>
    selectedChecks(fillContract({ goal: 'G', verification: { stage, checks } }).value).map(({ id }) => id);
  expect(at('targeted')).toEqual(['targeted']);
  expect(at('candidate')).toEqual(['candidate', 'targeted']);
  expect(at('integration')).toEqual(['integration', 'candidate', 'targeted']);
  expect(selectedChecks({ verification: null })).toEqual([]);
});

describe('revisions', () => {
  const items = [{ id: 'c', text: 'Caf\u00E9 \u{1F680}', obligations: [{ id: 'o', text: 'U', environment: {} }] }];
  const set = { set_id: 's', schema_version: 1, items } as const;

  test('of a known set', () => {
    // printf '{"items":[{"id":"c","obligations":[{"environment":{},"id":"o","text":"U"}],"text":"Café 🚀"}],"schema_version":1,"set_id":"s"}' | sha256sum
    expect(setRevision(set)).toBe('40f3cbd777ba1abfae9ccff4488f25b6700d102f94c282047e734762975ba44c');
  });

  test('what was left out is filled before it counts; its own revision does not count', () => {
    const bare = { set_id: 's', revision: 'a'.repeat(64), items: [{ id: 'c', text: 'T' }] };
    const filled = fillContract({ goal: 'G', acceptance_set: bare }).value.acceptance_set;
    const whole = { set_id: 's', schema_version: 1, items: [{ id: 'c', text: 'T', obligations: [] }] } as const;
    expect(filled && setRevision(filled)).toBe(setRevision(whole));
  });

  test('of a check: everything of it counts', () => {
    const check = { id: 'a', criterion: 'T', command: null, phase: 'targeted', requires_shell: false } as const;
    const whole = { ...check, estimated_seconds: null, scope: null, acceptance_refs: [] };
    expect(checkRevision(whole)).toMatch(/^[0-9a-f]{64}$/);
    for (const other of [{ command: 'npm test' }, { acceptance_refs: [{ ...ref, obligation_id: null }] }]) {
      expect(checkRevision({ ...whole, ...other })).not.toBe(checkRevision(whole));
    }
  });
});
