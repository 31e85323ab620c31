/** `sidekicks recover`, on a store that no daemon has open. */

import { systemAuthor } from '../core/access/author.ts';
import { recover, type Voided } from '../core/access/void-authority.ts';
import { openKernel } from './kernel.ts';
import type { Clock, Ids, Store } from './ports.ts';

export interface Offline {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Null when the home has no workspace yet: there is nothing to void. */
export async function recoverWorkspace({ store, clock, ids }: Offline): Promise<Voided | null> {
  const [workspaceId] = await store.workspaces();
  if (workspaceId === undefined) return null;
  const kernel = await openKernel({ store, workspaceId, clock, ids });
  const result = await kernel.execute({ ...systemAuthor, via: 'cli' }, recover);
  if (!result.ok) throw new Error(`recover was refused: ${result.refusal.message}`);
  return result.value.value;
}
