import { useCallback } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';
import { stateOfSession, useSession } from '../../data/use-live.ts';
import { statusWord } from '../../parts/marks.tsx';
import { tellChange } from '../undo/tell-change.ts';
import { useUndo } from '../undo/use-undo.ts';
import { useEditAloud } from '../use-edit.ts';
import type { Columns } from './filter.ts';
import { type Place, rankAt } from './place.ts';

/** Puts a task at a place among the cards that are shown, and says so with a way back. */
export function useMove(): (columns: Columns, taskId: string, place: Place) => Promise<boolean> {
  const { live } = useSession();
  const edit = useEditAloud();
  const undo = useUndo();
  return useCallback(
    async (columns, taskId, place) => {
      const task = stateOfSession(live).tasks.get(taskId);
      if (!task) return false;
      const seq = await edit(task, placing(task, columns, place));
      if (seq === null) return false;
      if (task.status !== place.status) {
        tellChange(`You moved ${aliasOf(task)} to ${statusWord(place.status)}.`, () => void undo(seq));
      }
      return true;
    },
    [live, edit, undo],
  );
}

/** Finished tasks are ordered by when they were finished, so a place among them is no place. */
function placing(task: Task, columns: Columns, { status, index }: Place) {
  if (status === 'done') return { status };
  const others = columns[status].filter((one) => one.id !== task.id);
  const rank = rankAt(others, index);
  return status === task.status ? { rank } : { status, rank };
}
