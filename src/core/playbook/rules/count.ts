/** Rules over the plan as a whole: how many, how much. */
import { durationWords } from '../../../kit/durations.ts';
import { priorities } from '../../workspace/task.ts';
import type { Rule } from '../rule.ts';
import type { RuleFailure, RuleSubject } from '../rule-subject.ts';
import { bounds, count, fail, within } from './failure.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

export function checkSubtaskCount(rule: Of<'subtask_count'>, { subtasks }: RuleSubject): RuleFailure | null {
  if (within(subtasks.length, rule)) return null;
  return fail(`the plan has ${count(subtasks.length, 'subtask')}, ${bounds(rule)} wanted`, subtasks);
}

export function checkTotalEstimate(rule: Of<'total_estimate'>, { subtasks }: RuleSubject): RuleFailure | null {
  const stated = subtasks.filter((subtask) => subtask.estimatedDurationMinutes !== undefined);
  const total = stated.reduce((sum, subtask) => sum + (subtask.estimatedDurationMinutes ?? 0), 0);
  if (total <= rule.max) return null;
  return fail(
    `the stated estimates together are ${durationWords(total)}, at most ${durationWords(rule.max)} wanted`,
    stated,
  );
}

export function checkStatusCount(rule: Of<'status_count'>, { subtasks }: RuleSubject): RuleFailure | null {
  const found = subtasks.filter((subtask) => rule.statuses.includes(subtask.status));
  if (found.length <= rule.max) return null;
  const statuses = rule.statuses.join(' or ');
  return fail(`${count(found.length, 'subtask')} with status ${statuses}, at most ${rule.max} wanted`, found);
}

export function checkPriorityCount(rule: Of<'priority_count'>, { subtasks }: RuleSubject): RuleFailure | null {
  const floor = priorities.indexOf(rule.atLeast);
  const found = subtasks.filter((subtask) => priorities.indexOf(subtask.priority) >= floor);
  if (found.length <= rule.max) return null;
  return fail(
    `${count(found.length, 'subtask')} of priority ${rule.atLeast} or higher, at most ${rule.max} wanted`,
    found,
  );
}
