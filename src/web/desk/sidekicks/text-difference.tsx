import { useEffect, useRef, useState } from 'react';
import type { Texts } from './merge-view.ts';

/** Two texts and what differs between them. The editor that shows it is loaded only here. */
export function TextDifference({ before, after, label }: Texts) {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let unmount: (() => void) | null = null;
    let stopped = false;
    import('./merge-view.ts').then(
      ({ mountDifference }) => {
        if (!stopped && host.current) unmount = mountDifference(host.current, { before, after, label });
      },
      () => setFailed(true),
    );
    return () => {
      stopped = true;
      unmount?.();
    };
  }, [before, after, label]);
  if (before === after) return <p className="quiet">{label}: nothing differs.</p>;
  return (
    <figure className="text-difference">
      <figcaption className="field-label">{label}</figcaption>
      {failed ? <pre className="json">{after}</pre> : <div ref={host} />}
    </figure>
  );
}
