import { expect, test } from 'vitest';
import { againOf, isUnfinished } from './again.ts';

const requested = { model: null, thinking: null, profile: null, timeoutSeconds: null };
const run = {
  ...{ status: 'failed', turn: 1, kind: 'contract', code: 'timed_out', mode: 'work', agentId: 'rig' },
  ...{ conversationId: 'c1', settings: { requested }, endedAt: '2027-03-01T09:30:20.5Z' },
} as unknown as Parameters<typeof againOf>[0];
const place = { cwd: '/p' };
const at = (instant: string) => Date.parse(instant);
const later = at('2027-03-01T09:41:00Z');

test('a task is delegated anew, to the same agent, mode and folder, by anybody', () => {
  const same = '{"taskId":"T-3","agent":"rig","mode":"work","cwd":"/p"}';
  expect(againOf(run, place, 'T-3', later)).toEqual([{ by: 'any', line: `Call delegate_task with ${same}.` }]);
  const settings = { ...run.settings, requested: { ...run.settings.requested, model: 'rig/big' } };
  expect(againOf({ ...run, settings }, place, 'T-3', later)[0].line).toContain('"agent":"rig/big"');
});

test.each([
  [run, null, ', with the contract that it had.'],
  [{ ...run, turn: 2, kind: 'prompt' as const }, 'T-3', ', with the prompt in other words.'],
])('what is no task, and a later turn, goes on in its conversation: %#', (ended, alias, rest) => {
  const line = `Call tandem_continue with {"conversation_id":"c1"}${rest}`;
  expect(againOf(ended, place, alias, later)).toEqual([{ by: 'starter', line }]);
});

test('while its call answers the same run, a task goes on in the conversation; another agent may begin it anew', () => {
  const during = againOf(run, place, 'T-3', at('2027-03-01T09:40:20Z'));
  expect(during).toEqual([
    {
      by: 'starter',
      line: 'Call tandem_continue with {"conversation_id":"c1"}, with the contract that delegate_task with preflight true shows.',
    },
    { ...againOf(run, place, 'T-3', later)[0], from: '2027-03-01T09:41:00.000Z' },
  ]);
});

test('a session that is gone is begun fresh, with a handoff', () => {
  expect(againOf({ ...run, code: 'session_gone' }, place, null, later)[0].line).toBe(
    'Call tandem_continue with {"conversation_id":"c1","continuation":"fresh"}, with the contract that it had, and a handoff that tells what to know.',
  );
});

test('what was accepted all the same is over', () => {
  const verdict = { kind: 'accepted', at: '', by: '', notes: '' } as const;
  expect(isUnfinished({ status: 'failed', verdict: null })).toBe(true);
  expect(isUnfinished({ status: 'failed', verdict })).toBe(false);
  expect(isUnfinished({ status: 'completed', verdict: null })).toBe(false);
});
