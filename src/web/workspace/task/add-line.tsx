import { useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';

interface AddLineProps {
  readonly label: string;
  readonly maxLength: number;
  /** Said while nothing is typed. */
  readonly missing: string;
  /** `text` without blanks around it, never empty. */
  readonly onAdd: (text: string) => Promise<Refusal | null>;
  readonly onClose: () => void;
}

/** One line after the other: it stays open, and keeps what was refused. */
export function AddLine({ label, maxLength, missing, onAdd, onClose }: AddLineProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const line = text.trim();

  const add = async () => {
    if (line === '') return;
    const refusal = await onAdd(line);
    setError(refusal ? refusalWords(refusal) : null);
    if (!refusal) setText('');
  };

  return (
    <div className="inline-form">
      <TextField
        label={label}
        value={text}
        maxLength={maxLength}
        autoFocus
        error={error}
        onText={setText}
        onKeyDown={(event) => {
          if (isActed(event) && event.key === 'Enter') void add();
          // What is half typed is not thrown away by one key.
          if (event.key === 'Escape' && line === '') onClose();
        }}
      />
      <div className="buttons">
        <Button small kind="main" blocked={line === '' && missing} onAct={() => void add()}>
          Add
        </Button>
        <Button small kind="quiet" onAct={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
