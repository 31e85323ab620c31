/** Turns what a command decided into events of the chain. */
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { Author } from '../access/author.ts';
import { alsoTouched } from '../workspace/touched.ts';
import type { JournalEntry } from '../workspace/workspace.ts';
import { subjectOf } from './apply.ts';
import {
  type Change,
  type EventDraft,
  type EventHeader,
  type EventType,
  raisingTypes,
  type StoredEvent,
} from './event.ts';
import type { State } from './state.ts';

export function hashOfHeader(header: EventHeader): string {
  return sha256(canonicalJson(header));
}

/** Everything that changes touch: what they name, and where it was taken away from. */
export function subjectsOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap((change) => [subjectOf(change.kind, change.id), ...alsoTouched(change)]))];
}

/** Where the chain stands. */
export interface Head {
  readonly workspaceId: string;
  readonly seq: number;
  readonly version: number;
  readonly hash: string;
}

export function headOf(state: State): Head {
  const { id, seq, version, head } = state.workspace;
  return { workspaceId: id, seq, version, hash: head };
}

/** The events of one command, chained to the head. The version rises by one when any of them raises it. */
export function seal(head: Head, drafts: readonly EventDraft[], author: Author, at: string): StoredEvent[] {
  const version = head.version + (drafts.some((draft) => draft.raisesVersion) ? 1 : 0);
  const events: StoredEvent[] = [];
  let previousHash = head.hash;
  for (const draft of drafts) {
    const { type, summary, changes, detail } = draft;
    const payload = detail === undefined ? { summary, changes } : { summary, changes, detail };
    const header: EventHeader = {
      seq: head.seq + events.length + 1,
      workspaceId: head.workspaceId,
      version,
      type,
      v: 1,
      at,
      author,
      subjects: subjectsOf(changes),
      payloadHash: sha256(canonicalJson(payload)),
      previousHash,
    };
    previousHash = hashOfHeader(header);
    events.push({ header, hash: previousHash, payload });
  }
  return events;
}

const raising: ReadonlySet<EventType> = new Set(raisingTypes);

/** The journal remembers only what raised the version after `versionBefore`. */
export function journalOf(headers: readonly EventHeader[], versionBefore: number): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (const { seq, version, at, type, author, subjects } of headers) {
    if (version > versionBefore && raising.has(type)) entries.push({ seq, version, at, type, author, subjects });
  }
  return entries;
}
