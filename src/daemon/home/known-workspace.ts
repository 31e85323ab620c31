/**
 * Which workspace a home holds, kept beside its database: a home whose database is gone must not start again as one
 * that nobody ever paired with.
 */
import { statSync } from 'node:fs';
import type { Refusal } from '../../kit/result.ts';
import { hint } from '../hint.ts';
import { refusalOf } from '../refusals.ts';
import { type Home, openHome } from './folder.ts';
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

/** For whoever only looks and opens no database: the same, once its file is missing or empty. */
export function refusalOfMissing(path: string): Refusal | null {
  const home = openHome(path);
  if (!home.ok || (statSync(home.value.database, { throwIfNoEntry: false })?.size ?? 0) > 0) return null;
  return refusalOfLost(home.value);
}
