import { createContext, useContext, useEffect } from 'react';
import type { AccessView } from '../../../protocol/views.ts';
import { type Asked, useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';

/** Who has access, and who asks for it. Asked once per document, for the navigation counts what the inbox lists. */
export function useAccess(): Asked<AccessView> {
  const at = useLive((state) => state.accessAt);
  return useAsk('read_access', {}, at);
}

export const AccessContext = createContext<Asked<AccessView> | null>(null);

/** What the frame holds, asked for anew when its page opens. */
export function useOpenAccess(): Asked<AccessView> {
  const access = useContext(AccessContext);
  if (!access) throw new Error('the inbox was rendered outside its frame');
  const { again } = access;
  useEffect(again, [again]);
  return access;
}
