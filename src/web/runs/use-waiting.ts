import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import type { InboxItem } from '../../protocol/delegation-views.ts';
import { type Asked, useAsk } from '../data/use-ask.ts';
import { useLive } from '../data/use-live.ts';
import { countInTitle } from '../parts/page-title.ts';
import { useCalm } from './use-calm.ts';
import { newAmong, type Waiting, waitingOf } from './waiting.ts';

const none: readonly InboxItem[] = [];

export type Inbox = Asked<{ readonly items: readonly InboxItem[] }>;

/** What runs wait for. Asked once per document: two answers would come apart, and tell as new what a person looks at. */
export function useInbox(): Inbox {
  const at = useCalm(useLive((state) => state.runsAt));
  return useAsk('read_inbox', {}, at);
}

export const InboxContext = createContext<Inbox | null>(null);

/** The inbox that the frame holds, asked for anew when its page opens. */
export function useOpenInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error('the inbox was rendered outside its frame');
  const { again } = inbox;
  useEffect(again, [again]);
  return inbox;
}

interface NoticeOptions {
  /** Called for each new thing while the page is looked at. */
  readonly tell?: (waiting: Waiting) => void;
  /** A click on the browser's notice. */
  readonly open: () => void;
}

/** Counts what waits in the title, and says when something new does. Mount once per document; answers the count. */
export function useWaiting({ value }: Inbox, { tell, open }: NoticeOptions): number {
  const proposals = useLive((state) => state.proposals);
  const items = value?.items ?? none;
  const waiting = useMemo(() => waitingOf(proposals, items), [proposals, items]);
  const known = useRef<ReadonlySet<string> | null>(null);
  const call = useRef({ tell, open });
  call.current = { tell, open };
  const isRead = value !== null;

  useEffect(() => countInTitle(waiting.length), [waiting.length]);

  useEffect(() => {
    if (!isRead) return;
    const fresh = newAmong(waiting, known.current);
    known.current = new Set([...(known.current ?? []), ...waiting.map(({ key }) => key)]);
    const isSeen = document.visibilityState === 'visible' && document.hasFocus();
    for (const one of fresh) {
      if (isSeen) call.current.tell?.(one);
      else notify(one, () => call.current.open());
    }
  }, [waiting, isRead]);

  return waiting.length;
}

function notify({ key, text }: Waiting, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const notice = new Notification('Sidekicks', { body: text, tag: key });
  notice.onclick = () => {
    window.focus();
    open();
    notice.close();
  };
}
