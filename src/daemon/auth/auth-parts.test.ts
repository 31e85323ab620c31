import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedBy, readPublicKey } from '../../app/public-key.ts';
import type { Key } from '../../core/access/access.ts';
import { derivedSecret } from './derived-secret.ts';
import { daemonProof, homeProof } from './home-proof.ts';
import { createLimiter } from './limiter.ts';
import { createNonces } from './nonces.ts';

function fakeClock(start = 1_700_000_000_000) {
  let now = start;
  return { now: () => now, forward: (ms: number) => (now += ms) };
}

describe('nonces', () => {
  it('are fresh for two minutes and used once', () => {
    const clock = fakeClock();
    const nonces = createNonces(clock);
    const [first, second] = nonces.issue(2) as [string, string];
    expect(first).not.toBe(second);
    expect(nonces.use(first)).toBe(true);
    expect(nonces.use(first)).toBe(false);
    clock.forward(120_001);
    expect(nonces.isFresh(second)).toBe(false);
    // The used one was forgotten by now; its age keeps it out.
    expect(nonces.use(first)).toBe(false);
  });

  it('of another process, changed or written differently are not ours', () => {
    const clock = fakeClock();
    const nonces = createNonces(clock);
    const [nonce] = createNonces(clock).issue(1) as [string];
    expect(nonces.isFresh(nonce)).toBe(false);
    const [own] = nonces.issue(1) as [string];
    expect(nonces.use(own)).toBe(true);
    for (const spelling of [`${own}=`, `${own} `, `${own}\n`, own.replaceAll('-', '+').replaceAll('_', '/'), '']) {
      if (spelling !== own) expect(nonces.use(spelling), spelling).toBe(false);
    }
    expect(nonces.use(`${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`)).toBe(false);
  });
});

describe('keys', () => {
  const make = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
  const spki = ({ publicKey }: ReturnType<typeof make>) =>
    publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');

  it('are ECDSA P-256 in exactly one spelling', () => {
    const pair = make('P-256');
    expect(readPublicKey(spki(pair))?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(readPublicKey(`${spki(pair)}=`)).toBeNull();
    expect(readPublicKey(spki(make('P-384')))).toBeNull();
    expect(readPublicKey(Buffer.from('nonsense').toString('base64url'))).toBeNull();
    const { x, y } = pair.publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    const header = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');
    const isOdd = ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1) === 1;
    const compressed = Buffer.concat([header, Buffer.from([isOdd ? 3 : 2]), Buffer.from(x, 'base64url')]);
    expect(readPublicKey(compressed.toString('base64url'))).toBeNull();
  });

  it('verify P1363 signatures and nothing else', () => {
    const pair = make('P-256');
    const key = { publicKey: spki(pair) } as Key;
    const options = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', Buffer.from('text'), options).toString('base64url');
    expect(isSignedBy(key, 'text', signature)).toBe(true);
    expect(isSignedBy(key, 'text ', signature)).toBe(false);
    const der = sign('sha256', Buffer.from('text'), pair.privateKey).toString('base64url');
    expect(isSignedBy(key, 'text', der)).toBe(false);
    expect(isSignedBy({ publicKey: spki(make('P-256')) } as Key, 'text', signature)).toBe(false);
  });
});

describe('proofs of the home secret', () => {
  const secret = Buffer.alloc(32, 1);
  const request = { method: 'POST', target: 'http://127.0.0.1:1/local/enrol', bodyHash: 'aa', nonce: 'n' };

  it('change with every part and with the direction', () => {
    const proofs = new Set([
      homeProof(secret, request),
      homeProof(Buffer.alloc(32, 2), request),
      ...(['method', 'target', 'bodyHash', 'nonce'] as const).map((part) =>
        homeProof(secret, { ...request, [part]: 'x' }),
      ),
      daemonProof(secret, 'n'),
    ]);
    expect(proofs.size).toBe(7);
  });

  it('derive one token for each workspace, kind and label', () => {
    const parts = { workspaceId: 'w', kind: 'agent', label: 'claude' } as const;
    expect(derivedSecret(secret, parts)).toBe(derivedSecret(secret, { ...parts }));
    expect(derivedSecret(secret, parts)).toMatch(/^sk_agent_[\w-]{43}$/);
    expect(derivedSecret(secret, { ...parts, label: 'codex' })).not.toBe(derivedSecret(secret, parts));
    expect(derivedSecret(secret, { ...parts, kind: 'terminal' })).not.toContain(derivedSecret(secret, parts).slice(9));
  });
});

describe('limiter', () => {
  it('makes nobody wait longer for what it turned away', () => {
    const clock = fakeClock();
    const limiter = createLimiter(clock, 2);
    expect([limiter.note(), limiter.note()]).toEqual([true, true]);
    for (let second = 0; second < 59; second++) {
      clock.forward(1_000);
      expect(limiter.note()).toBe(false);
    }
    clock.forward(1_000);
    expect(limiter.note()).toBe(true);
  });

  it('counts over a sliding minute', () => {
    const clock = fakeClock();
    const limiter = createLimiter(clock, 3);
    expect([limiter.note(), limiter.note(), limiter.note(), limiter.note()]).toEqual([true, true, true, false]);
    clock.forward(61_000);
    expect(limiter.note()).toBe(true);
  });
});
