import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { useLive } from '../../data/use-live.ts';
import { Section } from '../../parts/shell.tsx';
import { AddTask } from '../add-task.tsx';
import { LinkedTask } from '../linked-task.tsx';
import { Opener } from './opener.tsx';

const none: readonly Task[] = [];

export function Subtasks({ task }: { readonly task: Task }) {
  const children = useLive((state) => state.childrenOf.get(task.id) ?? none);
  const [adding, setAdding] = useState(false);
  const done = children.filter((child) => child.status === 'done').length;
  return (
    <Section
      title={children.length > 0 ? `Subtasks, ${done} of ${children.length} done` : 'Subtasks'}
      actions={
        <Opener open={adding} onOpen={() => setAdding(true)} data-key="c" aria-label="Add a subtask">
          Add
        </Opener>
      }
    >
      {children.length === 0 && !adding && (
        <p className="quiet">No subtasks. An agent can plan some, or you add them here.</p>
      )}
      <ul>
        {children.map((child) => (
          <li key={child.id}>
            <LinkedTask task={child} />
          </li>
        ))}
      </ul>
      {adding && <AddTask status="backlog" parentId={task.id} onClose={() => setAdding(false)} />}
    </Section>
  );
}
