/**
 * Does the store hold what happened, and nothing else? Reads everything, changes nothing. It proves that log, rows,
 * approvals and tasks agree; whoever can write the file and recompute every hash after the point he changes is found
 * only where a person's signature lies behind that point.
 */
import { isPerson } from '../../core/access/author.ts';
import type { StoredEvent } from '../../core/state/event.ts';
import type { Store, StoredEntity } from '../ports.ts';
import { checkApprovals, checkAtItsMoment } from './approvals.ts';
import { type ChainCheck, openChainCheck } from './chain.ts';
import { type Counts, type Findings, openFindings, type Problem } from './findings.ts';
import { checkPlans } from './plans.ts';
import { openReplay } from './replay.ts';
import { compareRows, storedOf } from './stored.ts';

export interface Verification {
  /** The first 1,000; `counts.problems` is how many there are. */
  readonly problems: readonly Problem[];
  readonly counts: Readonly<Counts>;
  /** `kind:id` of what a redacted or altered event touched: the log no longer tells what it should be. */
  readonly notComparable: readonly string[];
}

type Source = Pick<Store, 'load' | 'events' | 'position'>;
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
export async function verifyHomeStore(home: Home): Promise<Verification | null> {
  const [workspaceId, ...others] = await home.workspaces();
  return workspaceId === undefined ? null : verifyWorkspace(home, workspaceId, others);
}

/** One page of events and the workspace's entities are in memory at a time, never the whole log. */
export async function verifyWorkspace(
  source: Source,
  workspaceId: string,
  others: readonly string[] = [],
): Promise<Verification> {
  const findings = openFindings();
  for (const other of others) findings.report('workspace', `workspace:${other}`, 'a home holds one workspace');
  const chain = openChainCheck(workspaceId, findings);
  const replay = openReplay(findings, (approved) => checkAtItsMoment(approved, findings));
  const redactions = openRedactions(findings);
  const take = (event: StoredEvent) => {
    const isTrusted = chain.take(event);
    redactions.take(event);
    replay.take(event, isTrusted);
  };
  const rows = await readToTheEnd({ source, workspaceId, chain, take, findings });
  redactions.end();
  const stored = storedOf(workspaceId, rows);
  compareRows(stored, replay, findings);
  checkApprovals(stored, findings);
  checkPlans(stored, findings);
  return { problems: findings.problems, counts: findings.counts, notComparable: [...replay.unknown].sort() };
}

/** The log to its end, then the rows at that very end. */
async function readToTheEnd(reading: Reading): Promise<readonly StoredEntity[]> {
  const { source, workspaceId, chain, findings } = reading;
  for (let attempt = 1; ; attempt++) {
    await readEvents(reading);
    const { entities, headers } = await source.load(workspaceId, 1);
    const position = await source.position(workspaceId);
    const isAtTheEnd = headers[0]?.seq === chain.last.seq && position?.seq === chain.last.seq;
    if (!isAtTheEnd && attempt < ATTEMPTS) continue;
    const fault = faultOfPosition(position, chain.last);
    if (fault !== null) findings.report('workspace', `workspace:${workspaceId}`, fault);
    return entities;
  }
}

async function readEvents({ source, workspaceId, chain, take }: Reading): Promise<void> {
  for (;;) {
    const page = await source.events(workspaceId, { afterSeq: chain.cursor, limit: PAGE });
    for (const event of page) take(event);
    if (page.length < PAGE) return;
  }
}

function faultOfPosition(position: Awaited<ReturnType<Source['position']>>, last: ChainCheck['last']): string | null {
  if (!position) return 'it has no row';
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
