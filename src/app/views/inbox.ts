/** What waits for a person, a page of it: what has a deadline first, then what holds a run up, then what is made. */
import { ofRun } from '../../core/run/find-run.ts';
import { isOvertaken, type Run } from '../../core/run/run.ts';
import type { State } from '../../core/state/state.ts';
import type { InboxItem, InboxView, RunCard } from '../../protocol/delegation-views.ts';
import { type Parts, stateOf } from '../parts.ts';
import { runCard, whyNoGrant } from './runs.ts';

/** Cheap to make of all that waits; the item itself only of what is shown. */
interface Entry {
  readonly kind: InboxItem['kind'];
  readonly at: string;
  readonly deadline: string | null;
  readonly item: () => Promise<InboxItem>;
}

export async function inboxOf(parts: Parts, offset: number, limit: number): Promise<Omit<InboxView, 'nextCursor'>> {
  const { tables, index } = stateOf(parts);
  const runs = (ids: Iterable<string>) => [...ids].flatMap((id) => tables.run.get(id) ?? []);
  const entries = [
    ...runs(index.activeRuns).flatMap((run) => heldUp(parts, run)),
    ...runs(index.unjudgedRuns)
      .filter((run) => !hasNext(stateOf(parts), run))
      .map((run) => made(parts, run)),
  ].sort(byUrgency);
  const kinds = { grant: 0, question: 0, permission: 0, apply: 0, accept: 0 };
  for (const { kind } of entries) kinds[kind] += 1;
  const items = await Promise.all(entries.slice(offset, offset + limit).map(({ item }) => item()));
  return { items, total: entries.length, kinds, broken: await brokenOf(parts) };
}

const BROKEN = 10;
const DAY_MS = 86_400_000;

/** Newest first. */
async function brokenOf(parts: Parts): Promise<readonly RunCard[]> {
  const state = stateOf(parts);
  const since = parts.kernel.now() - DAY_MS;
  const lately = [...state.index.brokenRuns]
    .filter(([, ended]) => ended >= since)
    .sort((one, other) => other[1] - one[1]);
  const open: Run[] = [];
  for (const [id] of lately) {
    const run = state.tables.run.get(id);
    if (run && !hasNext(state, run) && !isOutdated(state, run)) open.push(run);
    if (open.length === BROKEN) break;
  }
  return Promise.all(open.map((run) => runCard(parts, run)));
}

/** Its task is done or gone, or another run of it came. */
function isOutdated({ tables, index }: State, { id, taskId }: Run): boolean {
  if (taskId === null) return false;
  const task = tables.task.get(taskId);
  return !task || task.status === 'done' || task.trashedAt !== null || index.runsOfTask.get(taskId)?.at(-1) !== id;
}

/** The next turn waits here by itself. */
function hasNext({ index }: State, run: Run): boolean {
  return isOvertaken(run, index.runsOfConversation.get(run.conversationId)?.at(-1));
}

function byUrgency(one: Entry, other: Entry): number {
  const rank = ({ kind, deadline }: Entry) => (deadline !== null ? 0 : kind === 'grant' ? 1 : 2);
  return (
    rank(one) - rank(other) ||
    (one.deadline ?? '').localeCompare(other.deadline ?? '') ||
    one.at.localeCompare(other.at)
  );
}

function heldUp(parts: Parts, run: Run): Entry[] {
  const state = stateOf(parts);
  const card = () => runCard(parts, run);
  const entries: Entry[] = [];
  if (run.status === 'waiting_grant') {
    const base = { kind: 'grant', at: run.createdAt, deadline: null } as const;
    entries.push({ ...base, item: async () => ({ ...base, run: await card(), why: whyNoGrant(parts, state, run) }) });
  }
  for (const question of ofRun(state, run.id, 'question').filter((one) => one.status === 'open')) {
    const base = { kind: 'question', at: question.askedAt, deadline: question.deadline } as const;
    entries.push({ ...base, item: async () => ({ ...base, run: await card(), question }) });
  }
  for (const request of ofRun(state, run.id, 'request').filter((one) => one.status === 'open')) {
    const base = { kind: 'permission', at: request.askedAt, deadline: request.deadline } as const;
    entries.push({ ...base, item: async () => ({ ...base, run: await card(), request }) });
  }
  return entries;
}

function made(parts: Parts, run: Run): Entry {
  const kind = run.result && run.result.appliedAt === null ? 'apply' : 'accept';
  const base = { kind, at: run.endedAt ?? run.createdAt, deadline: null } as const;
  return { ...base, item: async () => ({ ...base, run: await runCard(parts, run) }) };
}
