import { useCallback, useEffect, useRef, useState } from 'react';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { useOpened } from '../boot-context.ts';
import { useGo } from '../link.tsx';
import { useUndo } from '../undo/use-undo.ts';
import { goKeys } from './shortcut-keys.ts';

const Help = lazyDialog(() => import('./shortcut-help.tsx'), 'ShortcutHelp');

const STORED = 'sidekicks-letter-keys';
const GO_MS = 1_200;

function lettersOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

/** The keys that work on every page, and the button that lists them. */
export function Shortcuts() {
  const [help, setHelp] = useState(false);
  const [letters, setLetters] = useState(lettersOn);
  const { paired } = useOpened();
  const undo = useUndo();
  const go = useGoKeys();
  const keep = (on: boolean) => {
    localStorage.setItem(STORED, on ? 'on' : 'off');
    setLetters(on);
  };

  useKeys((event) => {
    if (isUndo(event)) return paired && done(undo());
    if (!letters || !isLetter(event)) return false;
    if (event.key === '?') return done(setHelp(true));
    return go(event.key) || press(event.key);
  });

  return (
    <>
      <Button kind="quiet" small title="Key: ?" {...Help.soon} onAct={() => setHelp(true)}>
        Keys
      </Button>
      {help && <Help letters={letters} onLetters={keep} onClose={() => setHelp(false)} />}
    </>
  );
}

function isUndo({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'z';
}

function isLetter({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey;
}

/** Hears the keys of the page that nobody else used. `use` answers whether it did. */
function useKeys(use: (event: KeyboardEvent) => boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = isActed(event) && !event.defaultPrevented && !isTyping(event.target) && !hasDialog();
      if (isOurs && use(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

function done(_: unknown): true {
  return true;
}

/** `g` and then a letter goes to a page. Answers whether the key was used. */
function useGoKeys(): (key: string) => boolean {
  const go = useGo();
  const asked = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(
    (key) => {
      const page = goKeys.find((one) => one.key === key);
      const isSecond = performance.now() - asked.current < GO_MS;
      asked.current = key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY;
      if (!isSecond || !page) return key === 'g';
      go({ to: page.to });
      return true;
    },
    [go],
  );
}

/** Moves the focus to what a page marks with `data-key`. */
function press(key: string): boolean {
  if (!/^[a-z/]$/.test(key)) return false;
  const target = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (!target) return false;
  target.focus();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

function hasDialog(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
