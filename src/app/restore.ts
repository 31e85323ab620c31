/** `sidekicks restore`: a backup takes the place of a home's workspace, but not of who may enter it. */

import { systemAuthor } from '../core/access/author.ts';
import { type Kept, nothingKept, restore, type Voided } from '../core/access/void-authority.ts';
import { openKernel } from './kernel.ts';
import type { Store } from './ports.ts';
import type { Offline } from './recover.ts';

/** What a home keeps, read from its store before the backup replaces it. */
export async function readKept(parts: Offline): Promise<Kept> {
  const [workspaceId] = await parts.store.workspaces();
  if (workspaceId === undefined) return nothingKept;
  const { state } = await openKernel({ ...parts, workspaceId });
  const { ownerId, hadPerson, recoveredAt, awaitsPairing } = state.workspace;
  const { person, key, token, root, agent } = state.tables;
  const places = { roots: root, agents: agent };
  return { persons: person, keys: key, tokens: token, ...places, ownerId, hadPerson, recoveredAt, awaitsPairing };
}

/** `parts.store` is the backup's copy. Throws when it holds no workspace. */
export async function restoreWorkspace(parts: Offline, kept: Kept): Promise<Voided> {
  const workspaceId = await onlyWorkspace(parts.store);
  const kernel = await openKernel({ ...parts, workspaceId });
  const result = await kernel.execute({ ...systemAuthor, via: 'cli' }, (state, context) =>
    restore(state, kept, context),
  );
  if (!result.ok) throw new Error(`restore was refused: ${result.refusal.message}`);
  return result.value.value;
}

async function onlyWorkspace(store: Store): Promise<string> {
  const [workspaceId] = await store.workspaces();
  if (workspaceId === undefined) throw new Error('the backup holds no workspace');
  return workspaceId;
}
