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

let droppedAt = Number.NEGATIVE_INFINITY;

if (typeof window !== 'undefined') window.addEventListener('drop', watchDrop, { capture: true });

function watchDrop(event: Event): void {
  if (event.isTrusted) droppedAt = performance.now();
}

/** True for an event that a person's input made, and for no key that an input method takes to compose a word. */
export function isActed(event: Acted): boolean {
  const { isTrusted, type, isComposing } = native(event) as Event & { readonly isComposing?: boolean };
  // A label that a script clicked hands on a click that is as untrusted as the script's own.
  return isTrusted && (type === 'click' || (type === 'keydown' && !isComposing));
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
