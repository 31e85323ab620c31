import type { Due, Task } from '../../core/workspace/task.ts';
import { DAY_MS } from '../../kit/durations.ts';
import { deadlineOf, dueMs, riskWords } from '../data/deadline.ts';
import { blockersOf } from '../data/live-state.ts';
import { stateOfSession, useLive, useSession } from '../data/use-live.ts';
import { dateAt } from '../data/zone.ts';
import { FlagIcon } from '../parts/icons.tsx';
import { DeadlineMark, type DeadlineState, Mark } from '../parts/marks.tsx';
import { useNow, useZone } from '../parts/time.tsx';
import { clockTime, dayWords, exactTime } from '../parts/time-words.ts';

interface DueMarkProps {
  readonly task: Task;
  /** Says the state also when it is the good one. */
  readonly full?: boolean;
}

/** The due of a task with its state, such as "Fri 4 Dec, at risk". */
export function DueMark({ task, full }: DueMarkProps) {
  const now = useNow();
  const zone = useZone();
  const { state, risk } = useDeadline(task);
  if (!task.due) return null;
  return (
    <span title={dueTitle(task.due, zone, risk)}>
      <DeadlineMark
        when={dueWords(task.due, zone, now)}
        state={state}
        full={full ?? false}
        done={task.status === 'done'}
      />
    </span>
  );
}

/** Where the day is known: the clock of a due that has one, and a state that is news. */
export function DueNote({ task }: { readonly task: Task }) {
  const zone = useZone();
  const { state, risk } = useDeadline(task);
  const { due } = task;
  if (!due) return null;
  const clock = 'at' in due ? clockTime(dueMs(due, zone), zone) : null;
  const news = state === 'at-risk' ? 'At risk' : state === 'missed' ? 'Missed' : null;
  if (!clock && !news) return null;
  return (
    <span title={dueTitle(due, zone, risk)}>
      {clock}
      {clock && news && ' '}
      {news && (
        <Mark icon={<FlagIcon />} tone={state === 'missed' ? 'bad' : 'warn'}>
          {news}
        </Mark>
      )}
    </span>
  );
}

/** The state with, at risk, the reason for it. */
function useDeadline(task: Task): { readonly state: DeadlineState; readonly risk: string | null } {
  const { live } = useSession();
  const now = useNow();
  const zone = useZone();
  // A dependency that is done changes the state, so every change of tasks counts.
  useLive((state) => state.tasksAt);
  if (!task.due) return { state: 'none', risk: null };
  const blocked = blockersOf(stateOfSession(live), task).length > 0;
  const circumstances = { zone, blocked, now };
  const state = deadlineOf(task, circumstances);
  return { state, risk: state === 'at-risk' ? riskWords(task, circumstances) : null };
}

function dueTitle(due: Due, zone: string, risk: string | null): string {
  const when = 'at' in due ? `Due ${exactTime(due.at, zone)}` : `Due at the end of ${dayWords(due.date, '')} (${zone})`;
  return risk ? `${when}. At risk: ${risk}.` : when;
}

/** "today", "tomorrow, 14:30", "Fri 4 Dec", "Fri 1 Jan 2027". */
function dueWords(due: Due, zone: string, now: number): string {
  const today = dateAt(now, zone);
  const date = 'at' in due ? dateAt(dueMs(due, zone), zone) : due.date;
  const day = nearDay(date, today) ?? dayWords(date, today.slice(0, 4));
  return 'at' in due ? `${day}, ${clockTime(dueMs(due, zone), zone)}` : day;
}

function nearDay(date: string, today: string): string | null {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days === -1 ? 'yesterday' : null;
}
