import { createContext, useContext } from 'react';
import type { Hello } from '../../protocol/views.ts';

interface Opened {
  readonly hello: Hello;
  /** False: a visitor of the untouched example, who can change nothing. */
  readonly paired: boolean;
}

export const BootContext = createContext<Opened | null>(null);

export function useOpened(): Opened {
  const opened = useContext(BootContext);
  if (!opened) throw new Error('a page was rendered before the workspace was open');
  return opened;
}

/** Why nothing can be changed below it, such as a task in the trash. */
export const BlockedContext = createContext<string | null>(null);

/** Why nothing can be changed here, or false when it can. For `blocked` of buttons. */
export function useBlocked(): string | false {
  const { paired } = useOpened();
  const here = useContext(BlockedContext);
  return paired ? (here ?? false) : 'Pair this browser to change things.';
}
