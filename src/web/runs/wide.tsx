import type { ReactNode } from 'react';

/** What may be wider than the page: it scrolls by itself, also by keyboard. */
export function Wide({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="wide-scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
