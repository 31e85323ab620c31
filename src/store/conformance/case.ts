import assert from 'node:assert/strict';
import type { Store } from '../../app/ports.ts';

/** An empty database of its own. */
export interface Place {
  /** Opens it; a second call opens the same database once more, as another process would. */
  open(): Promise<Store>;
  /** Closes what is still open and removes it. */
  dispose(): Promise<void>;
}

export interface Case {
  readonly title: string;
  readonly run: (place: Place) => Promise<void>;
}

/** For `assert.rejects`: the fault has this code. */
export function code(expected: string): (error: unknown) => boolean {
  return (error) => {
    assert.equal((error as { code?: unknown }).code, expected);
    return true;
  };
}

/** `count` events, 1 to count, each naming the hash of the one before. */
export async function assertChain(store: Store, count: number): Promise<void> {
  const events = await store.events('w-1', { limit: 500 });
  assert.equal(events.length, count);
  events.forEach(({ header }, index) => {
    assert.equal(header.seq, index + 1);
    assert.equal(header.previousHash, events[index - 1]?.hash ?? '');
  });
}
