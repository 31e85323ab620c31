/**
 * `GET /api/feed?after=SEQ&epoch=EPOCH`: the log as it grows, as server-sent events that a page reads with `fetch` (an
 * EventSource cannot sign). The credential is asked again before every item, so a revoked one gets `end` instead of the
 * next item; a reader that does not keep up gets `end` and reads anew, because what waits for it is held in memory. So
 * does a reader of another epoch: a restore puts another log in place, in which its number may name another event.
 * A stream that has ended and is not read to its end is cut, or its reader could hold connection and memory for ever.
 */

import type { Caller } from '../../protocol/operation.ts';
import type { FeedItem } from '../../protocol/views.ts';
import type { Identity } from '../auth/authenticate.ts';
import { refused } from '../refusals.ts';
import { answerRefusal } from './answers.ts';
import type { Edge, Exchange, Route } from './edge.ts';
import { FEEDS_PER_CREDENTIAL } from './feed-slots.ts';
import { linkedSignal } from './signals.ts';

/** Proxies and browsers drop silent connections after 30 s and more; the client gives up after 40. */
const KEEP_ALIVE_MS = 15_000;
/** What may wait for one reader. A launch week of 10,000 tasks changes about 1 KB an event. */
const MAX_WAITING_BYTES = 1024 * 1024;

export function feedRoute(callers: readonly Caller[]): Route {
  return { method: 'GET', path: '/api/feed', callers, handle: openFeed };
}

function openFeed({ c, edge, identity, signal }: Exchange): Response {
  if (identity === null) throw new Error('the feed was reached without a credential');
  const after = Number(/^\d+$/.exec(c.req.query('after') ?? '')?.[0] ?? Number.NaN);
  if (!Number.isSafeInteger(after)) {
    const problem = { code: 'bad_seq', path: '/after', message: 'Not a sequence number.', fix: 'Send after=SEQ.' };
    return answerRefusal(refused('invalid_input', { problems: [problem] }).refusal);
  }
  const known = c.req.query('epoch');
  const isOther = known !== undefined && known !== edge.app.state().workspace.epoch;
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };
  // The router answers HEAD with the route of GET, and nobody would ever read that stream.
  if (c.req.method !== 'GET') return new Response(null, { headers });
  const giveBack = edge.feeds.take(identity.author.keyId ?? identity.author.id);
  if (!giveBack) return answerRefusal(refused('rate_limited', tooMany).refusal);
  const { outgoing } = c.env;
  const onEnd = () => {
    giveBack();
    cutUnlessRead(outgoing);
  };
  return new Response(streamOf({ edge, identity, after, isOther, connection: signal, onEnd }), { headers });
}

const tooMany = {
  message: `This credential has ${FEEDS_PER_CREDENTIAL} feeds open.`,
  next: 'Close one, then open this one again.',
};

/** Time to read what was sent last; a reader that reads needs a moment of it. */
const LAST_WORDS_MS = 3000;

function cutUnlessRead(outgoing: Exchange['c']['env']['outgoing']): void {
  const timer = setTimeout(() => outgoing.destroy(), LAST_WORDS_MS);
  timer.unref();
  for (const event of ['finish', 'close']) outgoing.once(event, () => clearTimeout(timer));
}

interface Reader {
  readonly edge: Edge;
  readonly identity: Identity;
  readonly after: number;
  /** It read the workspace in another epoch. */
  readonly isOther: boolean;
  readonly connection: AbortSignal;
  /** Once nothing more will be written. */
  readonly onEnd: () => void;
}

function streamOf({ edge, identity, after, isOther, connection, onEnd }: Reader): ReadableStream<Uint8Array> {
  const link = linkedSignal(connection, edge.closing);
  const stop = new AbortController();
  const either = linkedSignal(link.signal, stop.signal);
  const release = () => {
    link.release();
    either.release();
    onEnd();
  };
  return new ReadableStream<Uint8Array>(
    {
      async start(controller) {
        // Headers go out with the first byte, and a quiet workspace may have none to send for long.
        controller.enqueue(encode(': feed\n\n'));
        const writer = writerOver(controller, () => edge.auth.isStillGood(identity), stop);
        if (isOther) {
          writer.end('resync');
          return release();
        }
        const beat = setInterval(() => writer.beat(), KEEP_ALIVE_MS);
        void pump(edge.app.feed(after, either.signal), writer)
          .catch((error) => edge.log.fault('feed', error))
          .finally(() => {
            clearInterval(beat);
            writer.end(edge.closing.aborted ? 'closing' : 'resync');
            release();
          });
      },
      cancel() {
        stop.abort();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  );
}

interface Writer {
  /** False when the stream is over. */
  item(item: FeedItem): boolean;
  beat(): void;
  end(reason: 'revoked' | 'resync' | 'closing'): void;
}

function writerOver(
  controller: ReadableStreamDefaultController<Uint8Array>,
  isStillGood: () => boolean,
  stop: AbortController,
): Writer {
  let isOver = false;
  const send = (item: FeedItem) => controller.enqueue(encode(`data: ${JSON.stringify(item)}\n\n`));
  const end = (reason: 'revoked' | 'resync' | 'closing') => {
    if (isOver) return;
    isOver = true;
    try {
      send({ event: 'end', reason });
      controller.close();
    } catch {
      // The reader has gone already.
    }
    stop.abort();
  };
  /** Ends the stream when it must; true when there is nothing more to write. */
  const isDone = () => {
    if (isOver) return true;
    if (!isStillGood()) end('revoked');
    else if ((controller.desiredSize ?? 0) <= 0) end('resync');
    return isOver;
  };
  return {
    end,
    item(item) {
      if (isDone()) return false;
      if (item.event === 'end') end(item.reason);
      else send(item);
      return !isOver;
    },
    beat() {
      if (!isDone()) controller.enqueue(encode(': keep-alive\n\n'));
    },
  };
}

async function pump(items: AsyncIterable<FeedItem>, writer: Writer): Promise<void> {
  for await (const item of items) if (!writer.item(item)) return;
}

const encoder = new TextEncoder();

function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
