/** A workspace as a busy person's would be: a tree of tasks in every state, dependencies, times, and a year of meetings. */
import { uuidv7 } from 'uuidv7';
import { openKernel } from '../src/app/kernel.ts';
import { openApp } from '../src/app/open.ts';
import type { Store } from '../src/app/ports.ts';
import type { Author } from '../src/core/access/author.ts';
import { created } from '../src/core/state/apply.ts';
import { decided } from '../src/core/state/decision.ts';
import type { Change } from '../src/core/state/event.ts';
import type { Commitment } from '../src/core/workspace/commitment.ts';
import type { Priority, Task, TaskStatus } from '../src/core/workspace/task.ts';
import { makeTask } from '../src/core/workspace/task-commands.ts';
import { DAY_MS } from '../src/kit/durations.ts';
import { randomOf } from '../test/rigs/random.ts';

export const urls = { workspaceUrl: 'http://localhost:4141', deskUrl: 'http://localhost:4142' };
export const playbooks = new URL('../playbooks', import.meta.url).pathname;

const author: Author = { kind: 'system', id: 'system', label: 'Bench', via: 'daemon' };
/** Rows of one transaction, as imports are written. */
const BATCH = 500;

const verbs = ['Write', 'Check', 'Move', 'Plan', 'Sort', 'Paint', 'Measure', 'Call', 'Pack', 'Test', 'Draft', 'Review'];
const nouns = [
  'shelf',
  'invoice',
  'harbour map',
  'press note',
  'ladder',
  'login page',
  'survey',
  'garden',
  'index',
  'report',
];
const tags = ['home', 'office', 'launch', 'backend', 'garden', 'urgent-ish', 'research', 'q3'];
const statuses: readonly TaskStatus[] = [
  'done',
  'done',
  'done',
  'backlog',
  'backlog',
  'backlog',
  'backlog',
  'today',
  'in-progress',
];
const priorities: readonly Priority[] = ['low', 'medium', 'medium', 'high', 'urgent'];

/** Makes the workspace of an empty store and fills it; the same tasks for the same number. Answers the workspace's id. */
export async function fill(store: Store, count: number): Promise<string> {
  const app = await openApp({ store, urls, playbooks, empty: true, zone: 'Europe/Berlin' });
  await app.close();
  const { workspaceId } = app;
  const kernel = await openKernel({ store, workspaceId, clock: { now: Date.now }, ids: { next: uuidv7 } });
  const changes = [...tasksOf(count), ...commitmentsOf(Math.min(400, count))];
  for (let at = 0; at < changes.length; at += BATCH) {
    const batch = changes.slice(at, at + BATCH);
    const draft = { type: 'import.accepted', summary: 'filled', changes: batch, raisesVersion: true } as const;
    const written = await kernel.execute(author, () => decided(null, draft));
    if (!written.ok) throw new Error(written.refusal.code);
  }
  return workspaceId;
}

function tasksOf(count: number): Change[] {
  const random = randomOf(count);
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const made: Task[] = [];
  const at = inDays(-30);
  for (let number = 1; number <= count; number++) {
    // One in ten stands at the top of its tree; the rest hang below an earlier one near by.
    const near = made[Math.floor(Math.max(0, made.length - 1 - random() * 40))];
    const before = random() < 0.25 ? near : undefined;
    const isTop = number % 10 === 1;
    made.push(
      makeTask({
        id: uuidv7(),
        number,
        at,
        title: `${pick(verbs)} the ${pick(nouns)} ${number}`,
        description: `Done when the ${pick(nouns)} is where it belongs and ${pick(nouns)} ${number} is known to all.\n\n- look first\n- then ask`,
        status: pick(statuses),
        priority: pick(priorities),
        tags: [pick(tags), `group-${number % 37}`],
        parentId: isTop || near === undefined ? null : near.id,
        dependsOn: before ? [before.id] : [],
        due: random() < 0.3 ? { date: inDays(Math.floor(random() * 200) - 20).slice(0, 10) } : null,
        plannedStart: random() < 0.1 ? inDays(Math.floor(random() * 180)) : null,
        estimateMinutes: random() < 0.6 ? 15 * (1 + Math.floor(random() * 16)) : null,
        origin: { from: 'person' },
      }),
    );
  }
  return made.map((task) => created('task', task));
}

function commitmentsOf(count: number): Change[] {
  return Array.from({ length: count }, (_, at) => {
    const day = inDays(at % 250).slice(0, 10);
    const commitment: Commitment = {
      id: uuidv7(),
      title: `Meeting ${at + 1}`,
      kind: at % 4 === 0 ? 'flexible' : 'fixed',
      start: `${day}T${at < 250 ? '09' : '13'}:00:00Z`,
      end: `${day}T${at < 250 ? '10' : '14'}:00:00Z`,
      ownerId: null,
      createdAt: inDays(-30),
      removedAt: null,
    };
    return created('commitment', commitment);
  });
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
