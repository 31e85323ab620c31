import { useEffect, useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { useLive } from '../../data/use-live.ts';

/**
 * When the estimate, laid over free working time from the planned start, is over; null when it is not known. The
 * calendar's arithmetic is 20 KB and comes only when a task needs it.
 */
export function usePlannedEnd(task: Task): string | null {
  const { plannedStart, estimateMinutes } = task;
  const commitments = useLive((state) => state.commitments);
  const calendar = useLive((state) => state.workspace.calendar);
  const [end, setEnd] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    setEnd(null);
    if (plannedStart === null || estimateMinutes === null) return;
    void import('../week/planned-end.ts').then(({ plannedEnd }) => {
      const ms = plannedEnd(calendar, commitments, Date.parse(plannedStart), estimateMinutes);
      if (!gone && ms !== null) setEnd(new Date(ms).toISOString());
    });
    return () => {
      gone = true;
    };
  }, [plannedStart, estimateMinutes, calendar, commitments]);

  return end;
}
