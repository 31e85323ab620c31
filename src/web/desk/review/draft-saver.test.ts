import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { done, refuse } from '../../../kit/result.ts';
import { blankDraft, type Draft } from './draft.ts';
import { createDraftSaver, type DraftState } from './draft-saver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const words = (notes: string): Draft => ({ ...blankDraft(1), notes });

function rig(answers: readonly boolean[]) {
  const saved: string[] = [];
  const states: DraftState['kind'][] = [];
  const saver = createDraftSaver({
    save: async (draft) => {
      saved.push(draft.notes);
      await new Promise((later) => setTimeout(later, 100));
      return (answers[saved.length - 1] ?? true)
        ? done({ at: '2026-03-02T09:00:00Z' })
        : refuse({ code: 'unreachable', message: 'No answer.', next: 'Wait.' });
    },
    tell: ({ kind }) => states.push(kind),
  });
  return { saver, saved, states };
}

it('saves once, a moment after the last key', async () => {
  const { saver, saved, states } = rig([]);
  for (const notes of ['N', 'No', 'Not']) saver.put(words(notes));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['Not']);
  expect(states.at(-1)).toBe('saved');
});

it('saves again what was typed while it saved, one after the other', async () => {
  const { saver, saved, states } = rig([]);
  saver.put(words('one'));
  await vi.advanceTimersByTimeAsync(650);
  saver.put(words('two'));
  await vi.advanceTimersByTimeAsync(60);
  expect(states.at(-1)).toBe('typing');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(saved).toEqual(['one', 'two']);
  expect(states.at(-1)).toBe('saved');
});

it('keeps what could not be saved and tries again', async () => {
  const { saver, saved, states } = rig([false]);
  saver.put(words('kept'));
  await vi.advanceTimersByTimeAsync(800);
  expect(states.at(-1)).toBe('failed');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saved).toEqual(['kept', 'kept']);
  expect(states.at(-1)).toBe('saved');
});

it('saves at once when the page goes', async () => {
  const { saver, saved } = rig([]);
  saver.put(words('bye'));
  saver.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual(['bye']);
});
