import { expect, test } from 'vitest';
import type { RunCard } from '../../../protocol/delegation-views.ts';
import { shownRun } from './shown-run.ts';

const verdict = (kind: 'accepted' | 'sent_back') => ({ kind, by: 'Mara', at: '', notes: '' }) as RunCard['verdict'];
const run = (name: string, more: object = {}) => ({
  name,
  status: 'cancelled' as const,
  endedAt: '2026-12-01T09:00:00Z',
  verdict: null,
  ...more,
});

const accepted = run('accepted', { verdict: verdict('accepted') });
const cancelled = run('cancelled');
const running = run('running', { endedAt: null });
const done = { ...run('completed'), status: 'completed' as const };
const back = run('sent back', { verdict: verdict('sent_back') });

test.each([
  ['cancelled', [cancelled]],
  ['accepted', [cancelled, accepted]],
  ['accepted', [cancelled, cancelled, accepted, cancelled]],
  ['completed', [done, accepted]],
  ['sent back', [cancelled, back, accepted].slice(1)],
  ['running', [running, accepted]],
  ['sent back', [back, cancelled]],
])('the card shows the %s run', (name, newestFirst) => {
  let shown: (typeof newestFirst)[number] | undefined;
  for (const one of newestFirst) shown = shownRun(shown, one);
  expect(shown?.name).toBe(name);
});
