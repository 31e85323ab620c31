import { describe, expect, it } from 'vitest';
import { checkRule, ruleKinds } from './check-rule.ts';
import type { Rule } from './rule.ts';
import { planCases } from './rules/plan.cases.ts';
import { subject } from './rules/rule-case.ts';
import { timeCases } from './rules/time.cases.ts';

const cases = [...planCases, ...timeCases];
const review = { words: ['review'] };

describe.each(cases)('$rule.kind: $name', ({ rule, steps, world, fails, says }) => {
  it(fails === null ? 'holds' : 'fails', () => {
    const failure = checkRule(rule, subject(steps, world));
    expect(failure?.candidateIds ?? null).toEqual(fails);
    if (says) expect(failure?.message).toContain(says);
    if (failure) expect(failure.message.length).toBeLessThan(400);
  });
});

it('tries every kind both ways', () => {
  for (const kind of ruleKinds) {
    expect(
      cases.some((one) => one.rule.kind === kind && one.fails === null),
      `${kind} holds`,
    ).toBe(true);
    expect(
      cases.some((one) => one.rule.kind === kind && one.fails !== null),
      `${kind} fails`,
    ).toBe(true);
  }
});

it('names each repeated candidate id once', () => {
  expect(checkRule({ kind: 'has_due' }, subject([{ id: 'a' }, { id: 'a' }]))?.candidateIds).toEqual(['a']);
});

it('reads a subtask anew when its text was changed in place', () => {
  const changing = subject([{ id: 'a', title: 'Review' }]);
  const rule: Rule = { kind: 'requires', where: review };
  expect(checkRule(rule, changing)).toBeNull();
  (changing.subtasks[0] as { title: string }).title = 'Ship';
  expect(checkRule(rule, changing)).not.toBeNull();
});
