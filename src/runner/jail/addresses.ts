/** Which addresses lie on this machine or in its own networks. Pure. */
import { BlockList, isIP } from 'node:net';

/** RFC 6890 and its additions: what a public name has no business to resolve to. */
const privateRanges: readonly (readonly [address: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  // Addresses that wrap an IPv4 one (mapped, NAT64, 6to4, Teredo): no model host needs them.
  ['::ffff:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

/** A list each: one list would find every IPv4 address in ::ffff:0:0/96. */
const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [address, prefix, family] of privateRanges) lists[family].addSubnet(address, prefix, family);

export function isPrivate(address: string): boolean {
  const version = isIP(address);
  // What is no address is not known to be public.
  if (version === 0) return true;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return lists[family].check(address, family);
}
