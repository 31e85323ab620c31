/** One rule against one candidate. Pure and total: every rule kind has its check here, null = it holds. */

import type { Rule, RuleKind } from './rule.ts';
import type { RuleFailure, RuleSubject } from './rule-subject.ts';
import { checkPriorityCount, checkStatusCount, checkSubtaskCount, checkTotalEstimate } from './rules/count.ts';
import { checkDescribed, checkEstimated, checkEstimateRange, checkHasDue, checkHasStart } from './rules/every.ts';
import { checkForbids, checkOrder, checkRequires } from './rules/presence.ts';
import { checkBetweenHours, checkBuffer } from './rules/time.ts';

type Check<K extends Rule['kind']> = (rule: Extract<Rule, { kind: K }>, subject: RuleSubject) => RuleFailure | null;

const checks: { readonly [K in Rule['kind']]: Check<K> } = {
  subtask_count: checkSubtaskCount,
  requires: checkRequires,
  forbids: checkForbids,
  order: checkOrder,
  estimated: checkEstimated,
  estimate_range: checkEstimateRange,
  total_estimate: checkTotalEstimate,
  has_due: checkHasDue,
  has_start: checkHasStart,
  buffer_before_deadline: checkBuffer,
  status_count: checkStatusCount,
  priority_count: checkPriorityCount,
  described: checkDescribed,
  between_hours: checkBetweenHours,
};

/** Every kind there is. */
export const ruleKinds = Object.keys(checks) as readonly RuleKind[];

export function checkRule(rule: Rule, subject: RuleSubject): RuleFailure | null {
  // The table pairs each kind with its own check; TypeScript cannot follow the pairing through a union.
  return (checks[rule.kind] as Check<Rule['kind']>)(rule as never, subject);
}
