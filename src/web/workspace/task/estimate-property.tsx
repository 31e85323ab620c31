import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { durationWords } from '../../../kit/durations.ts';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { useEdit } from '../use-edit.ts';
import { minutesOf } from './estimate.ts';
import { Opener } from './opener.tsx';
import { Property } from './property.tsx';

export function EstimateProperty({ task }: { readonly task: Task }) {
  const [editing, setEditing] = useState(false);
  return (
    <Property name="Estimate">
      {editing && <EstimateForm task={task} onClose={() => setEditing(false)} />}
      <Opener open={editing} onOpen={() => setEditing(true)}>
        {task.estimateMinutes === null ? 'Unknown' : `${durationWords(task.estimateMinutes)} of work`}
        <span className="visually-hidden">, change the estimate</span>
      </Opener>
    </Property>
  );
}

function EstimateForm({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const edit = useEdit();
  const [text, setText] = useState(task.estimateMinutes === null ? '' : durationWords(task.estimateMinutes));
  const [error, setError] = useState<string | null>(null);
  const minutes = minutesOf(text);
  const wrong = minutes === undefined;

  const send = async () => {
    if (minutes === undefined) return;
    const refusal = await edit(task, { estimateMinutes: minutes });
    if (refusal) setError(refusalWords(refusal));
    else onClose();
  };

  return (
    <div className="inline-form">
      <TextField
        label="Working time"
        value={text}
        autoFocus
        hint="Such as 45 min, 2 h or 1 h 30 min. Empty: unknown."
        error={error}
        problem={wrong ? 'Write hours and minutes, such as 1 h 30 min.' : null}
        onText={setText}
        onKeyDown={(event) => {
          if (!isActed(event)) return;
          if (event.key === 'Enter') void send();
          if (event.key === 'Escape') onClose();
        }}
      />
      <div className="buttons">
        <Button small kind="main" blocked={wrong && 'Write hours and minutes first.'} onAct={() => void send()}>
          Save
        </Button>
        <Button small kind="quiet" onAct={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
