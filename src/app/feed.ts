/**
 * The live feed: the log itself, from any seq on, without a gap. A reader that cannot keep up or comes from too far back
 * is told to read anew (`resync`), never silently skipped.
 */
import type { StoredEvent } from '../core/state/event.ts';
import { formatInstant } from '../core/workspace/time.ts';
import type { FeedItem } from '../protocol/views.ts';
import type { Parts } from './parts.ts';
import { stateOf } from './parts.ts';
import { feedEvent } from './views/public.ts';

/** Items kept for a slow reader. */
const BUFFER = 2_000;
/** Further back than this a fresh read is cheaper than the log. */
const REPLAY = 5_000;
const PAGE = 500;

export async function* followFeed(parts: Parts, afterSeq: number, signal: AbortSignal): AsyncGenerator<FeedItem> {
  const live = listen(parts, signal);
  try {
    const { seq } = stateOf(parts).workspace;
    if (afterSeq > seq || seq - afterSeq > REPLAY) {
      yield { event: 'end', reason: 'resync' };
      return;
    }
    yield { event: 'hello', seq, now: formatInstant(parts.clock.now()) };
    yield { event: 'agents', agents: parts.activity.agents() };
    for await (const item of replay(parts, afterSeq, seq)) {
      yield item;
      if (item.event === 'end') return;
    }
    let last = seq;
    for await (const item of live.items()) {
      if (item.event === 'event') {
        if (item.seq <= last) continue;
        last = item.seq;
      }
      yield item;
      if (item.event === 'end') return;
    }
  } finally {
    live.stop();
  }
}

async function* replay(parts: Parts, afterSeq: number, untilSeq: number): AsyncGenerator<FeedItem> {
  let last = afterSeq;
  while (last < untilSeq) {
    const page = await parts.store.events(parts.workspaceId, { afterSeq: last, limit: PAGE });
    const wanted = page.filter((event) => event.header.seq <= untilSeq);
    for (const event of wanted) {
      // What a redacted event changed is in no log any more: the reader must read anew.
      if (event.payload === null) {
        yield { event: 'end', reason: 'resync' };
        return;
      }
      yield feedEvent(stateOf(parts), event);
    }
    if (wanted.length === 0) return;
    last = wanted.at(-1)?.header.seq ?? untilSeq;
  }
}

function listen(parts: Parts, signal: AbortSignal): { items(): AsyncGenerator<FeedItem>; stop(): void } {
  const queue: FeedItem[] = [];
  let wake: () => void = () => undefined;
  let overflow = false;
  const push = (item: FeedItem) => {
    if (queue.length >= BUFFER) overflow = true;
    else queue.push(item);
    wake();
  };
  const stopEvents = parts.kernel.onEvents((events: readonly StoredEvent[]) => {
    for (const event of events) push(feedEvent(stateOf(parts), event));
  });
  const stopActivity = parts.activity.onChange((change) => {
    if ('agents' in change) push({ event: 'agents', agents: parts.activity.agents() });
    else push({ event: 'activity', entry: change.entry });
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  return {
    async *items() {
      while (!signal.aborted) {
        if (overflow) {
          yield { event: 'end', reason: 'resync' };
          return;
        }
        const item = queue.shift();
        if (item) yield item;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
    stop() {
      stopEvents();
      stopActivity();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
