/** How notices are reached without a mouse, and how they hide nothing of the page below them. */
import { type FocusEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { isActed } from './act.ts';

interface WayThere {
  readonly onFocus: (event: FocusEvent) => void;
  /** Gives the focus back to what had it, if it is in a notice. */
  readonly goBack: () => void;
}

/** F6 leads to the newest notice, and from there back: they are the last in the order of the Tab key. */
export function useWayThere(place: RefObject<HTMLElement | null>): WayThere {
  const from = useRef<Element | null>(null);
  const onFocus = useCallback(
    ({ relatedTarget }: FocusEvent) => {
      if (!place.current?.contains(relatedTarget)) from.current = relatedTarget;
    },
    [place],
  );
  const goBack = useCallback(() => {
    const { activeElement: here } = document;
    if (!(here instanceof HTMLElement) || !place.current?.contains(here)) return;
    if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
    else here.blur();
  }, [place]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const newest = newestIn(place.current);
      // What lies behind a dialog takes no focus.
      const isOurs = event.key === 'F6' && isActed(event) && newest && !document.querySelector('dialog[open]');
      if (!isOurs) return;
      event.preventDefault();
      if (place.current?.contains(document.activeElement)) goBack();
      else newest.querySelector('button')?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [place, goBack]);

  return { onFocus, goBack };
}

function newestIn(place: HTMLElement | null): HTMLElement | undefined {
  const all = [...(place?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])];
  return all.sort((one, other) => Number(one.dataset.toast) - Number(other.dataset.toast)).at(-1);
}

/** Tells the styles how high the notices stand, so that the page scrolls as far above them. */
export function tellHeight(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return;
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    const height = newestIn(place) ? innerHeight - place.getBoundingClientRect().top : 0;
    root.style.setProperty('--notices', `${height}px`);
  });
  observer.observe(place);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--notices');
  };
}
