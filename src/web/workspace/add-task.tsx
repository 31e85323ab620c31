import type { TaskStatus } from '../../core/workspace/task.ts';
import { useSession } from '../data/use-live.ts';
import { statusWord } from '../parts/marks.tsx';
import { AddLine } from './add-line.tsx';

interface AddTaskProps {
  readonly status: TaskStatus;
  readonly parentId?: string;
  readonly onClose: () => void;
  readonly onAdded?: (id: string) => void;
}

/** A line to type tasks into, one after the other. */
export function AddTask({ status, parentId, onClose, onAdded }: AddTaskProps) {
  const { api } = useSession();

  const add = async (title: string) => {
    const answer = await api.call('create_task', { title, status, ...(parentId && { parentId }) });
    if (!answer.ok) return answer.refusal;
    onAdded?.(answer.value.id);
    return null;
  };

  return (
    <AddLine
      label={parentId ? 'New subtask' : `New task in ${statusWord(status)}`}
      maxLength={500}
      missing="Type a title first."
      onAdd={add}
      onClose={onClose}
    />
  );
}
