import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/shell.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { AddTask } from '../add-task.tsx';
import { useBlocked } from '../boot-context.ts';
import { LinkedTask } from '../linked-task.tsx';

const none: readonly Task[] = [];

export function Subtasks({ task }: { readonly task: Task }) {
  const children = useLive((state) => state.childrenOf.get(task.id) ?? none);
  const blocked = useBlocked();
  const [adding, setAdding] = useState(false);
  const opener = useOpener(adding);
  const done = children.filter((child) => child.status === 'done').length;
  return (
    <Section
      title={children.length > 0 ? `Subtasks, ${done} of ${children.length} done` : 'Subtasks'}
      actions={
        !adding && (
          <Button
            ref={opener}
            kind="quiet"
            small
            blocked={blocked}
            data-key="c"
            aria-label="Add a subtask"
            onAct={() => setAdding(true)}
          >
            Add
          </Button>
        )
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
