/** One HTTP request, exactly as told: any Host, any header, any bytes. `fetch` would correct too much of it. */
import { request } from 'node:http';
import { connect } from 'node:net';
import type { Refusal } from '../../src/kit/result.ts';

export interface Sent {
  readonly method: string;
  /** As it stands in the request line. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Null when it is not JSON. */
  readonly json: unknown;
  /** Of `{error}`; null when there is none. */
  readonly refusal: Refusal | null;
}

/** To the loopback address of an origin; the Host is right unless told otherwise. */
export function send(origin: string, { method, path, headers = {}, body }: Sent): Promise<Reply> {
  const { host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: { host, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const json = jsonOf(text);
          const refusal = (json as { readonly error?: Refusal } | null)?.error ?? null;
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json, refusal });
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** A stream has no end: its status and first bytes are enough. */
export function open(origin: string, sent: Sent): Promise<number> {
  const { host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const headers = { host, ...sent.headers };
    const outgoing = request({ host: '127.0.0.1', port, ...sent, headers, agent: false }, (incoming) => {
      resolve(incoming.statusCode ?? 0);
      incoming.destroy();
    });
    outgoing.once('error', reject);
    outgoing.end(sent.body);
  });
}

/** What is written to the socket is what is sent; answers the first bytes that come back, '' when it is closed. */
export function raw(origin: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text));
    socket.once('data', (chunk) => {
      resolve(chunk.toString('latin1'));
      socket.destroy();
    });
    socket.once('close', () => resolve(''));
    socket.once('error', reject);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
