import { useCallback } from 'react';
import type { Task } from '../../core/workspace/task.ts';
import type { Refusal } from '../../kit/result.ts';
import type { TaskEdit } from '../data/answers.ts';
import { useSession } from '../data/use-live.ts';
import { toast } from '../parts/toast.tsx';

/** What went wrong, in one or two sentences. */
export function refusalWords({ message, next, problems }: Refusal): string {
  const first = problems?.[0];
  return first ? `${first.message} ${first.fix}` : `${message} ${next}`;
}

/**
 * Changes a task: shown at once, sent, and taken back when the daemon refuses. Answers the refusal so that a field can
 * keep what was typed and say so; without a field of its own the caller uses `useEditAloud`.
 */
export function useEdit(): (task: Task, set: TaskEdit) => Promise<Refusal | null> {
  const { api, live } = useSession();
  return useCallback(
    async (task, set) => {
      const takeBack = live.expect(task.id, expected(task, set));
      const answer = await api.call('edit_task', { taskId: task.id, ...set });
      if (answer.ok) return null;
      takeBack();
      return answer.refusal;
    },
    [api, live],
  );
}

/** With what the daemon will add: finished tasks are ordered by when. */
function expected(task: Task, set: TaskEdit): Partial<Task> {
  if (set.status === undefined || set.status === task.status) return set as Partial<Task>;
  return { ...(set as Partial<Task>), doneAt: set.status === 'done' ? new Date().toISOString() : null };
}

/** The same for controls that have no place for an error: it is said in a notice. */
export function useEditAloud(): (task: Task, set: TaskEdit) => Promise<boolean> {
  const edit = useEdit();
  return useCallback(
    async (task, set) => {
      const refusal = await edit(task, set);
      if (refusal) toast({ tone: 'bad', text: `T-${task.number} was not changed: ${refusalWords(refusal)}` });
      return refusal === null;
    },
    [edit],
  );
}
