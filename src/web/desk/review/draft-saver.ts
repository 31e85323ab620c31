/**
 * Owns the way of a draft to the server: a moment after the last key, one save at a time, again when it failed. What is
 * typed is never lost by a slow or dead daemon; it stays in the page and is tried again.
 */
import type { Refusal, Result } from '../../../kit/result.ts';
import type { Draft } from './draft.ts';

export type DraftState =
  | { readonly kind: 'quiet' }
  | { readonly kind: 'typing' }
  | { readonly kind: 'saved'; readonly at: string }
  | { readonly kind: 'failed'; readonly refusal: Refusal };

export interface DraftSaver {
  put(draft: Draft): void;
  /** Saves what waits, now: the page is about to go. */
  flush(): void;
}

interface DraftSaverOptions {
  readonly save: (draft: Draft) => Promise<Result<{ readonly at: string }>>;
  readonly tell: (state: DraftState) => void;
  /** Milliseconds after the last key. */
  readonly pause?: number;
  /** Milliseconds until a failed save is tried again. */
  readonly retry?: number;
}

export function createDraftSaver({ save, tell, pause = 600, retry = 4_000 }: DraftSaverOptions): DraftSaver {
  let waiting: Draft | null = null;
  let saving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(after: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), after);
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (saving || !waiting) return;
    const draft = waiting;
    waiting = null;
    saving = true;
    const answer = await save(draft);
    saving = false;
    if (answer.ok) {
      tell(waiting ? { kind: 'typing' } : { kind: 'saved', at: answer.value.at });
      if (waiting) plan(pause);
    } else {
      waiting ??= draft;
      tell({ kind: 'failed', refusal: answer.refusal });
      plan(retry);
    }
  }

  return {
    put(draft) {
      waiting = draft;
      tell({ kind: 'typing' });
      plan(pause);
    },
    flush: () => void run(),
  };
}
