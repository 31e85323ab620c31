import { expect, test } from 'vitest';
import { againOf, isUnfinished } from './again.ts';

const requested = { model: null, thinking: null, profile: null, timeoutSeconds: null };
const run = {
  ...{ status: 'failed', turn: 1, kind: 'contract', code: 'timed_out', mode: 'work', agentId: 'rig' },
  ...{ conversationId: 'c1', settings: { requested } },
} as unknown as Parameters<typeof againOf>[0];
const place = { cwd: '/p' };

test('a task is delegated anew, to the same agent, mode and folder, by anybody', () => {
  const same = '{"taskId":"T-3","agent":"rig","mode":"work","cwd":"/p"}';
  expect(againOf(run, place, 'T-3')).toEqual({ by: 'any', line: `Call delegate_task with ${same}.` });
  const settings = { ...run.settings, requested: { ...run.settings.requested, model: 'rig/big' } };
  expect(againOf({ ...run, settings }, place, 'T-3').line).toContain('"agent":"rig/big"');
});

test.each([
  [run, null, ', with the contract that it had.'],
  [{ ...run, turn: 2, kind: 'prompt' as const }, 'T-3', ', with the prompt in other words.'],
])('what is no task, and a later turn, goes on in its conversation: %#', (ended, alias, rest) => {
  const line = `Call tandem_continue with {"conversation_id":"c1"}${rest}`;
  expect(againOf(ended, place, alias)).toEqual({ by: 'starter', line });
});

test('a session that is gone is begun fresh, with a handoff', () => {
  expect(againOf({ ...run, code: 'session_gone' }, place, null).line).toBe(
    'Call tandem_continue with {"conversation_id":"c1","continuation":"fresh"}, with the contract that it had, and a handoff that tells what to know.',
  );
});

test('what was accepted all the same is over', () => {
  const verdict = { kind: 'accepted', at: '', by: '', notes: '' } as const;
  expect(isUnfinished({ status: 'failed', verdict: null })).toBe(true);
  expect(isUnfinished({ status: 'failed', verdict })).toBe(false);
  expect(isUnfinished({ status: 'completed', verdict: null })).toBe(false);
});
