/**
 * Which hosts a relay may reach, and at which addresses. Owns the comparison: exact host and port, nothing by pattern.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPrivate } from './addresses.ts';

export interface RelayTarget {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** Where the name lies, when that is in a private network: a name alone is never led there. */
  readonly address?: string;
}

/** `host:port` as a client writes it; null = not one. */
export function parseAuthority(text: string, defaultPort?: number): RelayTarget | null {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/i.exec(text);
  const port = found?.[3] === undefined ? defaultPort : Number(found[3]);
  if (!found || port === undefined || port < 1 || port > 65535) return null;
  return { host: canonical(found[1] ?? found[2] ?? ''), port };
}

export function findTarget(allowed: readonly RelayTarget[], asked: RelayTarget): RelayTarget | null {
  return allowed.find(({ host, port }) => canonical(host) === asked.host && port === asked.port) ?? null;
}

function canonical(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** The address to connect to; null = the name leads nowhere, or into a private network that the entry does not name. */
export async function addressOf(target: RelayTarget): Promise<string | null> {
  if (target.address) return target.address;
  // Spelled out by a person: meant.
  if (isIP(target.host)) return target.host;
  if (target.host === 'localhost') return '127.0.0.1';
  const found = await lookup(target.host, { all: true }).catch(() => []);
  return found.find(({ address }) => !isPrivate(address))?.address ?? null;
}
