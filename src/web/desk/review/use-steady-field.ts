/**
 * What arrives above a field moves it, out of sight at worst, while somebody types in it. The browser's own anchoring holds
 * on to what it finds at the top of the window, which is just what is replaced here.
 */
import { type RefObject, useEffect } from 'react';

/** While the field has the focus it stays where it is in the window, unless the person scrolls. */
export function useSteadyField(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    let top = 0;
    const note = () => {
      top = element.getBoundingClientRect().top;
    };
    const hold = () => {
      if (document.activeElement !== element) return;
      window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
    };
    const observer = new ResizeObserver(hold);
    observer.observe(document.body);
    element.addEventListener('focus', note);
    window.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('focus', note);
      window.removeEventListener('scroll', note);
    };
  }, [field]);
}
