import { expect, test } from 'vitest';
import type { Question } from '../../core/run/question.ts';
import { questionsShown } from './questions.ts';

function asked(id: number, status: Question['status'], size: number): Question {
  const at = '2026-01-01T00:00:00Z';
  const answer = status === 'answered' ? 'y'.repeat(size) : null;
  const rest = { runId: 'r', options: ['a'], askedAt: at, deadline: at, answeredAt: null, answeredBy: null };
  return { ...rest, id: `${id}`, text: 'x'.repeat(size), status, answer };
}

const read = (questions: readonly Question[]) =>
  questionsShown(questions).map(({ question_id, question, answer }) => [
    question_id,
    question.length,
    answer?.length ?? null,
  ]);

test('few are whole, newest last, twenty at most', () => {
  expect(read([asked(1, 'answered', 50), asked(2, 'open', 60)])).toEqual([
    ['1', 50, 50],
    ['2', 60, null],
  ]);
  const many = Array.from({ length: 30 }, (_, at) => asked(at, 'open', 10));
  expect(read(many).map(([id]) => id)).toEqual(many.slice(10).map(({ id }) => id));
});

test('the open one that waits longest is whole however long; what has no room is cut', () => {
  expect(read([asked(1, 'answered', 8000), asked(2, 'open', 20_000), asked(3, 'open', 8000)])).toEqual([
    ['1', 300, 300],
    ['2', 20_000, null],
    ['3', 300, null],
  ]);
  const flood = Array.from({ length: 20 }, (_, at) => asked(at, 'open', 8000));
  expect(JSON.stringify(questionsShown(flood)).length).toBeLessThan(30_000);
  expect(questionsShown(flood)[1]?.question).toMatch(/^x+\u2026?$/);
});

test('of those that are over the newest are whole first', () => {
  expect(read([asked(1, 'answered', 6000), asked(2, 'answered', 6000)])).toEqual([
    ['1', 300, 300],
    ['2', 6000, 6000],
  ]);
});
