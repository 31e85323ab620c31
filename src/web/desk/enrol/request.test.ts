import { expect, it } from 'vitest';
import { readRequest } from './request.ts';

const workspace = 'http://localhost:4141';
const key = 'A'.repeat(122);
const visitor = 'a1'.repeat(32);

function back(address: string): string | undefined {
  return readRequest(`#${new URLSearchParams({ key, visitor, back: address })}`, workspace)?.back;
}

it('reads what the workspace page asks for', () => {
  const hash = `#${new URLSearchParams({ key, visitor, back: `${workspace}/task/T-1` })}`;
  expect(readRequest(hash, workspace)).toEqual({ publicKey: key, visitorHash: visitor, back: `${workspace}/task/T-1` });
});

it.each(['v1', 'A1'.repeat(32), 'a1'.repeat(33)])('takes %s for no visitor', (other) => {
  expect(readRequest(`#${new URLSearchParams({ key, visitor: other })}`, workspace)?.visitorHash).toBeNull();
});

it.each(['', '#', '#key=short', `#key=${'!'.repeat(100)}`, `#key=${'A'.repeat(400)}`])('refuses %s', (hash) => {
  expect(readRequest(hash, workspace)).toBeNull();
});

it.each([
  'https://evil.test/',
  'http://localhost:4142/',
  'http://localhost.evil.test:4141/',
  'http://localhost:4141@evil.test/',
  'javascript:alert(1)',
  '//evil.test',
  'not an address',
])('never goes back to %s', (address) => {
  expect(back(address)).toBe(workspace);
});
