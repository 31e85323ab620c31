import { describe, expect, test } from 'vitest';
import { fillContract } from '../contract/filled.ts';
import type { Snapshot } from './context-commands.ts';
import { promptOf } from './run-prompt.ts';

const rule = (id: string, required: boolean) => ({
  ...{ id, text: `text of ${id}`, source: 'docs', required },
  confirmedBy: required ? 'Mara' : null,
});
const pinned: Snapshot = {
  rules: [rule('must', true), rule('advice', false), rule('other', false)],
  decisions: [{ id: 'd', text: 'text of d', source: 'adr', status: 'accepted', supersedes: [], confirmedBy: 'Mara' }],
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
    expect(named).toContain('Decision, accepted [d] text of d');
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
