/**
 * Owns the one guard that every acting control goes through: a control acts on a trusted `click` or `keydown` (and a
 * trusted `drop` on the board), never on `submit`, `change` or `input`. It is a lint against accidents and careless
 * scripts, not a wall: whoever drives the browser's real input passes it. The wall is that the keys of the workspace
 * page can decide nothing.
 */

/** What React's synthetic events and native ones have in common here. */
type Acted = { readonly nativeEvent: Event } | Event;

function native(event: Acted): Event {
  return 'nativeEvent' in event ? event.nativeEvent : event;
}

/**
 * A script's click on a label makes the browser click the labelled control with a *trusted* event. It does so while the
 * script's own untrusted click is still being handled, so that one marks the time until the next task.
 */
let scripted = false;
let droppedAt = Number.NEGATIVE_INFINITY;

if (typeof window !== 'undefined') {
  window.addEventListener('click', watchClick, { capture: true });
  window.addEventListener('drop', watchDrop, { capture: true });
}

function watchClick(event: Event): void {
  if (event.isTrusted) return;
  scripted = true;
  setTimeout(() => {
    scripted = false;
  });
}

function watchDrop(event: Event): void {
  if (event.isTrusted) droppedAt = performance.now();
}

/** True for an event that a person's input made. */
export function isActed(event: Acted): boolean {
  const { isTrusted, type } = native(event);
  return isTrusted && !scripted && (type === 'click' || type === 'keydown');
}

/** Wraps what a control does: `onClick={act(() => save())}`. Other events reach it in vain. */
export function act<E extends Acted>(run: (event: E) => void): (event: E) => void {
  return (event) => {
    if (isActed(event)) run(event);
  };
}

/** True within a moment after a trusted drop: drag libraries hand on no event. */
export function isDropped(): boolean {
  return performance.now() - droppedAt < 1000;
}
