/**
 * Does the store hold what happened, and nothing else? Reads everything, changes nothing. It proves that log, rows,
 * approvals and tasks agree; whoever can write the file and recompute every hash after the point he changes is found
 * only where a person's signature lies behind that point.
 */
import { isPerson } from '../../core/access/author.ts';
import type { StoredEvent } from '../../core/state/event.ts';
import type { Blobs, Store, StoredEntity } from '../ports.ts';
import { checkApprovals, checkApprovalsThen } from './approvals.ts';
import { type ChainCheck, openChainCheck } from './chain.ts';
import { checkCreated } from './created.ts';
import { type Counts, type Findings, LISTED, openFindings, type Problem } from './findings.ts';
import { checkPlans } from './plans.ts';
import { openReplay, type Replay } from './replay.ts';
import { checkBytes, checkRuns } from './runs.ts';
import { compareRows, type Stored, storedOf } from './stored.ts';

export interface Verification {
  /** The first 1,000; `counts.problems` is how many there are. */
  readonly problems: readonly Problem[];
  readonly counts: Readonly<Counts>;
  /** `kind:id` of what a redacted or altered event touched: the log no longer tells what it should be. */
  readonly notComparable: readonly string[];
  /** The last event, to be compared with what another copy says of it. */
  readonly end: { readonly seq: number; readonly hash: string; readonly at: string };
}

type Source = Pick<Store, 'load' | 'events' | 'position'> & Partial<Pick<Store, 'misfiled'>>;
type Home = Source & Pick<Store, 'workspaces'>;

interface Reading {
  readonly source: Source;
  readonly workspaceId: string;
  readonly chain: ChainCheck;
  readonly take: (event: StoredEvent) => void;
  readonly findings: Findings;
}

const PAGE = 500;
/** A daemon may write while we read; after so many attempts to catch up it is not that. */
const ATTEMPTS = 5;

/** A home's store: one workspace and no other, or the rows of the other would stand beside every check. Null = none. */
export async function verifyHomeStore(home: Home, blobs: Blobs | null = null): Promise<Verification | null> {
  const [workspaceId, ...others] = await home.workspaces();
  return workspaceId === undefined ? null : verifyWorkspace(home, workspaceId, others, blobs);
}

/** One page of events and the workspace's entities are in memory at a time, never the whole log. */
export async function verifyWorkspace(
  source: Source,
  workspaceId: string,
  others: readonly string[] = [],
  blobs: Blobs | null = null,
): Promise<Verification> {
  const findings = openFindings();
  for (const other of others) findings.report('workspace', `workspace:${other}`, 'a home holds one workspace');
  const chain = openChainCheck(workspaceId, findings);
  const replay = openReplay(findings, (moment, changes) => checkApprovalsThen(moment, changes, findings));
  const redactions = openRedactions(findings);
  const take = (event: StoredEvent) => {
    const isTrusted = chain.take(event);
    redactions.take(event);
    replay.take(event, isTrusted);
  };
  const rows = await readToTheEnd({ source, workspaceId, chain, take, findings });
  redactions.end();
  for (const seq of (await source.misfiled?.(workspaceId, LISTED)) ?? [])
    findings.report('header', `event ${seq}`, 'it is filed under another type, time, author or subject than it has');
  const stored = rows && storedOf(workspaceId, rows);
  if (stored) checkRows(stored, replay, findings);
  if (stored && blobs) await checkBytes(stored, blobs, findings);
  const { seq, hash, at } = chain.last;
  const notComparable = [...replay.unknown].sort();
  return { problems: findings.problems, counts: findings.counts, notComparable, end: { seq, hash, at } };
}

function checkRows(stored: Stored, replay: Replay, findings: Findings): void {
  compareRows(stored, replay, findings);
  checkApprovals(stored, findings);
  checkPlans(stored, findings);
  for (const payload of replay.unexplained) checkCreated(payload, stored.get, findings);
  checkRuns(stored, findings);
}

/** The log to its end, then the rows at that very end. Null = the rows cannot be read, which is reported. */
async function readToTheEnd(reading: Reading): Promise<readonly StoredEntity[] | null> {
  const { source, workspaceId, chain, findings } = reading;
  for (let attempt = 1; ; attempt++) {
    await readEvents(reading);
    const rows = await readable(source.load(workspaceId, 1));
    const position = await source.position(workspaceId);
    const isAtTheEnd = position?.seq === chain.last.seq;
    if (!isAtTheEnd && attempt < ATTEMPTS) continue;
    const fault = faultOfPosition(position, chain.last);
    if (fault !== null) findings.report('workspace', `workspace:${workspaceId}`, fault);
    if (rows.ok) return rows.value.entities;
    findings.report('entity', `workspace:${workspaceId}`, `${rows.message}; no row was compared`);
    return null;
  }
}

async function readEvents(reading: Reading): Promise<void> {
  const { source, workspaceId, chain } = reading;
  for (let limit = PAGE; ; ) {
    const page = await readable(source.events(workspaceId, { afterSeq: chain.cursor, limit }));
    if (page.ok) {
      for (const event of page.value) takeWhole(reading, event);
      if (page.value.length < limit) return;
      limit = PAGE;
    } else if (limit > 1) {
      // One event of the page is no JSON: nearer to it by halves.
      limit >>= 1;
    } else {
      passOver(reading, page.message);
    }
  }
}

/** Whatever is in the file is looked at; an event that makes no sense at all is a problem, never the end of the look. */
function takeWhole(reading: Reading, event: StoredEvent): void {
  const before = reading.chain.cursor;
  if (!hasShape(event)) {
    passOver(reading, 'it has not the shape of an event');
    return;
  }
  try {
    reading.take(event);
  } catch (error) {
    reading.findings.report('payload', `event ${before + 1}`, `it cannot be followed: ${(error as Error).message}`);
    if (reading.chain.cursor === before) reading.chain.skip();
  }
}

function passOver({ chain, findings }: Reading, why: string): void {
  findings.report('payload', `event ${chain.cursor + 1}`, why);
  chain.skip();
}

function hasShape({ header, payload }: StoredEvent): boolean {
  const isWhole = isObject(header) && isObject(header.author) && Array.isArray(header.subjects);
  return isWhole && Number.isSafeInteger(header.seq) && (payload === null || isObject(payload));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A damaged row is a finding; a disk that fails is none. */
async function readable<T>(
  reading: Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }> {
  try {
    return { ok: true, value: await reading };
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== UNREADABLE) throw error;
    return { ok: false, message: (error as Error).message };
  }
}

/** The code of what a store throws for a column that is no JSON. */
const UNREADABLE = 'unreadable_row';

function faultOfPosition(position: Awaited<ReturnType<Source['position']>>, last: ChainCheck['last']): string | null {
  if (!position) return 'it has no row';
  if (position.seq === 0 && last.seq === 0) return 'its log is empty: no event made it';
  if (position.seq !== last.seq) return `its row stands at event ${position.seq}, the log ends at ${last.seq}`;
  if (position.version !== last.version)
    return `its row has version ${position.version}, the log ends at ${last.version}`;
  return position.head === last.hash ? null : `its row does not name the hash of event ${last.seq}`;
}

/** A payload may be missing only if a later event says that a person redacted it. */
function openRedactions(findings: Findings): { take(event: StoredEvent): void; end(): void } {
  const missing = new Set<number>();
  return {
    take({ header, payload }) {
      if (payload === null) missing.add(header.seq);
      else if (header.type === 'event.redacted' && isPerson(header.author)) missing.delete(redactedSeq(payload.detail));
    },
    end() {
      for (const seq of missing)
        findings.report('payload', `event ${seq}`, 'the payload is gone and no redaction names it');
    },
  };
}

/** `detail` of `event.redacted` is `{ seq }`. */
function redactedSeq(detail: unknown): number {
  return (detail as { readonly seq?: number } | null | undefined)?.seq ?? 0;
}
