/** The bounds of a run's log, and updates of every shape. */
import { describe, expect, it } from 'vitest';
import type { Step } from '../../app/ports.ts';
import { isWellFormed } from '../../kit/text.ts';
import { limits, StepLog } from './steps.ts';

function log() {
  const steps: Step[] = [];
  return { steps, log: new StepLog((step) => steps.push(step)) };
}

const chunk = (text: string, kind = 'agent_message_chunk') => ({
  sessionUpdate: kind,
  content: { type: 'text', text },
});

describe('the step log', () => {
  it('merges what belongs together and cuts a long message, counting the rest', () => {
    const { steps, log: each } = log();
    for (const text of ['a', 'b', 'c']) each.update(chunk(text));
    each.update(chunk('hm', 'agent_thought_chunk'));
    each.update(chunk('x'.repeat(limits.message + 10)));
    each.flush();
    expect(steps.slice(0, 2).map(({ kind, text }) => [kind, text])).toEqual([
      ['message', 'abc'],
      ['thought', 'hm'],
    ]);
    expect(steps.at(-1)?.text).toBe('\u2026 and 10 more characters, which are not kept');
    expect(Math.max(...steps.map(({ text }) => text.length))).toBe(limits.step);
    each.beginTurn();
    each.update(chunk('next'));
    each.flush();
    expect(steps.at(-1)?.text).toBe('next');
  });

  it('never cuts a character in two', () => {
    const { steps, log: each } = log();
    each.update(chunk(`${'x'.repeat(limits.step - 1)}\u{1F600}`));
    each.flush();
    expect(steps.map(({ text }) => isWellFormed(text))).toEqual([true, true]);
  });

  it('ends a turn of too many steps with one last word', () => {
    const { steps, log: each } = log();
    const call = (at: number) => ({ sessionUpdate: 'tool_call', toolCallId: `${at}`, title: `call ${at}` });
    for (let at = 0; at < limits.steps * 3; at += 1) each.update(call(at));
    expect(steps).toHaveLength(limits.steps + 1);
    expect(steps.at(-1)).toMatchObject({ kind: 'note', text: 'this turn has more steps than are kept' });
    each.beginTurn();
    each.update(call(0));
    expect(steps).toHaveLength(limits.steps + 2);
  });

  it('tells a tool call when it changes, its growing output only at the end', () => {
    const { steps, log: each } = log();
    const update = (more: object) => each.update({ sessionUpdate: 'tool_call_update', toolCallId: 'one', ...more });
    each.update({ sessionUpdate: 'tool_call', toolCallId: 'one', title: 'run', kind: 'execute', rawInput: {} });
    for (let at = 0; at < 100; at += 1) {
      update({ content: [{ type: 'content', content: { type: 'text', text: `line ${at}` } }] });
    }
    update({ status: 'completed' });
    expect(steps.map(({ text }) => text)).toEqual(['run (pending)', 'run (completed)']);
    expect(steps[1]?.detail).toMatchObject({ output: 'line 99' });
  });

  it('takes an update of any shape for what it is: data', () => {
    const { steps, log: each } = log();
    const shapes: unknown[] = [
      null,
      undefined,
      1,
      'text',
      [],
      [null],
      [[]],
      {},
      { type: 'text' },
      { type: 'diff', path: 1 },
    ];
    const kinds = [
      'agent_message_chunk',
      'tool_call',
      'tool_call_update',
      'plan',
      'notice',
      'usage_update',
      'new one',
      7,
    ];
    for (const sessionUpdate of kinds) {
      for (const shape of shapes) {
        const fields = [
          'content',
          'entries',
          'toolCallId',
          'title',
          'kind',
          'status',
          'locations',
          'rawInput',
          'rawOutput',
        ];
        each.update({ sessionUpdate, ...Object.fromEntries(fields.map((field) => [field, shape])) });
        for (const field of fields) each.update({ sessionUpdate, [field]: shape });
      }
    }
    for (const { text } of steps) expect(typeof text).toBe('string');
    expect(steps.length).toBeGreaterThan(50);
  });
});
