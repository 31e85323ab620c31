/** Reads a request's body up to a limit, however it is sent. */
import type { IncomingMessage } from 'node:http';
import { done, type Result } from '../../kit/result.ts';
import { refused } from '../refusals.ts';

/** The largest candidate that the given schema lets through has 2.3 MB when every character is escaped. */
export const DEFAULT_LIMIT = 3 * 1024 * 1024;
/** Where no person and no token stands behind a request: a code, a name, a key, a label. */
export const SMALL_LIMIT = 16 * 1024;
/** For `import_tasks` by the terminal: app takes 8 million characters of text; names of fields and escapes come on top. */
export const IMPORT_LIMIT = 12 * 1024 * 1024;

/**
 * For `tandem_publish_artifact`, there and over MCP, whatever carries it: 4 MiB of which every character is escaped by a backslash. Control
 * characters other than line breaks take six bytes each; of those less fits.
 */
export const ARTIFACT_LIMIT = 9 * 1024 * 1024;

/** Bytes that may be on their way in at once. A slow sender holds what it has sent. */
export interface BodyBudget {
  /** False when they would be too many. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createBodyBudget(most: number): BodyBudget {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    give: (bytes) => {
      held -= bytes;
    },
  };
}

export async function readBody(
  incoming: IncomingMessage,
  limit: number,
  budget: BodyBudget,
): Promise<Result<Uint8Array>> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Destroying the request would reset the connection before the client has read why.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > limit) return tooLarge(limit);
      if (!budget.take(chunk.length)) return refused('rate_limited', busy);
      size += chunk.length;
      chunks.push(chunk);
    }
  } catch {
    return refused('invalid_json', { message: 'The connection ended before the body did.' });
  } finally {
    budget.give(size);
  }
  return done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
}

const busy = { message: 'Too much is on its way in at once.', next: 'Wait a moment and send it again.' };

export function tooLarge(limit: number, what: 'body' | 'line' = 'body') {
  const message = `The ${what} exceeds ${limit} bytes.`;
  return refused('too_large', { message, problems: [{ code: 'too_large', path: '', message, fix: 'Send less.' }] });
}
