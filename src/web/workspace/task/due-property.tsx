import { useState } from 'react';
import type { Due, Task } from '../../../core/workspace/task.ts';
import { fromLocalInput, localInput } from '../../data/zone.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { useZone } from '../../parts/time.tsx';
import { DueMark } from '../due-mark.tsx';
import { useEdit } from '../use-edit.ts';
import { Opener } from './opener.tsx';
import { Property } from './property.tsx';

export function DueProperty({ task }: { readonly task: Task }) {
  const [editing, setEditing] = useState(false);
  return (
    <Property name="Due">
      {editing && <DueForm task={task} onClose={() => setEditing(false)} />}
      <Opener open={editing} onOpen={() => setEditing(true)}>
        {task.due ? <DueMark task={task} full /> : 'Set'}
        <span className="visually-hidden">, {task.due ? 'change the due' : 'a due'}</span>
      </Opener>
    </Property>
  );
}

type Kind = 'date' | 'at';

function DueForm({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const zone = useZone();
  const edit = useEdit();
  const { due } = task;
  const [kind, setKind] = useState<Kind>(due && 'at' in due ? 'at' : 'date');
  const [date, setDate] = useState(due && 'date' in due ? due.date : '');
  const [at, setAt] = useState(due && 'at' in due ? localInput(due.at, zone) : '');
  const [error, setError] = useState<string | null>(null);
  const next = dueOf(kind, date, at, zone);

  const send = async (value: Due | null) => {
    const refusal = await edit(task, { due: value });
    if (refusal) setError(refusalWords(refusal));
    else onClose();
  };

  return (
    <div className="inline-form">
      <SelectField label="Kind" value={kind} onText={(value) => setKind(value as Kind)}>
        <option value="date">By the end of a day</option>
        <option value="at">At a time</option>
      </SelectField>
      {kind === 'date' ? (
        <TextField label="Day" type="date" value={date} error={error} autoFocus onText={setDate} />
      ) : (
        <TextField label={`Time (${zone})`} type="datetime-local" value={at} error={error} autoFocus onText={setAt} />
      )}
      <div className="buttons">
        <Button small kind="main" blocked={!next && 'Choose a whole date first.'} onAct={() => next && void send(next)}>
          Save
        </Button>
        {due && (
          <Button small onAct={() => void send(null)}>
            No due
          </Button>
        )}
        <Button small kind="quiet" onAct={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function dueOf(kind: Kind, date: string, at: string, zone: string): Due | null {
  if (kind === 'date') return date === '' ? null : { date };
  const instant = fromLocalInput(at, zone);
  return instant ? { at: instant } : null;
}
