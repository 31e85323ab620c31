import type { ReactNode } from 'react';

interface TickProps {
  readonly checked: boolean;
  readonly onTick: (on: boolean) => void;
  readonly children: ReactNode;
}

/** A box to tick in a form: it changes what is typed, nothing that is stored. */
export function Tick({ checked, onTick, children }: TickProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onTick(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}
