import { useState } from 'react';
import type { Task, TaskChecklistItem } from '../../../core/workspace/task.ts';
import { act, isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Section } from '../../parts/shell.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { useBlocked } from '../boot-context.ts';
import { useEdit, useEditAloud } from '../use-edit.ts';

export function Checklist({ task }: { readonly task: Task }) {
  const blocked = useBlocked();
  const edit = useEditAloud();
  const [adding, setAdding] = useState(false);
  const opener = useOpener(adding);
  const done = task.checklist.filter((item) => item.done).length;
  const change = (checklist: readonly TaskChecklistItem[]) => void edit(task, { checklist: [...checklist] });
  return (
    <Section
      title={task.checklist.length > 0 ? `Checklist, ${done} of ${task.checklist.length} done` : 'Checklist'}
      actions={
        !adding && (
          <Button
            ref={opener}
            kind="quiet"
            small
            blocked={blocked}
            aria-label="Add to the checklist"
            onAct={() => setAdding(true)}
          >
            Add
          </Button>
        )
      }
    >
      {task.checklist.length === 0 && !adding && <p className="quiet">Nothing to check off.</p>}
      <ul className="checklist">
        {task.checklist.map((item) => (
          <li key={item.id}>
            <label className="check">
              <input
                type="checkbox"
                checked={item.done}
                readOnly
                disabled={Boolean(blocked)}
                onClick={act(() =>
                  change(task.checklist.map((one) => (one.id === item.id ? { ...one, done: !one.done } : one))),
                )}
              />
              <PlainText>{item.text}</PlainText>
            </label>
            {!blocked && (
              <Button
                kind="quiet"
                small
                icon
                aria-label={`Remove ${showHidden(item.text)}`}
                onAct={() => change(task.checklist.filter((one) => one.id !== item.id))}
              >
                ×
              </Button>
            )}
          </li>
        ))}
      </ul>
      {adding && <ItemForm task={task} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function ItemForm({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const edit = useEdit();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const blank = text.trim() === '';

  const add = async () => {
    if (blank) return;
    const item: TaskChecklistItem = { id: crypto.randomUUID(), text: text.trim(), done: false };
    const refusal = await edit(task, { checklist: [...task.checklist, item] });
    setError(refusal ? refusalWords(refusal) : null);
    if (!refusal) setText('');
  };

  return (
    <div className="inline-form">
      <TextField
        label="New item"
        value={text}
        maxLength={1000}
        autoFocus
        error={error}
        onText={setText}
        onKeyDown={(event) => {
          if (isActed(event) && event.key === 'Enter') void add();
          if (event.key === 'Escape' && blank) onClose();
        }}
      />
      <div className="buttons">
        <Button small kind="main" blocked={blank && 'Type an item first.'} onAct={() => void add()}>
          Add
        </Button>
        <Button small kind="quiet" onAct={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
