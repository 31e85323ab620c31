import { expect, test } from 'vitest';
import { KEPT, type LogStep, missingPages, noLog, PAGE, planIn, stepAt, withAnswer } from './log-pages.ts';

const step = (text: string, more: Partial<LogStep> = {}): LogStep => ({
  at: '2026-01-01',
  kind: 'note',
  text,
  ...more,
});
const steps = (from: number, count: number) => Array.from({ length: count }, (_, at) => step(String(from + at)));

test('steps are found by their number, whatever was read first', () => {
  const log = withAnswer(withAnswer(noLog, { steps: steps(PAGE, 3), from: PAGE, total: PAGE + 3 }), {
    steps: steps(0, PAGE),
    from: 0,
    total: PAGE + 3,
  });
  expect([0, PAGE - 1, PAGE + 2].map((index) => stepAt(log, index)?.text)).toEqual(['0', `${PAGE - 1}`, `${PAGE + 2}`]);
  expect(stepAt(log, PAGE + 3)).toBeUndefined();
});

test('a page that grew is missing again, the rest is not', () => {
  const log = withAnswer(noLog, { steps: steps(0, 10), from: 0, total: 10 });
  expect(missingPages(log, 0, 60)).toEqual([]);
  expect(missingPages({ ...log, total: 12 }, 0, 60)).toEqual([0]);
  expect(missingPages({ ...log, total: 3 * PAGE }, PAGE - 1, 2 * PAGE + 1)).toEqual([0, 1, 2]);
});

test('an answer that came late shrinks nothing', () => {
  const log = withAnswer(noLog, { steps: steps(0, 10), from: 0, total: 10 });
  const late = withAnswer(log, { steps: steps(0, 4), from: 0, total: 4 });
  expect(late.total).toBe(10);
  expect(stepAt(late, 9)?.text).toBe('9');
});

test('what was used longest ago goes first', () => {
  let log = noLog;
  for (let page = 0; page <= KEPT; page++) {
    log = withAnswer(log, { steps: steps(page * PAGE, PAGE), from: page * PAGE, total: 100_000 });
  }
  expect(log.pages.size).toBe(KEPT);
  expect(stepAt(log, 0)).toBeUndefined();
  expect(stepAt(log, PAGE)?.text).toBe(String(PAGE));
});

test('the newest plan that is held', () => {
  const plan = (status: string) => step('p', { kind: 'plan', detail: [{ content: 'Read', status }, null, 'x'] });
  const log = withAnswer(noLog, {
    steps: [plan('pending'), step('a'), plan('completed'), step('b')],
    from: 0,
    total: 4,
  });
  expect(planIn(log)?.entries).toEqual([{ content: 'Read', status: 'completed' }]);
  expect(
    planIn(withAnswer(noLog, { steps: [step('p', { kind: 'plan', detail: 7 })], from: 0, total: 1 }))?.entries,
  ).toEqual([]);
  expect(planIn(noLog)).toBeNull();
});
