import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button that opens a form where it stands: when the form closes with the focus in it, the focus goes back to the
 * button. Otherwise it would fall to the page, and whoever works by keyboard would start again at its top.
 */
export function useOpener(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = !activeElement || activeElement === document.body;
    if (wasOpen.current && !open && isLost) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return button;
}
