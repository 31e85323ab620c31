import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';
import { stateOfSession, useLive, useSession } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Section } from '../../parts/shell.tsx';
import { useBlocked } from '../boot-context.ts';
import { LinkedTask } from '../linked-task.tsx';
import { useEdit, useEditAloud } from '../use-edit.ts';
import { Opener } from './opener.tsx';
import { TaskPicker } from './task-picker.tsx';

/** What must be done first, and what waits for this task. */
export function Dependencies({ task }: { readonly task: Task }) {
  const { live } = useSession();
  useLive((state) => state.tasksAt);
  const state = stateOfSession(live);
  const blocked = useBlocked();
  const editAloud = useEditAloud();
  const edit = useEdit();
  const [adding, setAdding] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const before = tasksOf(task.dependsOn, state.tasks);
  const after = tasksOf(state.dependantsOf.get(task.id) ?? [], state.tasks);

  // Those in the trash are not shown, and the daemon takes none of them.
  const kept = before.map((one) => one.id);

  const add = async (other: Task) => {
    const refusal = await edit(task, { dependsOn: [...kept, other.id] });
    setError(refusal ? refusalWords(refusal) : null);
  };

  return (
    <Section
      title="Depends on"
      actions={
        <Opener open={adding} onOpen={() => setAdding(true)} aria-label="Add a dependency">
          Add
        </Opener>
      }
    >
      {before.length === 0 && !adding && <p className="quiet">Nothing has to be done first.</p>}
      <ul>
        {before.map((other) => (
          <li key={other.id}>
            <LinkedTask task={other}>
              {!blocked && (
                <Button
                  kind="quiet"
                  small
                  icon
                  aria-label={`Remove the dependency on ${aliasOf(other)}`}
                  onAct={() => void editAloud(task, { dependsOn: kept.filter((id) => id !== other.id) })}
                >
                  ×
                </Button>
              )}
            </LinkedTask>
          </li>
        ))}
      </ul>
      {adding && (
        <div className="inline-form">
          <TaskPicker
            label="Must be done first"
            isOffered={(one) => one.id !== task.id && !task.dependsOn.includes(one.id)}
            error={error}
            onPick={(one) => void add(one)}
          />
          <Button small kind="quiet" onAct={() => setAdding(false)}>
            Close
          </Button>
        </div>
      )}
      {after.length > 0 && (
        <>
          <h3>Waiting for this task</h3>
          <ul>
            {after.map((other) => (
              <li key={other.id}>
                <LinkedTask task={other} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function tasksOf(ids: Iterable<string>, tasks: ReadonlyMap<string, Task>): readonly Task[] {
  return [...ids].flatMap((id) => {
    const task = tasks.get(id);
    return task && task.trashedAt === null ? [task] : [];
  });
}
