/** One address at each end of each range of the IANA special-purpose registries, and its neighbours outside. */
import { expect, test } from 'vitest';
import { isPrivate } from './addresses.ts';

test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use', '10.0.0.0', '10.255.255.255'],
  ['shared', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255'],
  ['link-local, and the metadata of clouds', '169.254.0.0', '169.254.169.254'],
  ['private use', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['withdrawn relays of 6to4', '192.88.99.0', '192.88.99.255'],
  ['private use', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4-compatible', '::1.1.1.1', '::ffff'],
  ['mapped private ones', '::ffff:10.0.0.1', '::ffff:7f00:1'],
  ['private ones behind NAT64', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard and dummy', '100::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarks, ORCHID and drones', '2001:2::1', '2001:3f::1'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:0a00:0001::1'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff::1'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local', 'fe80::1', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['withdrawn site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['with an interface, and none at all', 'fe80::1%lo', 'localhost'],
])('%s: no public name leads to %s or %s', (_range, first, last) => {
  expect([isPrivate(first), isPrivate(last)]).toEqual([true, true]);
});

test.each([
  ['1.0.0.0', '1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ['169.253.255.255', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0', '192.167.255.255'],
  ['192.169.0.0', '198.17.255.255', '198.20.0.0', '203.0.112.255', '223.255.255.255', '160.79.104.10'],
  ['::ffff:1.1.1.1', '64:ff9b::1.1.1.1', '64:ff9b::8.8.8.8', '2001:200::1', '2001:4860::8888', '2606:4700::1111'],
  ['2003::1', '2a00:1450::1', '2620:4f:8000::1', '3ffe::1', '64:ff9b:2::1', '101::1'],
])('%s and others are public', (...addresses) => {
  expect(addresses.filter(isPrivate)).toEqual([]);
});
