import type { KeyboardEvent } from 'react';
import { isActed } from '../../parts/act.ts';
import { useReview } from './review-context.ts';
import { useEditing } from './use-editing.ts';

/**
 * Which subtask is being edited, and the keys of the list: j and k go to the next and the one before, c to its comment,
 * e edits it. They work only while the focus is in the list and not in a field, so that they cannot catch typed words.
 */
export function useSteps() {
  const { shown, open, editBlocked } = useReview();
  const [editing, setEditing] = useEditing<string>();

  function onKeyDown(event: KeyboardEvent<HTMLOListElement>): void {
    if (!isActed(event) || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const steps = [...event.currentTarget.children] as HTMLElement[];
    const at = steps.findIndex((step) => step.contains(event.target as Node));
    const id = shown.subtasks[at]?.candidateId;
    const acts: { readonly [key: string]: () => void } = {
      j: () => steps[at + 1]?.focus(),
      k: () => steps[at - 1]?.focus(),
      c: () => steps[at]?.querySelector<HTMLElement>('[data-comment]')?.focus(),
      e: () => open && !editBlocked && id !== undefined && setEditing(id),
    };
    const run = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  }

  return { editing, setEditing, onKeyDown };
}

function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}
