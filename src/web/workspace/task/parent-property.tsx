import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import type { Refusal } from '../../../kit/result.ts';
import { aliasOf } from '../../data/live-state.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Link, taskTarget } from '../link.tsx';
import { useEdit } from '../use-edit.ts';
import { Opener } from './opener.tsx';
import { Property } from './property.tsx';
import { TaskPicker } from './task-picker.tsx';

export function ParentProperty({ task }: { readonly task: Task }) {
  const parent = useLive((state) => (task.parentId === null ? undefined : state.tasks.get(task.parentId)));
  const edit = useEdit();
  const [editing, setEditing] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const done = (refusal: Refusal | null) => {
    setError(refusal ? refusalWords(refusal) : null);
    if (!refusal) setEditing(false);
  };

  return (
    <Property name="Part of">
      {parent && (
        <Link {...taskTarget(aliasOf(parent))} className="parent-link">
          <span className="alias">{aliasOf(parent)}</span> <PlainText>{parent.title}</PlainText>
        </Link>
      )}
      {editing && (
        <div className="inline-form">
          <TaskPicker
            label="Parent task"
            isOffered={(one) => one.id !== task.id && one.id !== task.parentId}
            error={error}
            onPick={async (one) => done(await edit(task, { parentId: one.id }))}
          />
          <div className="buttons">
            {parent && (
              <Button small onAct={async () => done(await edit(task, { parentId: null }))}>
                No parent
              </Button>
            )}
            <Button small kind="quiet" onAct={() => setEditing(false)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      <Opener open={editing} onOpen={() => setEditing(true)} aria-label={parent ? 'Change the parent' : 'Set a parent'}>
        {parent ? 'Change' : 'Set'}
      </Opener>
    </Property>
  );
}
