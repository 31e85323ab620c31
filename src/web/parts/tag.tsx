import type { ReactNode } from 'react';
import { act } from './act.ts';

interface TagProps {
  readonly children: ReactNode;
  /** Shows a button that takes it away; `label` is what a screen reader says. */
  readonly remove?: { readonly label: string; readonly onAct: () => void } | undefined;
}

export function Tag({ children, remove }: TagProps) {
  return (
    <span className="tag">
      {children}
      {remove && (
        <button type="button" className="tag-remove" aria-label={remove.label} onClick={act(remove.onAct)}>
          ×
        </button>
      )}
    </span>
  );
}
