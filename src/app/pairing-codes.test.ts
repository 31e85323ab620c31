import { describe, expect, it } from 'vitest';
import { type Pairs, pairingCodes } from './pairing-codes.ts';

const first: Pairs = { who: 'first' };
const ann: Pairs = { who: 'person', personId: 'ann', label: 'Laptop', keyId: 'k' };
const bob: Pairs = { ...ann, personId: 'bob' };

function open() {
  let now = 1_700_000_000_000;
  const codes = pairingCodes({ now: () => now });
  return { codes, forward: (ms: number) => (now += ms) };
}

/** Another than any of these. */
const wrong = (...codes: string[]) => ['AAAA-AAAA', 'BBBB-BBBB', 'CCCC-CCCC'].find((one) => !codes.includes(one)) ?? '';

describe('a pairing code', () => {
  it('works once, however it is typed', () => {
    const { codes } = open();
    for (const pairs of [first, ann]) {
      const { code, expiresAt } = codes.open(pairs);
      expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
      expect(Date.parse(expiresAt)).toBe(1_700_000_120_000);
      expect(codes.take(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(pairs);
      expect(codes.take(code)).toBeNull();
    }
  });

  it('ends after five tries', () => {
    const { codes } = open();
    const { code } = codes.open(first);
    for (let tries = 0; tries < 5; tries++) {
      expect(codes.isFirstOpen()).toBe(true);
      expect(codes.take(wrong(code))).toBeNull();
    }
    expect(codes.isFirstOpen()).toBe(false);
    expect(codes.take(code)).toBeNull();
  });

  it('ends after two minutes', () => {
    const { codes, forward } = open();
    const { code } = codes.open(first);
    forward(119_999);
    expect(codes.isFirstOpen()).toBe(true);
    forward(1);
    expect(codes.isFirstOpen()).toBe(false);
    expect(codes.take(code)).toBeNull();
  });

  it('ends when the same asks for another, and lets those of others be', () => {
    const { codes } = open();
    const before = codes.open(ann).code;
    const other = codes.open(bob).code;
    const start = codes.open(first).code;
    const after = codes.open(ann).code;
    expect(codes.take(before)).toBeNull();
    expect([codes.take(other), codes.take(start), codes.take(after)]).toEqual([bob, first, ann]);
  });

  it('of everybody loses a try with each wrong guess', () => {
    const { codes } = open();
    const shown = [codes.open(ann).code, codes.open(bob).code];
    for (let tries = 0; tries < 5; tries++) codes.take(wrong(...shown));
    expect(shown.map((code) => codes.take(code))).toEqual([null, null]);
  });
});
