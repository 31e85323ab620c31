import { expect, test } from 'vitest';
import { placed } from '../../kit/result.ts';
import { refusalWords } from './refusal-words.ts';

test('a problem that only repeats the refusal does not hide its words for people', () => {
  const refusal = { code: 'unknown_task', message: 'No live task has that id or alias.', next: 'Use search_tasks.' };
  expect(refusalWords(placed(refusal, '/taskId'))).toBe('That task is in the trash, or there is none of that name.');
});

test('a problem of its own is what people read', () => {
  const problem = {
    code: 'not_absolute',
    path: '/folder',
    message: 'The path is not absolute.',
    fix: 'Give all of it.',
  };
  const refusal = { code: 'invalid_input', message: '1 problem.', next: 'Correct it.', problems: [problem] };
  expect(refusalWords(refusal)).toBe('The path is not absolute. Give all of it.');
});
