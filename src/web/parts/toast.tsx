import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { act } from './act.ts';
import { Button } from './button.tsx';
import { tellHeight, useWayThere } from './toast-place.ts';

export interface Toast {
  readonly text: string;
  /** `bad` is read out at once. */
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly action?: { readonly label: string; readonly onAct: () => void };
  /** It takes the place of the one with the same name, which is then out of date; `takeBack` ends it. */
  readonly name?: string;
}

interface Shown extends Toast {
  readonly id: number;
}

const STAY_MS = 8_000;
const AGAIN_MS = 2_000;
const MOST = 3;

let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Says something at the edge of the page. At most three at once, the newest last. What went wrong and what has a button
 * stays until it is closed: 8 seconds are too few for whoever reads slowly or comes by keyboard (WCAG 2.2.1).
 */
export function toast(message: Toast): void {
  const id = ++lastId;
  const others = shown.filter(({ name }) => name === undefined || name !== message.name);
  const first = others.length < MOST ? undefined : (others.find((one) => !isUsed(one.id)) ?? others[0]);
  change([...others.filter((one) => one !== first), { ...message, id }]);
  if (message.tone !== 'bad' && !message.action) setTimeout(() => closeWhenUnused(id), STAY_MS);
}

/** What it said is over. */
export function takeBack(name: string): void {
  if (shown.some((one) => one.name === name)) change(shown.filter((one) => one.name !== name));
}

/** A person who reads or reaches for it keeps it; in a tab that nobody sees it waits for them. */
function closeWhenUnused(id: number): void {
  if (document.hidden || isUsed(id)) setTimeout(() => closeWhenUnused(id), AGAIN_MS);
  else dismiss(id);
}

function isUsed(id: number): boolean {
  return document.querySelector(`[data-toast="${id}"]`)?.matches(':hover, :focus-within') ?? false;
}

function dismiss(id: number): void {
  change(shown.filter((one) => one.id !== id));
}

/** Mount once per document. */
export function Toasts() {
  const all = useSyncExternalStore(subscribe, () => shown);
  const place = useRef<HTMLElement>(null);
  const { onFocus, goBack } = useWayThere(place);
  useEffect(() => tellHeight(place.current), []);
  const close = (id: number) => {
    goBack();
    dismiss(id);
  };
  const view = (one: Shown) => <ToastView key={one.id} one={one} close={() => close(one.id)} />;
  return (
    <section className="toasts" aria-label="Notices, key F6" ref={place} onFocus={onFocus}>
      <div role="status">{all.filter((one) => one.tone !== 'bad').map(view)}</div>
      <div role="alert">{all.filter((one) => one.tone === 'bad').map(view)}</div>
    </section>
  );
}

function ToastView({ one: { id, tone = 'plain', text, action }, close }: { one: Shown; close: () => void }) {
  const onKeyDown = act((event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears Escape from the buttons within
    <div className="toast" data-toast={id} data-tone={tone} onKeyDown={onKeyDown}>
      <div className="toast-words">
        <p className="toast-text">{text}</p>
        {action && (
          <Button
            small
            title="Key: F6"
            onAct={() => {
              close();
              action.onAct();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <Button kind="quiet" small icon aria-label="Close the notice" title="Key: F6, then Escape" onAct={close}>
        ✕
      </Button>
    </div>
  );
}
