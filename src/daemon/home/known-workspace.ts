/**
 * Which workspace a home holds, kept beside its database: a home whose database is gone must not start again as one
 * that nobody ever paired with.
 */
import type { Refusal } from '../../kit/result.ts';
import { hint } from '../hint.ts';
import { refusalOf } from '../refusals.ts';
import type { Home } from './folder.ts';
import { readJson, writePrivate } from './private-file.ts';

/** Null before the first start. */
function knownWorkspace(home: Home): string | null {
  const id = readJson(home.config)?.workspaceId;
  return typeof id === 'string' ? id : null;
}

/** Before anybody can be served, so that no person ever pairs with a home that would forget it. */
export function keepWorkspace(home: Home, workspaceId: string): void {
  if (knownWorkspace(home) === workspaceId) return;
  writePrivate(home.config, `${JSON.stringify({ ...readJson(home.config), workspaceId })}\n`);
}

/** For a home without a workspace in it: null when it never had one. */
export function refusalOfLost(home: Home): Refusal | null {
  if (knownWorkspace(home) === null) return null;
  return refusalOf('workspace_lost', {
    message: `${home.path} has had a workspace, but ${home.database} is missing or empty. Nothing was made in its place.`,
    next: `Put a backup in its place: ${hint('restore FILE', home.path)} (databases that were set aside are named replaced-*.db). Or start with another --home.`,
  });
}
