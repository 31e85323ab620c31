import { type KeyboardEvent, useRef, useState } from 'react';
import type { Refusal } from '../../kit/result.ts';
import { isActed } from '../parts/act.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { refusalWords } from '../parts/refusal-words.ts';

interface AddLineProps {
  readonly label: string;
  readonly maxLength: number;
  /** Said while nothing is typed. */
  readonly missing: string;
  /** `text` without blanks around it, never empty. */
  readonly onAdd: (text: string) => Promise<Refusal | null>;
  readonly onClose: () => void;
}

/** One line after the other: it stays open, and keeps what was refused or is typed while the line before is on its way. */
export function AddLine({ label, maxLength, missing, onAdd, onClose }: AddLineProps) {
  const [text, setText] = useState('');
  const [sending, setSending] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const leaving = useRef(false);
  const line = text.trim();

  const add = async () => {
    if (line === '' || sending !== null) return;
    leaving.current = false;
    setSending(text);
    const refusal = await onAdd(line);
    setSending(null);
    setError(refusal ? refusalWords(refusal) : null);
    if (refusal) return;
    setText((now) => (now.startsWith(text) ? now.slice(text.length) : now));
    if (leaving.current) onClose();
  };

  const type = (typed: string) => {
    leaving.current = false;
    setText(typed);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isActed(event)) return;
    if (event.key === 'Enter') void add();
    // What is half typed is not thrown away by one key; what is being added is no longer half typed.
    if (event.key !== 'Escape') return;
    if (line === '') onClose();
    else leaving.current = text === sending;
  };

  return (
    <div className="inline-form">
      <TextField
        label={label}
        value={text}
        maxLength={maxLength}
        autoFocus
        error={error}
        onText={type}
        onKeyDown={onKeyDown}
      />
      <div className="buttons">
        <Button small kind="main" busy={sending !== null} blocked={line === '' && missing} onAct={() => void add()}>
          Add
        </Button>
        <Button small kind="quiet" onAct={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
