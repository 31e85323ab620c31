/** The closed list of constraint rules. No regular expressions, no expressions: a rule is data with a fixed meaning. */
import type { Priority, TaskStatus } from '../workspace/task.ts';

/**
 * Picks subtasks: all given parts must hold, or those of `or`. `tags` and `words` hold when one of them is there; words are whole words of
 * title or description in the sense of `words.ts` (any case, plurals count).
 */
export interface Selector extends SelectorParts {
  readonly or?: SelectorParts;
}

export interface SelectorParts {
  readonly tags?: readonly string[];
  readonly words?: readonly string[];
  readonly recommendation?: string;
  readonly priority?: Priority;
}

export type Rule =
  /** Between min and max subtasks. */
  | { readonly kind: 'subtask_count'; readonly min?: number; readonly max?: number }
  /** At least `min` (1) subtasks that the selector picks. */
  | { readonly kind: 'requires'; readonly where: Selector; readonly min?: number }
  /** No subtask that the selector picks. */
  | { readonly kind: 'forbids'; readonly where: Selector }
  /**
   * Every subtask that `later` picks depends, directly or not, on one that `first` picks; one that both pick holds the
   * first step in itself.
   */
  | { readonly kind: 'order'; readonly first: Selector; readonly later: Selector }
  /** Every picked subtask (all without `where`) states an estimate. */
  | { readonly kind: 'estimated'; readonly where?: Selector }
  /** Every stated estimate of the picked subtasks lies within the bounds (minutes). */
  | { readonly kind: 'estimate_range'; readonly min?: number; readonly max?: number; readonly where?: Selector }
  /** The stated estimates together stay within `max` minutes. */
  | { readonly kind: 'total_estimate'; readonly max: number }
  /** Every picked subtask states a due instant. */
  | { readonly kind: 'has_due'; readonly where?: Selector }
  /** Every picked subtask states a planned start. */
  | { readonly kind: 'has_start'; readonly where?: Selector }
  /** The last stated due or end lies at least `minutes` of wall time before the parent's deadline. */
  | { readonly kind: 'buffer_before_deadline'; readonly minutes: number }
  /** At most `max` subtasks have one of the statuses. */
  | { readonly kind: 'status_count'; readonly statuses: readonly TaskStatus[]; readonly max: number }
  /** At most `max` subtasks have this priority or a higher one. */
  | { readonly kind: 'priority_count'; readonly atLeast: Priority; readonly max: number }
  /** Every picked subtask's description has at least `min` characters. */
  | { readonly kind: 'described'; readonly min: number; readonly where?: Selector }
  /** Stated starts and ends of picked subtasks lie between two wall-clock times (`HH:MM`) of the workspace's zone; `from` after `to`: through the night. */
  | { readonly kind: 'between_hours'; readonly from: string; readonly to: string; readonly where?: Selector };

export type RuleKind = Rule['kind'];

/**
 * Whom a constraint of a kind binds. `plan`: only whoever writes a plan, for it judges its form: how many steps there are, and
 * which estimates, dates, priorities and descriptions they have. `work`: whoever carries it out too, for it says what is
 * done, what is not, in which order and at which hours.
 */
export const ruleBinds = {
  subtask_count: 'plan',
  requires: 'work',
  forbids: 'work',
  order: 'work',
  estimated: 'plan',
  estimate_range: 'plan',
  total_estimate: 'plan',
  has_due: 'plan',
  has_start: 'plan',
  buffer_before_deadline: 'plan',
  status_count: 'plan',
  priority_count: 'plan',
  described: 'plan',
  between_hours: 'work',
} as const satisfies Readonly<Record<RuleKind, 'plan' | 'work'>>;
