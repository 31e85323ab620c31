/**
 * What an evaluation reads, as a filter over the journal: the parent and its subtree, what the parent waits for, the
 * owner's blocks and commitments up to the horizon, the parent's playbooks and those that the candidate names, ideas
 * rejected for it, the calendar. Anything else may change without making a plan stale, so that a busy workspace never
 * livelocks its agents.
 *
 * The journal names subjects, not what they were before. What left the read set is recognised by what
 * `workspace/touched.ts` adds to the subjects: the parent that a task left, the time that became free, the former owner.
 */
import { applicableSidekicks } from '../playbook/match.ts';
import { anyTask, journalAfter, type State } from '../state/state.ts';
import { calendarDay, dayAt } from '../workspace/calendar-day.ts';
import type { Task } from '../workspace/task.ts';
import { dueInstant, parseInstant } from '../workspace/time.ts';
import type { JournalEntry } from '../workspace/workspace.ts';
import type { Candidate } from './candidate.ts';
import type { Evaluation } from './evaluation.ts';

/** Changes of the workspace row that an evaluation reads: the calendar, or everything anew. */
const workspaceTypes: ReadonlySet<string> = new Set(['workspace.changed', 'workspace.emptied', 'workspace.restored']);

/**
 * Journal entries newer than `sinceVersion` that touched what an evaluation of the candidate reads, oldest first; empty =
 * the candidate may be judged at the current version. A journal that does not reach back that far counts as a change: one
 * entry `journal.cut` stands for what is not known. `horizonMs` (see `horizonOf`): blocks and commitments that begin
 * later are not read; without it they are read to the parent's deadline, or all of them when there is none.
 */
export function changesSince(
  state: State,
  candidate: Named,
  sinceVersion: number,
  horizonMs?: number,
): readonly JournalEntry[] {
  if (sinceVersion >= state.workspace.version) return [];
  const newer = journalAfter(state, sinceVersion);
  const scope = scopeOf(state, candidate, horizonMs);
  const found = newer.filter((entry) => entry.subjects.some((subject) => reads(scope, subject, entry)));
  // Every version leaves an entry: when the first newer one is not the next, those between were cut.
  return newer[0]?.version === sinceVersion + 1 ? found : [cutEntry(state, sinceVersion), ...found];
}

/**
 * How far an evaluation looked, in milliseconds: to the deadline, the last stated time, the end of the schedule and of the
 * capacity window, whichever is last. Work that found no place within a year looked everywhere.
 */
export function horizonOf({ schedule, capacity }: Evaluation, candidate: Candidate): number {
  if (capacity.until === null) return Number.POSITIVE_INFINITY;
  const stated = candidate.subtasks.flatMap(({ plannedStart, dueAt }) => [plannedStart, dueAt]);
  const ends = [schedule.deadline, schedule.end, capacity.until, ...stated];
  return Math.max(...ends.map((text) => (text ? parseInstant(text) : null) ?? Number.NEGATIVE_INFINITY));
}

/** What of a candidate says what is read of the state. */
type Named = Pick<Candidate, 'parentTaskId'> & Partial<Pick<Candidate, 'consultedSidekickIds' | 'subtasks'>>;

interface Scope {
  readonly state: State;
  /** Also one in the trash: that it went there is the change to report. */
  readonly parent: Task | undefined;
  readonly ownerId: string | null;
  readonly horizonMs: number;
  readonly named: Named;
  /** Whether a task lies below the parent, of those that were asked for and all above them. */
  readonly within: Map<string, boolean>;
}

function scopeOf(state: State, named: Named, horizonMs: number | undefined): Scope {
  const parent = anyTask(state, named.parentTaskId);
  const deadline = parent?.due ? dueInstant(parent.due, state.workspace.calendar.zone) : null;
  return {
    state,
    parent,
    ownerId: parent?.ownerId ?? state.workspace.ownerId,
    horizonMs: horizonMs === undefined ? (deadline ?? Number.POSITIVE_INFINITY) : endOfDay(state, horizonMs),
    named,
    within: new Map(),
  };
}

/** Whether a day holds too much is asked of the whole of it, also of what begins after the plan is over. */
function endOfDay({ workspace: { calendar } }: State, ms: number): number {
  return Number.isFinite(ms) ? calendarDay(calendar, dayAt(calendar, ms)).to : ms;
}

type Reads = (scope: Scope, id: string, entry: JournalEntry) => boolean;

const readers: { readonly [kind: string]: Reads } = {
  task: readsTask,
  commitment: readsCommitment,
  sidekick: readsSidekick,
  rejected: ({ state, parent }, id) =>
    parent !== undefined && state.tables.rejected.get(id)?.parentTaskId === parent.id,
  workspace: (_scope, _id, entry) => workspaceTypes.has(entry.type),
  time: ({ horizonMs }, instant) => begins(instant) <= horizonMs,
  owner: ({ state, ownerId }, id) => (id === '' ? state.workspace.ownerId : id) === ownerId,
};

function reads(scope: Scope, subject: string, entry: JournalEntry): boolean {
  const colon = subject.indexOf(':');
  return readers[subject.slice(0, colon)]?.(scope, subject.slice(colon + 1), entry) ?? false;
}

/** The parent, anything below it, what it waits for, and any block of the owner, also of a task that is over by now. */
function readsTask(scope: Scope, id: string): boolean {
  const { state, parent, ownerId, horizonMs } = scope;
  const task = state.tables.task.get(id);
  if (!task) return false;
  if (parent && (parent.dependsOn.includes(id) || isWithin(scope, task, parent.id))) return true;
  if (task.plannedStart === null || (task.ownerId ?? state.workspace.ownerId) !== ownerId) return false;
  return begins(task.plannedStart) <= horizonMs;
}

/**
 * Up the parents, also through the trash, as far as the first one that is known: 20,000 changes at the end of a chain of
 * 10,000 tasks took twenty seconds when each went up to the top.
 */
function isWithin({ state, within }: Scope, task: Task, rootId: string): boolean {
  const passed: string[] = [];
  let found: boolean | undefined;
  for (let at: Task | undefined = task; at && found === undefined; ) {
    if (at.id === rootId) found = true;
    else found = within.get(at.id);
    passed.push(at.id);
    // Until the answer is known it is no: so a circle ends where it began.
    if (found === undefined) within.set(at.id, false);
    at = at.parentId === null ? undefined : state.tables.task.get(at.parentId);
  }
  for (const id of passed) within.set(id, found ?? false);
  return found ?? false;
}

function readsCommitment({ state, ownerId, horizonMs }: Scope, id: string): boolean {
  const commitment = state.tables.commitment.get(id);
  if (!commitment || (commitment.ownerId ?? state.workspace.ownerId) !== ownerId) return false;
  return begins(commitment.start) <= horizonMs;
}

/**
 * Whether the candidate names the sidekick, or it votes for the parent, or did: it applies (counted as enabled, and at any
 * deadline), was matched, or a version before the active one may have applied.
 */
function readsSidekick({ state, parent, named }: Scope, id: string, entry: JournalEntry): boolean {
  if (names(named, id)) return true;
  const sidekick = state.tables.sidekick.get(id);
  if (!parent || !sidekick?.active) return false;
  if (entry.type === 'sidekick.activated' && sidekick.active.number > 1) return true;
  const alone = { ...state.tables, sidekick: new Map([[id, { ...sidekick, enabled: true }]]) };
  return applicableSidekicks({ ...state, tables: alone }, parent, Number.MAX_SAFE_INTEGER).length > 0;
}

/** As consulted, as assigned, or by one of its items, whose ids begin with its own. */
function names({ consultedSidekickIds = [], subtasks = [] }: Named, id: string): boolean {
  if (consultedSidekickIds.includes(id)) return true;
  return subtasks.some(
    ({ assignedSidekickIds, checklistCoverageIds }) =>
      assignedSidekickIds.includes(id) || checklistCoverageIds.some((item) => item.startsWith(`${id}.`)),
  );
}

/** An unreadable instant counts as early: better one conflict too many. */
function begins(instant: string): number {
  return parseInstant(instant) ?? Number.NEGATIVE_INFINITY;
}

function cutEntry(state: State, sinceVersion: number): JournalEntry {
  return {
    seq: 0,
    version: sinceVersion + 1,
    at: state.workspace.createdAt,
    type: 'journal.cut',
    author: { kind: 'system', id: 'system', label: 'the journal', via: 'daemon' },
    subjects: [],
  };
}
