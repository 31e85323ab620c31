/** Each event against its own hashes and against the one before. */
import type { StoredEvent } from '../../core/state/event.ts';
import { hashOfHeader } from '../../core/state/seal.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { Findings } from './findings.ts';

export interface ChainCheck {
  /** Answers whether the payload is there and is the one that the header names. */
  take(event: StoredEvent): boolean;
  /** Passes over an event that cannot be read at all: what it said of number, version and hash is not known. */
  skip(): void;
  /** What the next page starts after. It always moves on, whatever a forged header says of its number. */
  readonly cursor: number;
  readonly last: { readonly seq: number; readonly version: number; readonly hash: string; readonly at: string };
}

export function openChainCheck(workspaceId: string, findings: Findings): ChainCheck {
  let cursor = 0;
  let seq = 0;
  let version = 0;
  let at = '';
  /** As stored and as computed: when they differ that is one problem, not a second one of the next event. Null = unknown. */
  let hashes: readonly string[] | null = [''];

  function checkHeader({ header, hash }: StoredEvent, where: string): void {
    const computed = hashOfHeader(header);
    if (computed !== hash) findings.report('header', where, 'the header is not the one that its hash is of');
    if (hashes && !hashes.includes(header.previousHash)) {
      findings.report('chain', where, `it does not name the hash of the event before (${seq})`);
    }
    if (header.seq !== seq + 1) findings.report('sequence', where, `it follows event ${seq}`);
    if (header.workspaceId !== workspaceId) {
      findings.report('header', where, `it belongs to the workspace ${header.workspaceId}`);
    }
    const rises = faultOfRise(version, header.version, hashes);
    if (rises) findings.report('version', where, rises);
    cursor = computed === hash && header.seq > cursor ? header.seq : cursor + 1;
    seq = header.seq;
    version = header.version;
    at = header.at;
    hashes = [hash, computed];
  }

  return {
    take(event) {
      const { header, payload } = event;
      const where = `event ${header.seq}`;
      findings.counts.events += 1;
      checkHeader(event, where);
      if (payload === null) {
        findings.counts.redactedEvents += 1;
        return false;
      }
      const isNamed = sha256(canonicalJson(payload)) === header.payloadHash;
      if (!isNamed) findings.report('payload', where, 'the payload is not the one that the header names');
      return isNamed;
    },
    skip() {
      findings.counts.events += 1;
      cursor += 1;
      seq += 1;
      hashes = null;
    },
    get cursor() {
      return cursor;
    },
    get last() {
      return { seq, version, hash: hashes?.[0] ?? '', at };
    },
  };
}

function faultOfRise(from: number, to: number, hashes: readonly string[] | null): string | null {
  // Of an event that could not be read nobody knows whether it raised the version.
  const most = hashes === null ? 2 : 1;
  return to >= from && to - from <= most ? null : `the version goes from ${from} to ${to}`;
}
