/**
 * The typed way to the daemon, for pages, the bridge, the commands and tests. Refusals come back as values; that the
 * daemon cannot be reached, or answers something else than JSON, is thrown.
 */
import type { Refusal, Result } from '../kit/result.ts';
import type { OperationName } from '../protocol/table.ts';
import type { FeedItem, Hello } from '../protocol/views.ts';
import type { AnswerOf, QuestionOf } from './answers.ts';
import { type Credential, signedHeaders } from './credential.ts';
import { type FeedOptions, followFeed } from './feed.ts';
import { createNonceSupply } from './nonces.ts';
import type { Send } from './send.ts';

export interface ClientOptions {
  /** Origin of the daemon, without a slash at the end: `http://localhost:4141`. A signer's key belongs to it. */
  readonly baseUrl: string;
  readonly credential: Credential;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Client {
  call<Name extends OperationName>(
    name: Name,
    input: QuestionOf<Name>,
    options?: CallOptions,
  ): Promise<Result<AnswerOf<Name>>>;
  /** For names and inputs that somebody else typed. */
  callByName(name: string, input: unknown, options?: CallOptions): Promise<Result<unknown>>;
  hello(): Promise<Hello>;
  /** Every item after a sequence number, across lost connections, until `end` or the signal. */
  followFeed(options: FeedOptions): AsyncIterable<FeedItem>;
}

export function createClient({ baseUrl, credential, headers = {} }: ClientOptions): Client {
  const nonces = createNonceSupply(() => hello(baseUrl));

  const sendOnce: Send = async ({ method, path, body, signal }) => {
    const target = `${baseUrl}${path}`;
    const response = await fetch(target, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(await headersFor({ method, target, body: body ?? '' })),
      },
      credentials: 'omit',
      redirect: 'error',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    nonces.add(response.headers.get('x-sidekicks-nonces'));
    return response.ok ? { ok: true, value: response } : { ok: false, refusal: await refusalIn(response) };
  };

  const headersFor = async (request: { method: string; target: string; body: string }) => {
    if (credential.kind === 'bearer') return { authorization: `Bearer ${credential.token}` };
    if (credential.kind === 'none') return {};
    return signedHeaders(credential.signer, { ...request, ...(await nonces.take()) });
  };

  /** The nonce may have grown old on the way, or the daemon may be a new process: once more with a fresh one. */
  const send: Send = async (exchange) => {
    const first = await sendOnce(exchange);
    if (first.ok || first.refusal.code !== 'nonce_expired') return first;
    nonces.drop();
    return sendOnce(exchange);
  };

  const callByName: Client['callByName'] = async (name, input, options = {}) => {
    const path = `/api/${encodeURIComponent(name)}`;
    const answered = await send({ method: 'POST', path, body: JSON.stringify(input ?? {}), ...options });
    return answered.ok ? { ok: true, value: await answered.value.json() } : answered;
  };

  return {
    call: (name, input, options) => callByName(name, input, options) as never,
    callByName,
    hello: () => hello(baseUrl),
    followFeed: (options) => followFeed(send, options),
  };
}

/** Who is there, and nonces; needs no credential. */
export async function hello(baseUrl: string): Promise<Hello> {
  const response = await fetch(`${baseUrl}/api/hello`, { credentials: 'omit' });
  if (!response.ok) throw new Error(`the daemon answered ${response.status} to hello`);
  return (await response.json()) as Hello;
}

async function refusalIn(response: Response): Promise<Refusal> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { readonly error?: Refusal };
    if (typeof error?.code === 'string') return error;
  } catch {
    // Not ours: fall through.
  }
  throw new Error(`status ${response.status} without a refusal: ${text.slice(0, 200)}`);
}
