import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { useOpened } from '../boot-context.ts';
import { useUndo } from '../undo/use-undo.ts';
import { goKeys } from './shortcut-keys.ts';

const Help = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }));

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
  const go = useGo();
  const keep = (on: boolean) => {
    localStorage.setItem(STORED, on ? 'on' : 'off');
    setLetters(on);
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isActed(event) || event.defaultPrevented || isTyping(event.target) || hasDialog()) return;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
        if (!paired) return;
        event.preventDefault();
        void undo();
      } else if (!event.ctrlKey && !event.metaKey && !event.altKey && letters) {
        if (event.key === '?') setHelp(true);
        else if (go(event.key) || press(event.key)) event.preventDefault();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });

  return (
    <>
      <Button kind="quiet" small onAct={() => setHelp(true)}>
        Keys <kbd aria-hidden="true">?</kbd>
      </Button>
      {help && (
        <Suspense>
          <Help letters={letters} onLetters={keep} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </>
  );
}

/** `g` and then a letter goes to a page. Answers whether the key was used. */
function useGo(): (key: string) => boolean {
  const navigate = useNavigate();
  const asked = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(
    (key) => {
      const page = goKeys.find((one) => one.key === key);
      const isSecond = performance.now() - asked.current < GO_MS;
      asked.current = key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY;
      if (!isSecond || !page) return key === 'g';
      void navigate({ to: page.to });
      return true;
    },
    [navigate],
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
