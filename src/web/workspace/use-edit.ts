import { useCallback } from 'react';
import type { Task } from '../../core/workspace/task.ts';
import type { Refusal, Result } from '../../kit/result.ts';
import type { TaskEdit } from '../data/answers.ts';
import { useSession } from '../data/use-live.ts';
import { refusalWords } from '../parts/refusal-words.ts';
import { toast } from '../parts/toast.tsx';

/** Changes a task: shown at once, sent, and taken back when the daemon refuses. */
function useSend(): (task: Task, set: TaskEdit) => Promise<Result<{ readonly seq: number }>> {
  const { api, live } = useSession();
  return useCallback(
    async (task, set) => {
      const takeBack = live.expect(task.id, expected(task, set));
      const answer = await api.call('edit_task', { taskId: task.id, ...set });
      if (!answer.ok) takeBack();
      return answer;
    },
    [api, live],
  );
}

/** For fields: answers the refusal, so that the field can keep what was typed and say so. */
export function useEdit(): (task: Task, set: TaskEdit) => Promise<Refusal | null> {
  const send = useSend();
  return useCallback(
    async (task, set) => {
      const answer = await send(task, set);
      return answer.ok ? null : answer.refusal;
    },
    [send],
  );
}

/** With what the daemon will add: finished tasks are ordered by when. */
function expected(task: Task, set: TaskEdit): Partial<Task> {
  if (set.status === undefined || set.status === task.status) return set as Partial<Task>;
  return { ...(set as Partial<Task>), doneAt: set.status === 'done' ? new Date().toISOString() : null };
}

/**
 * For controls that have no place for an error: it is said in a notice. Answers the sequence number of the change, for
 * undoing exactly this one; null when it failed.
 */
export function useEditAloud(): (task: Task, set: TaskEdit) => Promise<number | null> {
  const send = useSend();
  return useCallback(
    async (task, set) => {
      const answer = await send(task, set);
      if (answer.ok) return answer.value.seq;
      toast({ tone: 'bad', text: `T-${task.number} was not changed: ${refusalWords(answer.refusal)}` });
      return null;
    },
    [send],
  );
}
