import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { fromLocalInput, localInput } from '../../data/zone.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { useZone, When } from '../../parts/time.tsx';
import { useEdit } from '../use-edit.ts';
import { Opener } from './opener.tsx';
import { Property } from './property.tsx';
import { usePlannedEnd } from './use-planned-end.ts';

/** The planned start, and the end that follows from the estimate, working hours and fixed commitments. */
export function StartProperty({ task }: { readonly task: Task }) {
  const [editing, setEditing] = useState(false);
  const end = usePlannedEnd(task);
  return (
    <Property name="Planned start">
      {editing && <StartForm task={task} onClose={() => setEditing(false)} />}
      <Opener open={editing} onOpen={() => setEditing(true)}>
        {task.plannedStart ? <When at={task.plannedStart} /> : 'Set'}
        <span className="visually-hidden">, {task.plannedStart ? 'change the planned start' : 'a planned start'}</span>
      </Opener>
      {end && !editing && (
        <span className="small quiet property-note">
          until <When at={end} />
        </span>
      )}
    </Property>
  );
}

function StartForm({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const zone = useZone();
  const edit = useEdit();
  const [at, setAt] = useState(task.plannedStart ? localInput(task.plannedStart, zone) : '');
  const [error, setError] = useState<string | null>(null);
  const next = fromLocalInput(at, zone);

  const send = async (plannedStart: string | null) => {
    const refusal = await edit(task, { plannedStart });
    if (refusal) setError(refusalWords(refusal));
    else onClose();
  };

  return (
    <div className="inline-form">
      <TextField label={`Start (${zone})`} type="datetime-local" value={at} error={error} autoFocus onText={setAt} />
      <div className="buttons">
        <Button small kind="main" blocked={!next && 'Choose a whole date first.'} onAct={() => next && void send(next)}>
          Save
        </Button>
        {task.plannedStart && (
          <Button small onAct={() => void send(null)}>
            No start
          </Button>
        )}
        <Button small kind="quiet" onAct={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
