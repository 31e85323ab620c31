/**
 * Brings what takes the focus by keyboard into sight as a whole. A browser leaves alone what is half in sight, and a field
 * of which it can show the caret: in a low window that hides most of it under the foot of a dialog or beside the
 * navigation. Bars that stick are kept clear by `scroll-padding` and `scroll-margin`.
 */
export function keepFocusInSight(): () => void {
  document.addEventListener('focusin', bringIntoSight);
  return () => document.removeEventListener('focusin', bringIntoSight);
}

function bringIntoSight({ target }: FocusEvent): void {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
  // A heading takes the focus without a scroll: the router puts the page back to where it was.
  if (target.matches('[tabindex="-1"]')) return;
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
