/** Which addresses lie on this machine, in its own networks, or nowhere. Pure. */
import { BlockList, isIP } from 'node:net';

/**
 * What a public name has no business to resolve to: the IANA special-purpose registries (RFC 6890 and its additions),
 * multicast, and what was withdrawn. What they call globally reachable is left to the public.
 */
const ipv4: readonly (readonly [address: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

const ipv6: readonly (readonly [address: string, prefix: number])[] = [
  // Unspecified, loopback, and the withdrawn IPv4-compatible ones.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 63],
  // Teredo, benchmarking, ORCHID and the rest of the protocol assignments.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Of addresses that wrap an IPv4 one, these are judged by it: mapped ones, and NAT64, the only way out of some networks. */
const wraps = ['::ffff:', '64:ff9b::'];

/** A list each: one list would find an IPv4 address in the ranges of its mapped form. */
const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [address, prefix] of ipv6) lists.ipv6.addSubnet(address, prefix, 'ipv6');
for (const [address, prefix] of ipv4) {
  lists.ipv4.addSubnet(address, prefix, 'ipv4');
  for (const wrap of wraps) lists.ipv6.addSubnet(`${wrap}${address}`, 96 + prefix, 'ipv6');
}

export function isPrivate(address: string): boolean {
  const version = isIP(address);
  // What is no address is not known to be public, and what names an interface is near.
  if (version === 0 || address.includes('%')) return true;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return lists[family].check(address, family);
}
