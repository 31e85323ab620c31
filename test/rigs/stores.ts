/**
 * Stores with something between them and the app: the bugs that the rigs must find, and a store that answers in any
 * order. The product has no switch for any of them; only a rig can wrap a store.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store, Write } from '../../src/app/ports.ts';

/** The store with some methods exchanged. */
export function changed(inner: Store, change: Partial<Store>): Store {
  return new Proxy(inner, {
    get(target, name) {
      const own = change[name as keyof Store];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Waits at the gate before each transaction and before its answer: as a database across a network would. */
export function gated(inner: Store, gate: (label: string) => Promise<unknown>): Store {
  return changed(inner, {
    async transact(workspaceId, knownSeq, work) {
      await gate('before the transaction');
      const value = await inner.transact(workspaceId, knownSeq, work);
      await gate('before the answer');
      return value;
    },
  });
}

/**
 * Planted bug: acknowledges first and writes up to 60 ms later, in order. What a kill meets in between is lost although
 * somebody was told that it is there.
 */
export function hasty(inner: Store): Store {
  let turn: Promise<unknown> = Promise.resolve();
  const later = (workspaceId: string, write: Write) => {
    const known = (write.events[0]?.header.seq ?? 1) - 1;
    turn = turn
      .then(() => sleep(60 * Math.random()))
      .then(() => inner.transact(workspaceId, known, () => ({ write, value: null })));
  };
  return changed(inner, {
    async transact(workspaceId, _knownSeq, work) {
      const { write, value } = work([]);
      if (write) later(workspaceId, write);
      return value;
    },
    async close() {
      await turn;
      await inner.close();
    },
  });
}

/**
 * Planted bug: decides outside the exclusive transaction, on what memory holds, and does not look again when it writes.
 * Of two writes that meet, both are acknowledged and one is lost.
 */
export function forgetful(inner: Store): Store {
  return changed(inner, {
    async transact(workspaceId, _knownSeq, work) {
      const { write, value } = work([]);
      if (!write) return value;
      await sleep(1);
      const known = (write.events[0]?.header.seq ?? 1) - 1;
      await inner.transact(workspaceId, known, (tail) => ({ write: tail.length === 0 ? write : null, value: null }));
      return value;
    },
  });
}
