/** What the desk says of the journals' plan in time. The task is due in three days; the plan moves on its fourth working day. */
import { expect } from 'vitest';
import { workday } from './plans.ts';

const DAY_MS = 86_400_000;

/** `glance` is the head of the review, `inTime` the section with the table. Clock times depend on what else the week holds. */
export function expectJournalsInTime(glance: string, inTime: string): void {
  const due = `${dayOf(new Date(Date.now() + 3 * DAY_MS))}, end of the day`;
  const [first, last] = [dayOf(workday(1, '10:00')), dayOf(workday(4, '10:00'))];
  const clock = '\\d\\d:\\d\\d';
  const says = (text: string, ...lines: readonly string[]) => {
    for (const line of lines) expect(text).toMatch(new RegExp(line.replaceAll(' ', '\\s+')));
  };
  says(
    glance,
    `Deadline ${due}\\. The plan misses it\\. Its last placed step ends ${last}, ${clock}\\.`,
    'Capacity Unknown: 6 h 45 min of work and 1 subtask without an estimate\\.',
    `Begun now, what is estimated would be done by \\w{3} \\d+ \\w{3}.*, ${clock}\\. \\(.* of working time, (less|nothing) `,
    'Extent 6 subtasks, 6 h 45 min estimated, 1 without an estimate',
  );
  says(
    inTime,
    `Misses the deadline: the plan ends ${last}, ${clock}, the deadline is ${due}; [2-5] steps end after it\\.`,
    'Slack is what a step may slip before the plan ends later, not before the deadline\\.',
    'The critical path is 4 Move the journals in batches of 500, 5 Compare counts and a hundred entries by eye:',
    `1 Count the old journals and find the odd ones ${first}, 10:00 to 11:30 \\d+ h`,
    `4 Move the journals in batches of 500 ${last}, 10:00 to ${clock} critical after the deadline`,
    '6 Delete the old files on the first of the month not placed: no estimate unknown: no estimate',
  );
}

/** "Thu 3 Dec", with its year where that is another one. */
function dayOf(at: Date | string): string {
  const format = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return `${new Date(at).toLocaleDateString('en-GB', format).replaceAll(',', '')}(?: \\d{4})?`;
}
