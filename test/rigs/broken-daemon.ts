/**
 * The daemon's own wiring with a planted bug in the place of the store: `broken-daemon.ts HOME BUG`. Only rigs start it;
 * the product has no such switch.
 */

import type { Store } from '../../src/app/ports.ts';
import { startDaemon } from '../../src/daemon/main.ts';
import { SqliteStore } from '../../src/store/sqlite/store.ts';
import { changed, forgetful, hasty } from './stores.ts';

const bugs: Readonly<Record<string, (store: Store) => Store>> = { hasty, forgetful };

const [home = '', bug = ''] = process.argv.slice(2);
plant(bugs[bug]);
const started = await startDaemon({ home, port: 0, empty: true });
if (!started.ok || started.value.kind !== 'started') throw new Error(JSON.stringify(started));
const { daemon } = started.value;
console.log(JSON.stringify(daemon.info));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void daemon.close());

/** Main opens its own store, so the bug goes into what every store does. */
function plant(wrap: ((store: Store) => Store) | undefined): void {
  if (!wrap) throw new Error(`there is no bug ${bug}`);
  const { transact, close } = SqliteStore.prototype;
  const wrapped = new WeakMap<Store, Store>();
  const broken = (store: SqliteStore): Store => {
    const own = changed(store, { transact: transact.bind(store) as Store['transact'], close: close.bind(store) });
    const known = wrapped.get(store) ?? wrap(own);
    wrapped.set(store, known);
    return known;
  };
  SqliteStore.prototype.transact = function (workspaceId, knownSeq, work) {
    return broken(this).transact(workspaceId, knownSeq, work);
  };
  SqliteStore.prototype.close = function () {
    return broken(this).close();
  };
}
