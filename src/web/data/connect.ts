/** Makes the pages' `Api` out of the client. */
import { createClient, hello } from '../../client/client.ts';
import { type Credential, type PersonKey, signerOf } from '../../client/credential.ts';
import type { Refusal, Result } from '../../kit/result.ts';
import type { FeedItem, Hello } from '../../protocol/views.ts';
import type { Api, FollowEnd, FollowOptions } from './api.ts';
import type { Visitor } from './visitor.ts';

type Reader = { readonly key: PersonKey } | { readonly visitor: Visitor };

/** For the origin that the page comes from. */
export function apiFor(reader: Reader): Api {
  const client = createClient({ baseUrl: location.origin, credential: credentialOf(reader) });
  return {
    async call(name, input, options) {
      try {
        return (await client.call(name, input, options)) as never;
      } catch (error) {
        return { ok: false, refusal: unreachable(error) };
      }
    },
    follow: (options) => follow(client.followFeed, options),
  };
}

export async function readHello(): Promise<Result<Hello>> {
  try {
    return { ok: true, value: await hello(location.origin) };
  } catch (error) {
    return { ok: false, refusal: unreachable(error) };
  }
}

function credentialOf(reader: Reader): Credential {
  if ('key' in reader) return { kind: 'signer', signer: signerOf(reader.key) };
  return { kind: 'bearer', token: reader.visitor.secret };
}

type Followed = (options: {
  after: number;
  epoch: string;
  signal: AbortSignal;
  onConnection: (state: 'live' | 'lost') => void;
}) => AsyncIterable<FeedItem>;

async function follow(feed: Followed, options: FollowOptions): Promise<FollowEnd> {
  const { after, epoch, signal, onItem, onConnected } = options;
  const onConnection = (state: 'live' | 'lost') => onConnected(state === 'live');
  for await (const item of feed({ after, epoch, signal, onConnection })) {
    if (item.event === 'end' && item.reason === 'revoked') return { reason: 'revoked', refusal: revoked };
    if (item.event === 'end') break;
    onItem(item);
  }
  return { reason: 'resync' };
}

/** The key, when there is one, is not known or counts no more. */
export function isUnknownKey({ code }: Refusal): boolean {
  return code === 'unauthenticated' || code === 'not_paired' || code === 'forbidden';
}

const revoked: Refusal = {
  code: 'unauthenticated',
  message: 'This browser was shut out.',
  next: 'Pair it again at the desk.',
};

/** Not an answer of the daemon: it did not answer. What a person typed stays on the page. */
function unreachable(error: unknown): Refusal {
  const aborted = error instanceof DOMException && error.name === 'AbortError';
  return {
    code: 'unreachable',
    message: aborted ? 'The call was given up.' : 'Sidekicks does not answer.',
    next: 'Check that it runs, then try again.',
  };
}
