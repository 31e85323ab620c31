/** The nonces at hand. Each is used once and only while it is young; a new supply comes with `hello` and with answers. */
import type { Hello } from '../protocol/views.ts';

/** The daemon takes them for 120 s; 20 s are for clocks and slow requests. */
const YOUNG_MS = 100_000;

export interface NonceSupply {
  /** One nonce and the epoch to sign for; asks the daemon when there is none. */
  take(): Promise<{ readonly nonce: string; readonly epoch: string }>;
  /** From the header of an answer. */
  add(header: string | null): void;
  /** After `nonce_expired`: the epoch may be another one, too. */
  drop(): void;
}

export function createNonceSupply(hello: () => Promise<Pick<Hello, 'nonces' | 'epoch'>>): NonceSupply {
  let supply: { readonly nonce: string; readonly at: number }[] = [];
  let epoch: string | null = null;

  const keep = (nonces: readonly string[]) => {
    const at = Date.now();
    supply.push(...nonces.map((nonce) => ({ nonce, at })));
  };

  const takeYoung = (): string | undefined => {
    supply = supply.filter(({ at }) => Math.abs(Date.now() - at) < YOUNG_MS);
    return supply.shift()?.nonce;
  };

  return {
    async take() {
      const known = epoch === null ? undefined : takeYoung();
      if (known !== undefined && epoch !== null) return { nonce: known, epoch };
      const fresh = await hello();
      epoch = fresh.epoch;
      const [first, ...rest] = fresh.nonces;
      if (first === undefined) throw new Error('the daemon gave no nonce');
      keep(rest);
      return { nonce: first, epoch: fresh.epoch };
    },
    add(header) {
      if (header) keep(header.split(' '));
    },
    drop() {
      supply = [];
      epoch = null;
    },
  };
}
