/** Schedule and capacity as the answer shows them: instants as text, subtasks by candidateId. */
import { formatInstant, parseInstant } from '../workspace/time.ts';
import { freeMinutes } from '../workspace/working-time.ts';
import { idAt } from './checks/check.ts';
import type { Capacity, Schedule } from './evaluation.ts';
import type { Judgement } from './judge.ts';

const OVERFULL_DAYS = 14;

export function scheduleOf(judgement: Judgement): Schedule {
  const { facts, layout } = judgement;
  return {
    subtasks: facts.graph.order.map((position) => {
      const { basis, startMs, endMs, slackMinutes, critical } = layout.placed[
        position
      ] as (typeof layout.placed)[number];
      return {
        candidateId: idAt(facts, position),
        basis,
        start: written(startMs),
        end: written(endMs),
        slackMinutes,
        critical,
      };
    }),
    criticalPath: layout.criticalPath.map((position) => idAt(facts, position)),
    end: written(layout.endMs),
    deadline: written(facts.deadline),
    deadlineEffect: deadlineEffect(judgement),
    unestimated: layout.unestimated,
  };
}

export function capacityOf({ facts, load }: Judgement): Capacity {
  return {
    from: formatInstant(facts.now),
    until: written(load.untilMs),
    workingMinutes: load.workingMinutes,
    committedMinutes: load.committedMinutes,
    otherPlannedMinutes: load.otherPlannedMinutes,
    neededMinutes: load.neededMinutes,
    unestimated: load.unestimated,
    fits: load.fits,
    overfullDays: load.overfullDays.slice(0, OVERFULL_DAYS),
  };
}

/**
 * `missed`: laid out, stated or by capacity it ends after the deadline. `at-risk`: it ends in time, with less free time
 * left than a fifth of the planned work. Without all estimates a plan that is in time so far is unknown.
 */
function deadlineEffect({ facts, layout, load }: Judgement): Schedule['deadlineEffect'] {
  const { deadline } = facts;
  if (deadline === null) return 'none';
  if (load.fits === false || (layout.endMs !== null && layout.endMs > deadline)) return 'missed';
  if (layout.unestimated > 0) return 'unknown';
  const end = Math.max(layout.endMs ?? facts.now, load.untilMs ?? facts.now);
  return freeMinutes(facts.owner.free, end, deadline) * 5 < load.neededMinutes ? 'at-risk' : 'met';
}

/** Null for what is unknown or has no RFC 3339 form (after the year 9999). */
function written(ms: number | null): string | null {
  if (ms === null) return null;
  const text = formatInstant(ms);
  return parseInstant(text) === null ? null : text;
}
