/**
 * The checker of a race: is there one order of all successful writes that explains every answer and respects real time?
 * Every version-raising write names the version that it made, so the order is given and only has to be checked. Pure;
 * the tests hand it doctored histories to show that it bites.
 */

/** One call as its client saw it. Times in nanoseconds of the machine's one monotonic clock, the same in all processes. */
export interface Call {
  readonly client: string;
  readonly operation: string;
  readonly began: number;
  readonly ended: number;
  /** The code of a refusal; null = it succeeded. */
  readonly refused: string | null;
  readonly effect: Effect;
}

export type Effect =
  /** It made this version. */
  | { readonly kind: 'wrote'; readonly version: number }
  /** A commit's answer: the receipt names the version that the first one made. */
  | {
      readonly kind: 'receipt';
      readonly version: number;
      readonly proposalId: string;
      readonly taskIds: readonly string[];
    }
  /** It saw this version. */
  | { readonly kind: 'read'; readonly version: number }
  | { readonly kind: 'none' };

/** Versions before the first and after the last call, and what the log says was committed. */
export interface Frame {
  readonly first: number;
  readonly last: number;
  readonly committed: ReadonlyMap<string, readonly string[]>;
}

interface Write {
  readonly version: number;
  readonly calls: readonly Call[];
}

/** In words; empty = the history is explained. */
export function faultsOf(calls: readonly Call[], frame: Frame): readonly string[] {
  const writes = writesOf(calls);
  return [
    ...chainFaults(writes, frame),
    ...timeFaults(writes),
    ...readFaults(calls, writes),
    ...receiptFaults(calls, frame),
  ];
}

/** Commits of one proposal answer one receipt, so they are one write; all other answers are each their own. */
function writesOf(calls: readonly Call[]): readonly Write[] {
  const writes: Write[] = [];
  const receipts = new Map<string, { version: number; calls: Call[] }>();
  for (const call of calls) {
    const { effect } = call;
    if (effect.kind === 'wrote') writes.push({ version: effect.version, calls: [call] });
    if (effect.kind !== 'receipt') continue;
    const key = `${effect.proposalId} ${effect.version}`;
    const known = receipts.get(key) ?? { version: effect.version, calls: [] };
    known.calls.push(call);
    receipts.set(key, known);
  }
  return [...writes, ...receipts.values()].sort((one, other) => one.version - other.version);
}

function chainFaults(writes: readonly Write[], { first, last }: Frame): readonly string[] {
  const faults: string[] = [];
  let expected = first + 1;
  for (const { version, calls } of writes) {
    if (version < expected) faults.push(`version ${version} was made twice, by ${namesOf(calls)} too`);
    for (; expected < version; expected++) faults.push(`version ${expected} was made by nobody`);
    if (version === expected) expected++;
  }
  for (; expected <= last; expected++) faults.push(`version ${expected} was made by nobody`);
  if (expected > last + 1)
    faults.push(`versions up to ${expected - 1} were acknowledged, ${last} is the last there is`);
  return faults;
}

/** A write that began after another had ended has the higher version. */
function timeFaults(writes: readonly Write[]): readonly string[] {
  const faults: string[] = [];
  let latest: { began: number; version: number } = { began: Number.NEGATIVE_INFINITY, version: 0 };
  for (const { version, calls } of writes) {
    // Repeated commits answer the first receipt: it was written before the earliest of the answers ended.
    const ended = Math.min(...calls.map((call) => call.ended));
    const began = Math.min(...calls.map((call) => call.began));
    if (ended < latest.began)
      faults.push(`version ${latest.version} began after ${version} had ended (${namesOf(calls)})`);
    if (began > latest.began) latest = { began, version };
  }
  return faults;
}

/** A read sees every write that ended before it began, and none that began after it ended. */
function readFaults(calls: readonly Call[], writes: readonly Write[]): readonly string[] {
  const spans = writes.map(({ version, calls }) => ({
    version,
    began: Math.min(...calls.map((call) => call.began)),
    ended: Math.min(...calls.map((call) => call.ended)),
  }));
  return calls.flatMap((call) => {
    const { effect } = call;
    if (effect.kind !== 'read') return [];
    const missed = spans.find(({ version, ended }) => ended < call.began && version > effect.version);
    const early = spans.find(({ version, began }) => began > call.ended && version <= effect.version);
    return [
      ...(missed ? [`${namesOf([call])} saw version ${effect.version} after ${missed.version} was acknowledged`] : []),
      ...(early ? [`${namesOf([call])} saw version ${effect.version} before ${early.version} was asked for`] : []),
    ];
  });
}

/** Committed plans = distinct receipts: one for each proposal, and each is what the log committed. */
function receiptFaults(calls: readonly Call[], { committed }: Frame): readonly string[] {
  const receipts = new Map<string, Set<string>>();
  for (const { effect } of calls) {
    if (effect.kind !== 'receipt') continue;
    const known = receipts.get(effect.proposalId) ?? new Set();
    receipts.set(effect.proposalId, known.add(`${effect.version}: ${effect.taskIds.join()}`));
  }
  const faults: string[] = [];
  for (const [proposalId, distinct] of receipts) {
    if (distinct.size > 1) faults.push(`${proposalId} has ${distinct.size} receipts`);
    const tasks = committed.get(proposalId)?.join();
    if (![...distinct].every((receipt) => receipt.endsWith(`: ${tasks}`)))
      faults.push(`the log knows no such receipt of ${proposalId}`);
  }
  for (const proposalId of committed.keys()) {
    if (!receipts.has(proposalId)) faults.push(`${proposalId} was committed and nobody was told`);
  }
  return faults;
}

function namesOf(calls: readonly Call[]): string {
  return calls.map(({ client, operation }) => `${client} ${operation}`).join(', ');
}
