import { useEffect, useRef } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { refusalWords } from '../../parts/refusal-words.ts';

interface RefusedProps {
  readonly refusal: Refusal | null;
  /** What did not happen: "It was not applied." */
  readonly what: string;
}

/** Beside the button that was pressed: what did not happen, why, what to do. */
export function Refused({ refusal, what }: RefusedProps) {
  const place = useRef<HTMLDivElement>(null);
  // In a long form it would stand below the sight, and a press would seem to do nothing.
  useEffect(() => {
    if (refusal) place.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  if (!refusal) return null;
  const isKnown = refusal.code !== 'unreachable';
  return (
    <div className="refused" role="alert" ref={place}>
      <p>
        <strong>{isKnown ? what : 'It is not known whether it was done; look again before you repeat it.'}</strong>{' '}
        {refusalWords(refusal)} <code>{refusal.code}</code>
      </p>
    </div>
  );
}
