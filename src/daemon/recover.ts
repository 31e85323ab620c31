/** The home's part of `recover`: a new secret, so that no derived token of before fits, then the workspace's. */
import { uuidv7 } from 'uuidv7';
import type { Store } from '../app/ports.ts';
import { recoverWorkspace } from '../app/recover.ts';
import type { Home } from './home/folder.ts';
import { renewHomeSecret } from './home/secret.ts';

/** The caller holds the lock. After a crash in between, running it again completes it. */
export async function recoverHome(home: Home, store: Store): Promise<void> {
  renewHomeSecret(home);
  await recoverWorkspace({ store, clock: { now: Date.now }, ids: { next: uuidv7 } });
}
