import { type KeyboardEvent, useState } from 'react';
import type { TaskStatus } from '../../core/workspace/task.ts';
import { useSession } from '../data/use-live.ts';
import { isActed } from '../parts/act.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { statusWord } from '../parts/marks.tsx';
import { refusalWords } from '../parts/refusal-words.ts';

interface AddTaskProps {
  readonly status: TaskStatus;
  readonly parentId?: string;
  readonly onClose: () => void;
  readonly onAdded?: (id: string) => void;
}

/** A line to type tasks into, one after the other. A failed save keeps the text. */
export function AddTask({ status, parentId, onClose, onAdded }: AddTaskProps) {
  const { api } = useSession();
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const add = async () => {
    if (title.trim() === '' || busy) return;
    setBusy(true);
    const answer = await api.call('create_task', { title: title.trim(), status, ...(parentId && { parentId }) });
    setBusy(false);
    setError(answer.ok ? null : refusalWords(answer.refusal));
    if (!answer.ok) return;
    setTitle('');
    onAdded?.(answer.value.id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isActed(event)) return;
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) void add();
    // What was typed is not thrown away by a key.
    if (event.key === 'Escape' && title === '') onClose();
  };

  return (
    <div className="add-task">
      <TextField
        label={parentId ? 'New subtask' : `New task in ${statusWord(status)}`}
        value={title}
        maxLength={500}
        autoFocus
        error={error}
        onText={setTitle}
        onKeyDown={onKeyDown}
      />
      <div className="buttons">
        <Button
          small
          kind="main"
          busy={busy}
          blocked={title.trim() === '' && 'Type a title first.'}
          onAct={() => void add()}
        >
          Add
        </Button>
        <Button small kind="quiet" onAct={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
