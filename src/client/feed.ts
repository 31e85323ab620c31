/**
 * Follows the feed: resumes with the last sequence number after a lost connection, so that no item is missed and none
 * comes twice. Ends with the item `end` when the credential is gone (`revoked`) or everything must be read anew
 * (`resync`).
 */
import type { FeedItem } from '../protocol/views.ts';
import type { Send } from './send.ts';

export interface FeedOptions {
  /** Items after this sequence number. */
  readonly after: number;
  /** The workspace's epoch in which that number was read; in another one the feed ends with `resync`. */
  readonly epoch: string;
  readonly signal: AbortSignal;
  /** Told whenever the connection comes or goes. */
  readonly onConnection?: (state: 'live' | 'lost') => void;
}

/** The daemon writes every 15 s; after 40 the connection is dead even if nobody said so. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

export async function* followFeed(send: Send, options: FeedOptions): AsyncGenerator<FeedItem> {
  const { signal, onConnection } = options;
  let seq = options.after;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    for await (const item of oneConnection(send, { ...options, after: seq })) {
      pause = FIRST_PAUSE_MS;
      if (item.event === 'event') seq = item.seq;
      yield item;
      if (item.event === 'end') return;
    }
    onConnection?.('lost');
    await sleep(pause * (0.5 + Math.random() / 2), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** The new items of one connection. Losing it ends the iteration; only a refusal becomes an item. */
async function* oneConnection(
  send: Send,
  { after: seq, epoch, signal, onConnection }: FeedOptions,
): AsyncGenerator<FeedItem> {
  const silence = new AbortController();
  const abort = () => silence.abort();
  signal.addEventListener('abort', abort);
  let timer = setTimeout(abort, SILENCE_MS);
  try {
    const opened = await send({
      method: 'GET',
      path: `/api/feed?after=${seq}&epoch=${encodeURIComponent(epoch)}`,
      signal: silence.signal,
    });
    if (!opened.ok) {
      if (isFinal(opened.refusal.code)) yield { event: 'end', reason: 'revoked' };
      return;
    }
    onConnection?.('live');
    for await (const text of textOf(opened.value)) {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
      const item = text.startsWith('data: ') ? (JSON.parse(text.slice(6)) as FeedItem) : null;
      if (item?.event === 'end' && item.reason === 'closing') return;
      // What came over the connection before may come again.
      const isKnown = item?.event === 'event' && item.seq <= seq;
      if (item && !isKnown) yield item;
    }
  } catch {
    // Unreachable, cut off or silent: the caller tries again.
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    silence.abort();
  }
}

/** Codes that trying again cannot change. */
function isFinal(code: string): boolean {
  return ['unauthenticated', 'not_paired', 'forbidden', 'token_waiting', 'bad_signature'].includes(code);
}

/** The blocks of an event stream, without the empty line between them. */
async function* textOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let rest = '';
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
