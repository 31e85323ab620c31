/** A log that hangs together, for the suite: real tasks, a real hash chain, as core would make them. */
import type { Write } from '../../app/ports.ts';
import type { Author } from '../../core/access/author.ts';
import { apply, created, edited } from '../../core/state/apply.ts';
import type { Change, EventHeader, EventPayload, EventType, StoredEvent } from '../../core/state/event.ts';
import type { Task } from '../../core/workspace/task.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';

export const ann: Author = { kind: 'workspace', id: 'person-ann', label: 'Ann', keyId: 'key-1', via: 'page' };
export const bot: Author = { kind: 'agent', id: 'token-bot', label: 'claude', via: 'mcp-stdio' };

const start = Date.parse('2026-05-04T09:00:00Z');

export function sampleTask(number: number, fields: Partial<Task> = {}): Task {
  const at = new Date(start + number * 1000).toISOString();
  return {
    id: `task-${String(number).padStart(6, '0')}`,
    number,
    title: `Write the press note, part ${number}`,
    description: `Collect the facts of part ${number}, ask the **two** reviewers, and send the result to the printer.`,
    status: 'backlog',
    priority: 'medium',
    tags: ['launch', 'writing'],
    parentId: null,
    ownerId: null,
    dependsOn: [],
    due: { date: '2026-06-01' },
    plannedStart: null,
    estimateMinutes: 90,
    rank: number,
    checklist: [],
    assignedSidekickIds: ['writing'],
    checklistCoverageIds: ['facts-checked'],
    recommendationType: 'draft',
    matches: [],
    origin: { from: 'person' },
    createdAt: at,
    updatedAt: at,
    doneAt: null,
    trashedAt: null,
    ...fields,
  };
}

export interface Step {
  readonly type?: EventType;
  readonly author?: Author;
  readonly summary?: string;
  readonly changes: readonly Change[];
}

/** Where a log ends. */
export interface Tip {
  readonly seq: number;
  readonly head: string;
  readonly version: number;
}

export const beginning: Tip = { seq: 0, head: '', version: 0 };

export function tipOf(events: readonly StoredEvent[], before: Tip): Tip {
  const last = events.at(-1);
  return last ? { seq: last.header.seq, head: last.hash, version: last.header.version } : before;
}

/** One command's write: an event per step, chained to the tip; the version rises by one. */
export function writeOf(workspaceId: string, tip: Tip, steps: readonly Step[]): Write {
  const events: StoredEvent[] = [];
  for (const [index, step] of steps.entries()) {
    const payload: EventPayload = { summary: step.summary ?? 'did something', changes: step.changes };
    const header: EventHeader = {
      seq: tip.seq + 1 + index,
      workspaceId,
      version: tip.version + 1,
      type: step.type ?? 'task.created',
      v: 1,
      at: new Date(start + (tip.seq + index) * 60_000).toISOString(),
      author: step.author ?? ann,
      subjects: [...new Set(step.changes.map(({ kind, id }) => `${kind}:${id}`))],
      payloadHash: sha256(canonicalJson(payload)),
      previousHash: events.at(-1)?.hash ?? tip.head,
    };
    events.push({ header, hash: sha256(canonicalJson(header)), payload });
  }
  // Only new entities and changes that hold every field: nothing has to be known of the state before.
  const touched = apply(
    null,
    events.map(({ payload }) => payload && { ...payload, changes: payload.changes.map(asNew) }),
  );
  return { events, touched };
}

function asNew(change: Change): Change {
  return { ...change, was: null } as Change;
}

export function createTasks(tasks: readonly Task[], author: Author = ann): Step[] {
  return tasks.map((task) => ({ author, summary: `created ${task.title}`, changes: [created('task', task)] }));
}

/** The whole task as the change, so that `writeOf` needs no state. */
export function editTask(before: Task, fields: Partial<Task>, author: Author = ann): Step {
  return { type: 'task.edited', author, changes: [edited('task', before, { ...before, ...fields })] };
}
