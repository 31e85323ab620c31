import { describe, expect, test } from 'vitest';
import { fillContract } from '../contract/filled.ts';
import { setRevision } from '../contract/revision.ts';
import type { Snapshot } from './context-commands.ts';
import { promptOf } from './run-prompt.ts';

const rule = (id: string, required: boolean) => ({
  ...{ id, text: `text of ${id}`, source: 'docs', required },
  confirmedBy: required ? 'Mara' : null,
});
const pinned: Snapshot = {
  rules: [rule('must', true), rule('advice', false), rule('other', false)],
  decisions: [
    { id: 'd', text: 'text of d', source: 'adr', status: 'accepted', supersedes: ['e', 'f'], confirmedBy: 'Mara' },
  ],
};

function promptFor(context_options: object): string {
  const contract = fillContract({ goal: 'A goal.', context_options }).value;
  return promptOf({ mode: 'analyze', prompt: null, contract, constraints: ['Base.'], pinned, handoff: null });
}

describe('the pinned context in a prompt', () => {
  test('as a capsule holds required rules and what the contract names, and says what it left out', () => {
    const bare = promptFor({ delivery: 'capsule' });
    expect(bare).toContain('Required [must] text of must');
    expect(bare).not.toContain('text of advice');
    expect(bare).toContain('3 more: read them with tandem_context_read.');
    const named = promptFor({ delivery: 'capsule', advisory_rule_ids: ['advice'], decision_ids: ['d'] });
    expect(named).toContain('Advisory [advice] text of advice');
    expect(named).toContain('Decision, accepted [d] text of d (source: adr; replaces e, f)');
    expect(named).not.toContain('text of other');
  });

  test('in full holds all of it', () => {
    const whole = promptFor({ delivery: 'full' });
    for (const id of ['must', 'advice', 'other', 'd']) expect(whole).toContain(`text of ${id}`);
    expect(whole).not.toContain('more: read them');
  });

  test('without a contract still holds what is required', () => {
    const text = promptOf({
      mode: 'think',
      prompt: 'Look.',
      contract: null,
      constraints: [],
      pinned,
      handoff: 'Before.',
    });
    expect(text).toContain('Required [must]');
    expect(text).toContain('Before.');
  });
});

describe('a worker is told what its report must say', () => {
  const set = { set_id: 's', schema_version: 1 as const, items: [{ id: 'c1', text: 'It adds', obligations: [] }] };
  const revision = setRevision(set);
  const ref = { set_id: 's', revision, criterion_id: 'c1', obligation_id: null };
  const told = (verification: object) => {
    const given = {
      goal: 'A goal.',
      acceptance: ['It adds'],
      acceptance_set: { ...set, revision },
      requirements: { entry_paths: ['src/in.ts'], boundary_paths: ['src/out.ts'], live_path_evidence: ['a trace'] },
      verification: {
        stage: 'targeted',
        checks: [
          { id: 'k', criterion: 'adds', command: 'true', phase: 'targeted', acceptance_refs: [ref] },
          { id: 'free', criterion: 'free', command: 'true', phase: 'targeted' },
        ],
        ...verification,
      },
    };
    const contract = fillContract(given as never).value;
    return promptOf({ mode: 'work', prompt: null, contract, constraints: [], pinned: null, handoff: null });
  };

  test('mode, target and what each check covers', () => {
    const text = told({ acceptance_coverage: 'require_current_evidence' });
    expect(text).toContain('[k] adds: `true` (covers c1)');
    expect(text).toContain('[free] free: `true` (covers nothing that is declared)');
    expect(text).toMatch(/Mode require_current_evidence: .*\n- Target: .* kind tree/);
    expect(text).toContain('current_scope');
    const scope = { kind: 'commit', digest: 'a'.repeat(40) };
    expect(told({ acceptance_coverage: 'report_only', coverage_scope: scope })).toMatch(
      /Mode report_only: .*\n- Target: the commit a{40}/,
    );
  });

  test('the paths and evidence that the contract asks for', () => {
    for (const one of ['src/in.ts', 'src/out.ts', 'a trace']) expect(told({})).toContain(`- ${one}`);
  });
});
