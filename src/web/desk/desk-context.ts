import { createContext, useContext } from 'react';
import type { Hello } from '../../protocol/views.ts';

interface Desk {
  readonly hello: Hello;
  /** The key of this browser. */
  readonly keyId: string;
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('a page was rendered before the desk was open');
  return desk;
}
