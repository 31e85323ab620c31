/**
 * What every request must pass before a route sees it: the right Host, no foreign Origin. These stop other web pages
 * and rebound names; they are no credential, and a request without an Origin gets nothing for that.
 */
import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../kit/result.ts';
import { refusalOf } from '../refusals.ts';

/** The Host values of one origin. */
export function hostsOf(url: string): readonly string[] {
  const { port } = new URL(url);
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`);
}

export function refusalOfHost(incoming: IncomingMessage, hosts: readonly string[]): Refusal | null {
  const target = incoming.url ?? '';
  // An absolute target names another host than the Host header does; proxies send it, browsers never do to us.
  if (!target.startsWith('/')) return refusalOf('bad_host');
  return hosts.includes(incoming.headers.host ?? '') ? null : refusalOf('bad_host');
}

/**
 * `Sec-Fetch-Site` is `same-site`, not `cross-site`, from another port of localhost: only `same-origin` is ours. A page
 * may be opened from anywhere (a link in a terminal or a chat), an API answer only by our own page or by no page.
 */
export function refusalOfOrigin(incoming: IncomingMessage, url: string): Refusal | null {
  const { origin, 'sec-fetch-site': site } = incoming.headers;
  if (origin !== undefined && origin !== url) return refusalOf('bad_origin');
  if (site === undefined || site === 'same-origin') return null;
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD';
  const isPage = !isApiPath(incoming.url ?? '');
  return isRead && (isPage || site === 'none') ? null : refusalOf('bad_origin');
}

/**
 * Plain names only. A router decodes and the guards do not: `/%61pi/hello` would pass them as a page and be served as the
 * API, and what was signed would be another address than the one that was carried out.
 */
export function isPlainPath(target: string): boolean {
  return /^\/(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?(?:\?|$)/.test(target);
}

export function refusalOfPath({ url = '' }: IncomingMessage): Refusal | null {
  return isPlainPath(url) ? null : refusalOf('unknown_operation', { message: 'A path is made of plain names.' });
}

/** Everything that is not one of these is a page or a file of one. */
export function isApiPath(target: string): boolean {
  return /^\/(api|local|mcp|healthz)([/?]|$)/.test(target);
}
