import { expect, test } from 'vitest';
import type { Question } from '../../core/run/question.ts';
import { questionsPart } from './questions.ts';
import type { Cut } from './room.ts';

function asked(
  id: number,
  status: Question['status'],
  size: number,
  askedAt = `2026-01-01T00:00:${10 + id}Z`,
): Question {
  const answer = status === 'answered' ? 'y'.repeat(size) : null;
  const rest = { runId: 'r', options: ['a'], deadline: askedAt, answeredAt: null, answeredBy: null };
  return { ...rest, id: `${id}`, text: 'x'.repeat(size), status, askedAt, answer };
}

type Shown = { readonly question_id: string; readonly question: string; readonly answer: string | null };

function shown(questions: readonly Question[], room = 16_000) {
  const cuts: Cut[] = [];
  const views = questionsPart(questions).within(room, (cut) => cuts.push(cut)) as Shown[];
  expect(JSON.stringify(views).length).toBeLessThanOrEqual(room);
  return { views, cuts };
}

const read = (questions: readonly Question[], room?: number) =>
  shown(questions, room).views.map(({ question_id, question, answer }) => [
    question_id,
    question.length,
    answer?.length ?? null,
  ]);

test('few are whole, in the order in which they were asked', () => {
  // As text the whole second comes after its fraction.
  const late = asked(3, 'open', 40, '2026-01-01T00:00:11.5Z');
  const questions = [asked(2, 'open', 60), late, asked(1, 'answered', 50)];
  expect(read(questions)).toEqual([
    ['1', 50, 50],
    ['3', 40, null],
    ['2', 60, null],
  ]);
  expect(shown(questions).cuts).toEqual([]);
  expect(read(questions, questionsPart(questions).full)).toHaveLength(3);
});

test('of many the open ones that wait longest, then the newest of the others, and how many are left out', () => {
  const over = Array.from({ length: 15 }, (_, at) => asked(at + 30, 'answered', 10));
  const open = Array.from({ length: 18 }, (_, at) => asked(at, 'open', 10)).reverse();
  const few = shown([...open, ...over]);
  const ids = (views: readonly Shown[]) => views.map(({ question_id }) => Number(question_id));
  expect(ids(few.views)).toEqual([...Array.from({ length: 18 }, (_, at) => at), 43, 44]);
  expect(few.cuts).toEqual([{ at: '', shown: 20, of: 33 }]);
  const many = Array.from({ length: 30 }, (_, at) => asked(at, 'open', 10)).reverse();
  expect(ids(shown(many).views)).toEqual(Array.from({ length: 20 }, (_, at) => at));
});

test('what has no room is cut and says so: first the open one that waits longest is whole, then the newest', () => {
  expect(read([asked(1, 'answered', 8000), asked(2, 'open', 12_000), asked(3, 'open', 8000)])).toEqual([
    ['1', 240, 240],
    ['2', 12_000, null],
    ['3', 240, null],
  ]);
  expect(read([asked(1, 'answered', 6000), asked(2, 'answered', 6000)])).toEqual([
    ['1', 240, 240],
    ['2', 6000, 6000],
  ]);
  const flood = shown(Array.from({ length: 20 }, (_, at) => asked(at, 'open', 8000)));
  expect(flood.views[1]).toMatchObject({ question: expect.stringMatching(/^x+\u2026$/), options: [], cut: true });
  expect(flood.cuts).toEqual([{ at: '' }]);
});
