import { type KeyboardEvent, useId, useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';
import { stateOfSession, useSession } from '../../data/use-live.ts';
import { act, isActed } from '../../parts/act.ts';
import { Field } from '../../parts/field.tsx';
import { StatusMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { isMatch, wordsOf } from '../board/filter.ts';

interface PickerProps {
  readonly label: string;
  readonly isOffered: (task: Task) => boolean;
  readonly onPick: (task: Task) => void;
  readonly error?: string | null;
}

const SHOWN = 8;

/** Finds a task by words or alias. Arrows choose, Enter picks. */
export function TaskPicker({ label, isOffered, onPick, error }: PickerProps) {
  const { live } = useSession();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const found = text.trim() === '' ? [] : find(stateOfSession(live).tasks.values(), text, isOffered);
  const current = found[Math.min(chosen, found.length - 1)];

  const pick = (task: Task) => {
    setText('');
    onPick(task);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isActed(event)) return;
    if (event.key === 'ArrowDown') setChosen((at) => Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen((at) => Math.max(at - 1, 0));
    else if (event.key === 'Enter' && current) pick(current);
    else if (event.key === 'Escape' && text !== '') setText('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="picker">
      <Field label={label} error={error}>
        {(ids) => (
          <input
            {...ids}
            className="input"
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={current ? `${listId}-${current.number}` : undefined}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
            autoFocus
            placeholder="Words or T-12"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <div id={listId} role="listbox" aria-label={label} className="picker-list" hidden={found.length === 0}>
        {found.map((task) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the focus and hears the keys
          <div
            key={task.id}
            id={`${listId}-${task.number}`}
            role="option"
            tabIndex={-1}
            className="menu-item"
            aria-selected={task === current}
            onMouseDown={(event) => event.preventDefault()}
            onClick={act(() => pick(task))}
          >
            <StatusMark status={task.status} shapeOnly />
            <span className="alias">{aliasOf(task)}</span>
            <PlainText>{task.title}</PlainText>
          </div>
        ))}
      </div>
      {text.trim() !== '' && found.length === 0 && <p className="quiet small">No task fits.</p>}
    </div>
  );
}

function find(tasks: Iterable<Task>, text: string, isOffered: (task: Task) => boolean): readonly Task[] {
  const words = wordsOf(text);
  const found: Task[] = [];
  for (const task of tasks) {
    if (task.trashedAt !== null || !isMatch(task, words) || !isOffered(task)) continue;
    // The alias that was typed comes first.
    if (aliasOf(task).toLowerCase() === text.trim().toLowerCase()) found.unshift(task);
    else if (found.length < SHOWN) found.push(task);
  }
  return found.slice(0, SHOWN);
}
