/** How components read the live workspace: each re-renders only when what it selects differs. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Api } from './api.ts';
import type { Live, Snapshot } from './live.ts';
import type { LiveState } from './live-state.ts';

export interface Session {
  readonly api: Api;
  readonly live: Live;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('a page was rendered outside its session');
  return session;
}

export function useApi(): Api {
  return useSession().api;
}

/** `select` must answer the same object while nothing changed: a field, a map's entry, a number, a string. */
export function useLive<T>(select: (state: LiveState) => T): T {
  const { live } = useSession();
  return useSyncExternalStore(live.subscribe, () => select(stateOfSession(live)));
}

/** The whole snapshot, for the frame of the page. */
export function useSnapshot(): Snapshot {
  const { live } = useSession();
  return useSyncExternalStore(live.subscribe, live.get);
}

/** For handlers: the state at the time of the call. */
export function stateOfSession(live: Live): LiveState {
  const { state } = live.get();
  if (!state) throw new Error('a page was rendered before the workspace was read');
  return state;
}
