/** The bounds of a run's log, and updates of every shape. */
import { describe, expect, it } from 'vitest';
import type { Step } from '../../app/ports.ts';
import { isWellFormed } from '../../kit/text.ts';
import { askedOf } from './permission.ts';
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

  it('bounds each string of an agent, wherever it stands', () => {
    const { steps, log: each } = log();
    const long = 'x'.repeat(1_000_000);
    const text = { type: 'text', text: long };
    const call = { toolCallId: long, title: long, kind: long, status: long, locations: [{ path: long }] };
    for (const update of [
      { sessionUpdate: 'agent_message_chunk', content: text },
      { sessionUpdate: 'agent_message_chunk', content: { type: long, uri: long } },
      { sessionUpdate: 'agent_thought_chunk', content: text },
      { sessionUpdate: 'tool_call', ...call, rawInput: { [long]: long } },
      { sessionUpdate: 'tool_call_update', ...call, status: 'done', content: [{ content: text }, { type: 'diff' }] },
      { sessionUpdate: 'plan', entries: Array.from({ length: 1000 }, () => ({ content: long, status: long })) },
      { sessionUpdate: 'notice', message: long },
    ])
      each.update(update);
    each.note(long, { [long]: long });
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['message', 'thought', 'tool', 'plan', 'note']));
    for (const step of steps) expect(JSON.stringify(step).length).toBeLessThan(3 * limits.step);
    expect(JSON.stringify(steps).length).toBeLessThan(4 * limits.message);
    const request = { toolCall: { ...call, rawInput: undefined }, options: [], sessionId: 's' };
    const asked = askedOf(request as unknown as Parameters<typeof askedOf>[0]);
    expect(JSON.stringify(asked).length).toBeLessThan(limits.step);
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
