import { useEffect, useMemo, useRef } from 'react';
import type { InboxItem } from '../../protocol/delegation-views.ts';
import type { TokenView } from '../../protocol/views.ts';
import { useLive } from '../data/use-live.ts';
import { countInTitle } from '../parts/page-title.ts';
import type { Inbox } from './use-inbox.ts';
import { type Known, newAmong, overAmong, type Waiting, waitingOf } from './waiting.ts';

const none: readonly InboxItem[] = [];
const noTokens: readonly TokenView[] = [];

interface NoticeOptions {
  /** Only the desk reads who asks to be let in; null = not read yet. */
  readonly tokens?: readonly TokenView[] | null;
  /** Called for each new thing while the page is looked at. */
  readonly tell?: (waiting: Waiting) => void;
  /** Called with the key of what waits no more. */
  readonly over?: (key: string) => void;
  /** A click on the browser's notice. */
  readonly open: () => void;
}

/** Counts what waits in the title, and says when something new does. Mount once per document; answers the count. */
export function useWaiting({ value }: Inbox, { tokens = noTokens, tell, over, open }: NoticeOptions): number {
  const proposals = useLive((state) => state.proposals);
  const items = value?.items ?? none;
  const unread = (value?.total ?? 0) - items.length;
  const waiting = useMemo(
    () => waitingOf({ proposals, items, tokens: tokens ?? noTokens }),
    [proposals, items, tokens],
  );
  const known = useRef<Known | null>(null);
  const call = useRef({ tell, over, open });
  call.current = { tell, over, open };
  const isRead = value !== null && tokens !== null;
  const count = waiting.length + unread;

  useEffect(() => countInTitle(count), [count]);

  useEffect(() => {
    if (!isRead) return;
    const fresh = newAmong(waiting, known.current);
    for (const key of overAmong(waiting, known.current)) call.current.over?.(key);
    const keys = new Set([...(known.current?.keys ?? []), ...waiting.map(({ key }) => key)]);
    known.current = { keys, since: unread > 0 ? Date.now() : null };
    const isSeen = document.visibilityState === 'visible' && document.hasFocus();
    for (const one of fresh) {
      if (isSeen) call.current.tell?.(one);
      else notify(one, () => call.current.open());
    }
  }, [waiting, unread, isRead]);

  return count;
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
