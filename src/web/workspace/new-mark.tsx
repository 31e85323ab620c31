import type { Task } from '../../core/workspace/task.ts';
import { useNow } from '../parts/time.tsx';

const NEW_MS = 10 * 60_000;

/** For ten minutes, so that a person who approved a plan finds what it became among everything else. */
export function NewMark({ task }: { readonly task: Task }) {
  // Only a plan's tasks ask for the time: a board of thousands has few of them.
  return task.origin.from === 'plan' ? <Fresh createdAt={task.createdAt} /> : null;
}

function Fresh({ createdAt }: Pick<Task, 'createdAt'>) {
  const age = useNow() - Date.parse(createdAt);
  if (age >= NEW_MS) return null;
  return <span className="new-mark">New</span>;
}
