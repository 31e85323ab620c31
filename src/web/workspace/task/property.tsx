import type { ReactNode } from 'react';

/** One fact with its name, inside a list of them. */
export function Property({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="property">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
