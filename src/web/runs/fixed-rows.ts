/**
 * Which rows of a long list are in sight, when all are of one height. A measuring virtualiser keeps a record per row and
 * makes them all anew whenever the list grows: with 100,000 steps of a live log that is a long task per poll.
 */
import { type RefObject, useCallback, useEffect, useState } from 'react';

export interface Sight {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

interface Look {
  readonly top: number;
  readonly height: number;
  readonly row: number;
  readonly count: number;
  /** Rows kept beyond each edge. */
  readonly beyond: number;
}

export function rowsInSight({ top, height, row, count, beyond }: Look): Sight {
  const first = Math.max(0, Math.min(count, Math.floor(top / row)) - beyond);
  const end = Math.min(count, Math.ceil((Math.max(0, top) + height) / row) + beyond);
  return { first, end: Math.max(first, end) };
}

/** Within this many pixels of the end the list counts as being at its end. */
const NEAR_END = 24;

export function isAtEnd({ top, height, row, count }: Omit<Look, 'beyond'>): boolean {
  return top + height >= row * count - NEAR_END;
}

/** Follows the scrolling of an element; renders anew only when a handful of other rows came into sight. */
export function useSight(place: RefObject<HTMLElement | null>, count: number, row: number, beyond = 20): Sight {
  const [sight, setSight] = useState<Sight>({ first: 0, end: 60 });
  const look = useCallback(() => {
    const element = place.current;
    if (!element) return;
    const step = STEP * row;
    const top = Math.floor(element.scrollTop / step) * step;
    const next = rowsInSight({ top, height: element.clientHeight + step, row, count, beyond });
    setSight((before) => (before.first === next.first && before.end === next.end ? before : next));
  }, [place, count, row, beyond]);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [place, look]);
  return { first: Math.min(sight.first, count), end: Math.min(sight.end, count) };
}

/** Rows that come and go together while a list scrolls. */
const STEP = 8;
