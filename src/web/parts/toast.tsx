import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

export interface Toast {
  readonly text: string;
  /** `bad` stays until it is closed, and is read out at once. */
  readonly tone?: 'plain' | 'good' | 'bad';
  readonly action?: { readonly label: string; readonly onAct: () => void };
}

interface Shown extends Toast {
  readonly id: number;
}

const STAY_MS = 8_000;

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

/** Says something at the edge of the page. At most three at once, the newest last. */
export function toast(message: Toast): void {
  const id = ++lastId;
  change([...shown, { ...message, id }].slice(-3));
  if (message.tone !== 'bad') setTimeout(() => closeWhenUnused(id), STAY_MS);
}

/** A person who reads or reaches for it keeps it. */
function closeWhenUnused(id: number): void {
  const element = document.querySelector(`[data-toast="${id}"]`);
  if (element?.matches(':hover, :focus-within')) setTimeout(() => closeWhenUnused(id), 2_000);
  else dismiss(id);
}

function dismiss(id: number): void {
  change(shown.filter((one) => one.id !== id));
}

/** Mount once per document. */
export function Toasts() {
  const all = useSyncExternalStore(subscribe, () => shown);
  return (
    <section className="toasts" aria-label="Notices">
      <div role="status">
        {all
          .filter((one) => one.tone !== 'bad')
          .map((one) => (
            <ToastView key={one.id} one={one} />
          ))}
      </div>
      <div role="alert">
        {all
          .filter((one) => one.tone === 'bad')
          .map((one) => (
            <ToastView key={one.id} one={one} />
          ))}
      </div>
    </section>
  );
}

function ToastView({ one }: { readonly one: Shown }) {
  return (
    <div className="toast" data-toast={one.id} data-tone={one.tone ?? 'plain'}>
      <p className="toast-text">{one.text}</p>
      {one.action && (
        <Button
          small
          onAct={() => {
            dismiss(one.id);
            one.action?.onAct();
          }}
        >
          {one.action.label}
        </Button>
      )}
      <Button kind="quiet" small icon aria-label="Close the notice" onAct={() => dismiss(one.id)}>
        ✕
      </Button>
    </div>
  );
}
