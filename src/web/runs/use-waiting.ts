import { useEffect, useMemo, useRef } from 'react';
import type { InboxItem } from '../../protocol/delegation-views.ts';
import { type Asked, useAsk } from '../data/use-ask.ts';
import { useLive } from '../data/use-live.ts';
import { countInTitle } from '../parts/page-title.ts';
import { useCalm } from './use-calm.ts';
import { newAmong, type Waiting, waitingOf } from './waiting.ts';

const none: readonly InboxItem[] = [];

/** What runs wait for. A workspace without delegation has none of it, which is no error of the page. */
export function useInbox(): Asked<{ readonly items: readonly InboxItem[] }> {
  const at = useCalm(useLive((state) => state.runsAt));
  return useAsk('read_inbox', {}, at);
}

interface NoticeOptions {
  /** Called for each new thing while the page is looked at. */
  readonly tell?: (waiting: Waiting) => void;
  /** A click on the browser's notice. */
  readonly open: () => void;
}

/** Counts what waits in the title, and says when something new does. Mount once per document; answers the count. */
export function useWaiting({ tell, open }: NoticeOptions): number {
  const { value } = useInbox();
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
