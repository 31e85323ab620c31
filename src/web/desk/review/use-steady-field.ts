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
    const page = document.documentElement;
    let top = 0;
    let height = 0;
    const note = () => {
      top = element.getBoundingClientRect().top;
      height = page.scrollHeight;
    };
    const hold = () => {
      if (document.activeElement !== element) return;
      window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
      height = page.scrollHeight;
    };
    // The browser's anchoring scrolls as well, and says so before the observer hears of the new size.
    const scrolled = () => (page.scrollHeight === height ? note() : hold());
    const observer = new ResizeObserver(hold);
    observer.observe(document.body);
    element.addEventListener('focus', note);
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('focus', note);
      window.removeEventListener('scroll', scrolled);
    };
  }, [field]);
}
