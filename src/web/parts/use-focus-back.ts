import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button that opens a form in its place or beside it: when the form closes and takes the focus with it, the button
 * gets it back. Give the ref to the button.
 */
export function useFocusBack(open: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current && !open;
    before.current = open;
    if (closed && document.activeElement === document.body) opener.current?.focus();
  }, [open]);
  return opener;
}
