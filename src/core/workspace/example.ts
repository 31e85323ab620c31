/** The example that a new home starts with: the launch week of a small product. One button empties it. */
import { Temporal } from 'temporal-polyfill';
import { refuse } from '../../kit/result.ts';
import { isOpen } from '../proposal/find.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { Commitment } from './commitment.ts';
import type { Priority, Task, TaskStatus } from './task.ts';
import { makeTask } from './task-commands.ts';

interface Seed {
  readonly key: string;
  readonly parent?: string;
  readonly title: string;
  readonly description?: string;
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly tags?: readonly string[];
  readonly after?: readonly string[];
  /** Days from today. */
  readonly dueIn?: number;
  readonly minutes?: number;
}

const seeds: readonly Seed[] = [
  {
    key: 'launch',
    title: 'Launch Fernweh 1.0',
    description:
      'Fernweh is a small travel journal app. **Launch week**: everything below must be done for Friday.\n\n- one page that says what it is\n- a build that people can install\n- somebody who answers mail',
    status: 'in-progress',
    priority: 'urgent',
    tags: ['launch'],
    dueIn: 7,
  },
  {
    key: 'build',
    parent: 'launch',
    title: 'Release build',
    description: 'The signed build that goes out.',
    status: 'in-progress',
    priority: 'high',
    tags: ['release'],
    dueIn: 4,
  },
  {
    key: 'crash',
    parent: 'build',
    title: 'Fix the crash when a photo has no date',
    description: 'Seen on three phones. Steps are in the mail of Tuesday.',
    status: 'in-progress',
    priority: 'urgent',
    tags: ['bug', 'testing'],
    dueIn: 1,
    minutes: 180,
  },
  {
    key: 'smoke',
    parent: 'build',
    title: 'Test the build on the oldest phone we support',
    status: 'backlog',
    priority: 'high',
    tags: ['testing'],
    after: ['crash'],
    dueIn: 3,
    minutes: 120,
  },
  {
    key: 'sign',
    parent: 'build',
    title: 'Sign and upload the release build',
    status: 'backlog',
    priority: 'high',
    tags: ['release'],
    after: ['smoke'],
    dueIn: 4,
    minutes: 60,
  },
  {
    key: 'rollback',
    parent: 'build',
    title: 'Write down how to roll the release back',
    status: 'backlog',
    tags: ['release', 'writing'],
    dueIn: 4,
    minutes: 45,
  },
  {
    key: 'site',
    parent: 'launch',
    title: 'Launch page',
    description: 'One page: what it is, three pictures, where to get it.',
    status: 'today',
    priority: 'high',
    tags: ['web', 'design'],
    dueIn: 5,
  },
  {
    key: 'copy',
    parent: 'site',
    title: 'Write the text of the launch page',
    status: 'today',
    priority: 'high',
    tags: ['writing'],
    dueIn: 2,
    minutes: 150,
  },
  {
    key: 'shots',
    parent: 'site',
    title: 'Take the three screenshots',
    status: 'backlog',
    tags: ['design'],
    after: ['crash'],
    dueIn: 3,
    minutes: 60,
  },
  {
    key: 'layout',
    parent: 'site',
    title: 'Lay the page out for phones',
    status: 'backlog',
    tags: ['web', 'design'],
    after: ['copy'],
    dueIn: 4,
    minutes: 180,
  },
  {
    key: 'publish',
    parent: 'site',
    title: 'Publish the page behind a password',
    status: 'backlog',
    tags: ['web', 'release'],
    after: ['layout', 'shots'],
    dueIn: 5,
    minutes: 30,
  },
  { key: 'press', parent: 'launch', title: 'Press and mail', status: 'backlog', tags: ['marketing'], dueIn: 6 },
  {
    key: 'list',
    parent: 'press',
    title: 'Research twenty people who write about travel apps',
    description: 'Name, outlet, last article, mail address.',
    status: 'today',
    tags: ['research', 'marketing'],
    dueIn: 2,
    minutes: 240,
  },
  {
    key: 'note',
    parent: 'press',
    title: 'Write the press note',
    status: 'backlog',
    priority: 'high',
    tags: ['writing', 'marketing'],
    after: ['copy'],
    dueIn: 4,
    minutes: 120,
  },
  {
    key: 'send',
    parent: 'press',
    title: 'Send the press note',
    status: 'backlog',
    tags: ['marketing'],
    after: ['list', 'note'],
    dueIn: 6,
    minutes: 45,
  },
  {
    key: 'support',
    parent: 'launch',
    title: 'Support for the first week',
    status: 'backlog',
    tags: ['support'],
    dueIn: 7,
  },
  {
    key: 'answers',
    parent: 'support',
    title: 'Write ten standard answers',
    status: 'backlog',
    tags: ['writing', 'support'],
    dueIn: 5,
    minutes: 120,
  },
  {
    key: 'rota',
    parent: 'support',
    title: 'Agree who answers on which day',
    status: 'backlog',
    tags: ['meetings', 'support'],
    dueIn: 4,
    minutes: 30,
  },
  {
    key: 'privacy',
    parent: 'launch',
    title: 'Privacy check',
    description: 'Which data leaves the phone, where it goes, how it is deleted.',
    status: 'backlog',
    priority: 'high',
    tags: ['security'],
    dueIn: 3,
  },
  {
    key: 'data',
    parent: 'privacy',
    title: 'List what leaves the phone',
    status: 'done',
    tags: ['security'],
    minutes: 90,
  },
  {
    key: 'export',
    parent: 'privacy',
    title: 'Move old journals to the new storage format',
    description: 'Must be possible to go back.',
    status: 'backlog',
    priority: 'high',
    tags: ['data', 'migration'],
    after: ['data'],
    dueIn: 3,
    minutes: 300,
  },
  {
    key: 'party',
    title: 'Plan the launch evening',
    status: 'backlog',
    priority: 'low',
    tags: ['people'],
    dueIn: 7,
    minutes: 60,
  },
  {
    key: 'retro',
    title: 'Look back on the launch',
    description: 'What we would do the same way, what not.',
    status: 'backlog',
    priority: 'low',
    tags: ['meetings'],
    dueIn: 12,
    minutes: 60,
  },
  { key: 'name', title: 'Choose the name', status: 'done', tags: ['marketing'] },
  { key: 'icon', title: 'Draw the app icon', status: 'done', priority: 'high', tags: ['design'] },
];

interface Block {
  readonly title: string;
  readonly kind: Commitment['kind'];
  readonly dayIn: number;
  readonly from: string;
  readonly minutes: number;
}

const blocks: readonly Block[] = [
  { title: 'Team stand-up', kind: 'fixed', dayIn: 1, from: '09:30', minutes: 15 },
  { title: 'Dentist', kind: 'fixed', dayIn: 2, from: '14:00', minutes: 60 },
  { title: 'Focus: release', kind: 'flexible', dayIn: 2, from: '09:00', minutes: 120 },
  { title: 'Call with the beta testers', kind: 'fixed', dayIn: 3, from: '16:00', minutes: 45 },
  { title: 'Launch review', kind: 'fixed', dayIn: 6, from: '11:00', minutes: 60 },
];

/** The changes that seed the example; days count from `nowMs` in the zone. */
export function exampleChanges(zone: string, context: Context): Change[] {
  const today = Temporal.Instant.fromEpochMilliseconds(context.nowMs).toZonedDateTimeISO(zone).toPlainDate();
  const ids = new Map(seeds.map((seed) => [seed.key, context.nextId()]));
  const changes: Change[] = seeds.map((seed, at) => created('task', exampleTask(seed, at + 1, ids, today, context)));
  for (const block of blocks) changes.push(created('commitment', exampleCommitment(block, zone, today, context)));
  return changes;
}

function exampleTask(
  seed: Seed,
  number: number,
  ids: ReadonlyMap<string, string>,
  today: Temporal.PlainDate,
  context: Context,
): Task {
  const idOf = (key: string) => ids.get(key) as string;
  return makeTask({
    id: idOf(seed.key),
    number,
    at: context.at,
    title: seed.title,
    description: seed.description ?? '',
    status: seed.status ?? 'backlog',
    priority: seed.priority ?? 'medium',
    tags: seed.tags ?? [],
    parentId: seed.parent === undefined ? null : idOf(seed.parent),
    dependsOn: (seed.after ?? []).map(idOf),
    due: seed.dueIn === undefined ? null : { date: today.add({ days: seed.dueIn }).toString() },
    estimateMinutes: seed.minutes ?? null,
    origin: { from: 'example' },
  });
}

function exampleCommitment(block: Block, zone: string, today: Temporal.PlainDate, context: Context): Commitment {
  const start = today
    .add({ days: block.dayIn })
    .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(block.from) })
    .toInstant();
  return {
    id: context.nextId(),
    title: block.title,
    kind: block.kind,
    start: start.toString(),
    end: start.add({ minutes: block.minutes }).toString(),
    ownerId: null,
    createdAt: context.at,
    removedAt: null,
  };
}

/** Everything of the example goes to the trash; proposals for it end. A person's undo brings the tasks back. */
export function emptyExample(state: State, context: Context): Decision<null> {
  if (!state.workspace.example) {
    return refuse({
      code: 'not_example',
      message: 'The workspace is not the example any more.',
      next: 'Move tasks to the trash one by one.',
    });
  }
  const changes: Change[] = [edited('workspace', state.workspace, { example: false })];
  for (const task of state.tables.task.values()) {
    if (task.trashedAt === null) changes.push(edited('task', task, { trashedAt: context.at, updatedAt: context.at }));
  }
  for (const one of state.tables.commitment.values()) {
    if (one.removedAt === null) changes.push(edited('commitment', one, { removedAt: context.at }));
  }
  const ended = [...state.tables.proposal.values()].filter(isOpen).map((one) =>
    edited('proposal', one, {
      status: 'superseded',
      approvalId: null,
      reason: 'The example was emptied.',
      updatedAt: context.at,
    }),
  );
  return decided(
    null,
    { type: 'workspace.emptied', summary: 'emptied the example', changes, raisesVersion: true },
    ...(ended.length === 0
      ? []
      : [
          {
            type: 'proposal.superseded' as const,
            summary: 'ended the plans for the example',
            changes: ended,
            raisesVersion: false,
          },
        ]),
  );
}
