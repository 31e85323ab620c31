/** Rules about which subtasks a plan holds, and which comes first. */
import type { Subtask } from '../../plan/candidate.ts';
import type { Rule } from '../rule.ts';
import type { RuleFailure, RuleSubject } from '../rule-subject.ts';
import { describeSelector, picked, picks } from '../select.ts';
import { count, fail, named } from './failure.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

export function checkRequires(rule: Of<'requires'>, { subtasks }: RuleSubject): RuleFailure | null {
  const min = rule.min ?? 1;
  const found: Subtask[] = [];
  for (const subtask of subtasks) {
    if (picks(rule.where, subtask)) found.push(subtask);
    if (found.length >= min) return null;
  }
  return fail(
    `${count(found.length, 'subtask')} ${describeSelector(rule.where, found.length)}, at least ${min} wanted`,
    found,
  );
}

export function checkForbids(rule: Of<'forbids'>, { subtasks }: RuleSubject): RuleFailure | null {
  const found = picked(subtasks, rule.where);
  if (found.length === 0) return null;
  return fail(`${named(found)}: a subtask ${describeSelector(rule.where)} has no place here`, found);
}

export function checkOrder(rule: Of<'order'>, { subtasks }: RuleSubject): RuleFailure | null {
  const late = subtasks.filter((subtask) => picks(rule.later, subtask) && !picks(rule.first, subtask));
  if (late.length === 0) return null;
  const after = dependants(subtasks, picked(subtasks, rule.first));
  const loose = late.filter((subtask) => !after.has(subtask));
  if (loose.length === 0) return null;
  return fail(`${named(loose)} depends on no subtask ${describeSelector(rule.first)}`, loose);
}

/** Everything that depends on one of `roots`, directly or not. Ids that repeat count as each of their subtasks. */
function dependants(subtasks: readonly Subtask[], roots: readonly Subtask[]): ReadonlySet<Subtask> {
  const waiting = new Map<string, Subtask[]>();
  for (const subtask of subtasks) {
    for (const id of subtask.dependencyCandidateIds) {
      const list = waiting.get(id);
      if (list) list.push(subtask);
      else waiting.set(id, [subtask]);
    }
  }
  const found = new Set<Subtask>();
  const queue = [...roots];
  for (let next = queue.pop(); next; next = queue.pop()) {
    for (const dependant of waiting.get(next.candidateId) ?? []) {
      if (found.has(dependant)) continue;
      found.add(dependant);
      queue.push(dependant);
    }
  }
  return found;
}
