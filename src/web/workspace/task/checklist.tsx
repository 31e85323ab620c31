import { useState } from 'react';
import type { Task, TaskChecklistItem } from '../../../core/workspace/task.ts';
import { act } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { AddLine } from '../add-line.tsx';
import { useBlocked } from '../boot-context.ts';
import { useEdit, useEditAloud } from '../use-edit.ts';
import { Opener } from './opener.tsx';

export function Checklist({ task }: { readonly task: Task }) {
  const blocked = useBlocked();
  const edit = useEdit();
  const editAloud = useEditAloud();
  const [adding, setAdding] = useState(false);
  const done = task.checklist.filter((item) => item.done).length;
  const change = (checklist: readonly TaskChecklistItem[]) => void editAloud(task, { checklist: [...checklist] });
  return (
    <Section
      title={task.checklist.length > 0 ? `Checklist, ${done} of ${task.checklist.length} done` : 'Checklist'}
      actions={
        <Opener open={adding} onOpen={() => setAdding(true)} aria-label="Add to the checklist">
          Add
        </Opener>
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
      {adding && (
        <AddLine
          label="New item"
          maxLength={1000}
          missing="Type an item first."
          onAdd={(text) =>
            edit(task, { checklist: [...task.checklist, { id: crypto.randomUUID(), text, done: false }] })
          }
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}
