/** All checks. One that is not in this list does not exist for the evaluator. */
import type { Load } from '../capacity.ts';
import type { Facts } from '../facts.ts';
import type { Layout } from '../schedule.ts';
import { checkBlankTitle } from './blank-title.ts';
import { checkCapacity } from './capacity.ts';
import type { Raised } from './check.ts';
import { checkClaimedTwice, checkUncoveredItem, checkUnknownItem } from './checklist.ts';
import { checkAssignedConsulted, checkMandatory, checkMatched } from './consultation.ts';
import { checkCycle } from './cycle.ts';
import { checkDeadline } from './deadline.ts';
import { checkDependencies } from './dependencies.ts';
import { checkDuplicateId } from './duplicate-id.ts';
import { checkInstants } from './instants.ts';
import { checkNearDuplicate } from './near-duplicate.ts';
import { checkOverlap } from './overlap.ts';
import { checkParent } from './parent.ts';
import { checkRecommendation } from './recommendation.ts';
import { checkRules } from './rules.ts';
import { checkAssigned, checkConsulted } from './sidekicks.ts';
import { checkDueOrder, checkStartInCommitment, checkStartOrder } from './stated-times.ts';
import { checkStatus } from './status.ts';
import { checkWorkingHours } from './working-hours.ts';

/** What was computed once about the plan as a whole, for the checks that look at it. */
export interface Outlook {
  readonly layout: Layout;
  readonly load: Load;
}

/** Pure over facts and outlook; answers in any order. */
export type Check = (facts: Facts, outlook: Outlook) => readonly Raised[];

export const checks: readonly Check[] = [
  checkParent,
  checkDuplicateId,
  checkDependencies,
  checkCycle,
  checkBlankTitle,
  checkStatus,
  checkInstants,
  checkConsulted,
  checkAssigned,
  checkRecommendation,
  checkUnknownItem,
  checkUncoveredItem,
  checkClaimedTwice,
  checkMandatory,
  checkMatched,
  checkAssignedConsulted,
  checkRules,
  checkStartOrder,
  checkDueOrder,
  checkStartInCommitment,
  checkWorkingHours,
  checkOverlap,
  checkNearDuplicate,
  checkDeadline,
  checkCapacity,
];
