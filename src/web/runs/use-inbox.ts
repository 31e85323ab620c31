import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import type { Refusal, Result } from '../../kit/result.ts';
import type { InboxView } from '../../protocol/delegation-views.ts';
import type { Api } from '../data/api.ts';
import { useBack } from '../data/use-back.ts';
import { useApi, useLive } from '../data/use-live.ts';
import { useCalm } from './use-calm.ts';
import { withNext } from './waiting.ts';

export interface Inbox {
  /** The pages that were asked for, as one; it stays while newer ones are read. Null before the first answer. */
  readonly value: InboxView | null;
  readonly refusal: Refusal | null;
  /** Why the newest page could not be read, where those before it are held. */
  readonly missed: Refusal | null;
  /** Reads one page more; null = it is on its way, or there is none. */
  readonly more: (() => void) | null;
  readonly again: () => void;
}

/** What runs wait for. Asked once per document: two answers would come apart, and tell as new what a person looks at. */
export function useInbox(): Inbox {
  const api = useApi();
  const at = useCalm(useLive((state) => state.runsAt));
  const readAt = useLive((state) => state.readAt);
  const [pages, setPages] = useState(1);
  const [tries, setTries] = useState(0);
  const [{ value, of }, setHeld] = useState<{ value: InboxView | null; of: number }>({ value: null, of: 1 });
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at`, `readAt` and `tries` say when to read again
  useEffect(() => {
    const stop = new AbortController();
    void readPages(api, pages, stop.signal).then((answer) => {
      if (stop.signal.aborted) return;
      setRefusal(answer.ok ? null : answer.refusal);
      if (answer.ok) setHeld({ value: answer.value, of: pages });
    });
    return () => stop.abort();
  }, [api, at, readAt, pages, tries]);

  const again = useCallback(() => setTries((count) => count + 1), []);
  useBack(refusal, again);
  const more = pages === of ? () => setPages(of + 1) : refusal && again;
  const isMissed = value !== null && pages !== of;
  return {
    value,
    refusal: isMissed ? null : refusal,
    missed: isMissed ? refusal : null,
    more: value?.nextCursor == null ? null : more,
    again,
  };
}

/** One after the other: where a page begins is told by the one before. */
async function readPages(api: Api, pages: number, signal: AbortSignal): Promise<Result<InboxView>> {
  let answer = await api.call('read_inbox', {}, { signal });
  for (let page = 1; answer.ok && answer.value.nextCursor !== null && page < pages; page++) {
    const before = answer.value;
    const next = await api.call('read_inbox', { cursor: answer.value.nextCursor }, { signal });
    answer = next.ok ? { ok: true, value: withNext(before, next.value) } : next;
  }
  return answer;
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
