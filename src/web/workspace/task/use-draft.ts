import { useEffect, useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { refusalWords } from '../../parts/refusal-words.ts';

export interface Draft {
  readonly editing: boolean;
  readonly text: string;
  readonly busy: boolean;
  readonly error: string | null;
  /** What is stored was changed by somebody else since the typing began. */
  readonly overtaken: boolean;
  readonly start: () => void;
  readonly cancel: () => void;
  readonly type: (text: string) => void;
  readonly save: () => Promise<void>;
}

interface Options {
  /** Names the field across visits of the page. */
  readonly name: string;
  readonly stored: string;
  readonly send: (text: string) => Promise<Refusal | null>;
}

interface Kept {
  readonly base: string;
  readonly text: string;
}

/**
 * Text that a person edits. What is typed lives beside what is stored: updates do not overwrite it, a failed save keeps
 * it, and leaving the page or reloading it brings it back.
 */
export function useDraft({ name, stored, send }: Options): Draft {
  const [kept, setKept] = useState<Kept | null>(() => read(name));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    if (kept && kept.text !== kept.base) sessionStorage.setItem(placeOf(name), JSON.stringify(kept));
    else sessionStorage.removeItem(placeOf(name));
  }, [name, kept]);

  const close = () => {
    setKept(null);
    setError(null);
  };

  return {
    editing: kept !== null,
    text: kept?.text ?? stored,
    busy,
    error,
    overtaken: kept !== null && kept.base !== stored,
    start: () => setKept({ base: stored, text: stored }),
    cancel: close,
    type: (text) => setKept((before) => ({ base: before?.base ?? stored, text })),
    save: async () => {
      if (!kept) return;
      if (kept.text === stored) {
        close();
        return;
      }
      setBusy(true);
      const refusal = await send(kept.text);
      setBusy(false);
      if (refusal) setError(refusalWords(refusal));
      else close();
    },
  };
}

function placeOf(name: string): string {
  return `sidekicks-draft-${name}`;
}

function read(name: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(placeOf(name)) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}
