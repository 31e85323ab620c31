/** Keeps the end of a stream in bounded memory. Reads everything, so that the writer never blocks on a full pipe. */
import type { Readable } from 'node:stream';

const tailBytes = 64 * 1024;

/** Drains `stream`; the answer is what it said last, at most `bytes` of it. */
export function keepTail(stream: Readable, bytes = tailBytes): () => string {
  let kept: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    const joined = chunk.length >= bytes ? chunk : Buffer.concat([kept, chunk]);
    // A copy, not a view: a view would keep the whole chunk alive.
    kept = joined.length > bytes ? Buffer.from(joined.subarray(joined.length - bytes)) : joined;
  });
  // A broken pipe is the end of what it said; the exit tells why.
  stream.on('error', () => {});
  return () => kept.toString('utf8');
}
