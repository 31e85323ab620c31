/** The example that a new home starts with: the launch week of a small product. One button empties it. */
import { Temporal } from 'temporal-polyfill';
import { refuse } from '../../kit/result.ts';
import { close, isOpen } from '../proposal/find.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { Commitment } from './commitment.ts';
import { EXAMPLE_NAME, isExampleCommitment, isExampleTask, PLAIN_NAME } from './example-content.ts';
import { type Block, blocks, type Seed, seeds } from './example-seeds.ts';
import type { Task } from './task.ts';
import { makeTask } from './task-commands.ts';

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

/** What came with the example goes to the trash, what was made since stays; open proposals end. A person's undo brings the tasks back. */
export function emptyExample(state: State, context: Context): Decision<null> {
  if (!state.workspace.example) {
    return refuse({
      code: 'not_example',
      message: 'The workspace is not the example any more.',
      next: 'Move tasks to the trash one by one.',
    });
  }
  const { name } = state.workspace;
  const plain = { example: false, ...(name === EXAMPLE_NAME && { name: PLAIN_NAME }) };
  const changes: Change[] = [edited('workspace', state.workspace, plain)];
  for (const task of state.tables.task.values()) {
    if (isExampleTask(task)) changes.push(edited('task', task, { trashedAt: context.at, updatedAt: context.at }));
    // What a person made below the example stays, at the top.
    else if (task.trashedAt === null && isExampleTask(state.tables.task.get(task.parentId ?? ''))) {
      changes.push(edited('task', task, { parentId: null, updatedAt: context.at }));
    }
  }
  for (const one of state.tables.commitment.values()) {
    if (isExampleCommitment(one, state.workspace)) changes.push(edited('commitment', one, { removedAt: context.at }));
  }
  const ended = [...state.tables.proposal.values()]
    .filter((one) => isOpen(one) && isExampleTask(state.tables.task.get(one.parentTaskId)))
    .flatMap((one) => close(state, one, { status: 'superseded', reason: 'The example was emptied.' }, context));
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
