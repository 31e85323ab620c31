/** Rules that each picked subtask must keep by itself. */
import { durationWords } from '../../../kit/durations.ts';
import type { Subtask } from '../../plan/candidate.ts';
import type { Rule } from '../rule.ts';
import type { RuleFailure, RuleSubject } from '../rule-subject.ts';
import { picked } from '../select.ts';
import { bounds, fail, named, within } from './failure.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

export function checkEstimated(rule: Of<'estimated'>, { subtasks }: RuleSubject): RuleFailure | null {
  const open = picked(subtasks, rule.where).filter((subtask) => subtask.estimatedDurationMinutes === undefined);
  return open.length === 0 ? null : fail(`no estimate on ${named(open)}`, open);
}

export function checkEstimateRange(rule: Of<'estimate_range'>, { subtasks }: RuleSubject): RuleFailure | null {
  const outside = picked(subtasks, rule.where).filter(
    ({ estimatedDurationMinutes: minutes }) => minutes !== undefined && !within(minutes, rule),
  );
  if (outside.length === 0) return null;
  const figures = outside.slice(0, 3).map((subtask) => durationWords(subtask.estimatedDurationMinutes ?? 0));
  return fail(`estimate of ${named(outside)}: ${figures.join(', ')}, ${bounds(rule, durationWords)} wanted`, outside);
}

/** Counts a due that is stated; whether it can be read is the workspace's own check. */
export function checkHasDue(rule: Of<'has_due'>, { subtasks }: RuleSubject): RuleFailure | null {
  const open = picked(subtasks, rule.where).filter((subtask) => subtask.dueAt === undefined);
  return open.length === 0 ? null : fail(`no due instant (dueAt) on ${named(open)}`, open);
}

export function checkHasStart(rule: Of<'has_start'>, { subtasks }: RuleSubject): RuleFailure | null {
  const open = picked(subtasks, rule.where).filter((subtask) => subtask.plannedStart === undefined);
  return open.length === 0 ? null : fail(`no planned start (plannedStart) on ${named(open)}`, open);
}

export function checkDescribed(rule: Of<'described'>, { subtasks }: RuleSubject): RuleFailure | null {
  const short = picked(subtasks, rule.where).filter((subtask) => described(subtask) < rule.min);
  if (short.length === 0) return null;
  const figures = short.map(described).slice(0, 3);
  return fail(`description of ${named(short)}: ${figures.join(', ')} characters, at least ${rule.min} wanted`, short);
}

/** Code points without the blanks around them: padding describes nothing. */
function described(subtask: Subtask): number {
  return [...subtask.description.trim()].length;
}
