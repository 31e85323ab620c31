/** Snapshots of project contexts: the bytes that a conversation pinned. */
import type { Snapshot } from '../../core/run/context-commands.ts';
import type { Conversation } from '../../core/run/run.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { Blobs } from '../ports.ts';

export function snapshotText(content: Snapshot): string {
  const { rules, decisions } = content;
  return canonicalJson({ rules, decisions });
}

export function snapshotHash(content: Snapshot): string {
  return sha256(snapshotText(content));
}

export async function readPinned(blobs: Blobs, pin: Conversation['pin']): Promise<Snapshot | null> {
  const bytes = pin === null ? null : await blobs.get(pin.hash);
  return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as Snapshot);
}
