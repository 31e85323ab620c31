import type { ReactNode } from 'react';
import type { Task } from '../../core/workspace/task.ts';
import { aliasOf } from '../data/live-state.ts';
import { PriorityMark } from '../parts/marks.tsx';
import { TaskRow } from '../parts/task-row.tsx';
import { DueMark } from './due-mark.tsx';
import { Link, taskTarget } from './link.tsx';
import { NewMark } from './new-mark.tsx';

/** A task on one line that leads to its page. */
export function LinkedTask({ task, children }: { readonly task: Task; readonly children?: ReactNode }) {
  return (
    <TaskRow
      status={task.status}
      alias={aliasOf(task)}
      title={task.title}
      link={(title, className) => (
        <Link {...taskTarget(task.trashedAt === null ? aliasOf(task) : task.id)} className={className}>
          {title}
        </Link>
      )}
    >
      <NewMark task={task} />
      <DueMark task={task} />
      <PriorityMark priority={task.priority} shapeOnly />
      {children}
    </TaskRow>
  );
}
