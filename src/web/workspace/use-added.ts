import { useEffect, useState } from 'react';
import { stateOfSession, useLive, useSession } from '../data/use-live.ts';
import { toast } from '../parts/toast.tsx';

interface Added {
  /** The place of a task in what is shown; -1 where it is not shown. */
  readonly placeOf: (id: string) => number;
  /** Brings a place into sight. */
  readonly show: (place: number) => void;
}

/**
 * For `AddTask`: what was made comes into sight, wherever it lies; where a filter leaves it out, a notice says so. It
 * comes over the feed, before the answer or after it.
 */
export function useAdded({ placeOf, show }: Added): (id: string) => void {
  const { live } = useSession();
  const [addedId, setAddedId] = useState<string | null>(null);
  const isHere = useLive(({ tasks }) => addedId !== null && tasks.has(addedId));
  useEffect(() => {
    if (addedId === null || !isHere) return;
    setAddedId(null);
    const place = placeOf(addedId);
    if (place >= 0) return show(place);
    const number = stateOfSession(live).tasks.get(addedId)?.number;
    toast({ text: `T-${number} was made. The filter leaves it out.` });
  }, [live, addedId, isHere, placeOf, show]);
  return setAddedId;
}

interface Scrolled {
  /** The virtualizer of what scrolls. */
  readonly rows: { readonly scrollToIndex: (place: number) => void };
  readonly scroll: Element | null;
}

/** In a narrow window the lower end of what scrolls may lie below the edge, with what was made. */
export function scrollToPlace({ rows, scroll }: Scrolled, place: number): void {
  rows.scrollToIndex(place);
  scroll?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
