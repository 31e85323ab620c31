/**
 * Bringing tasks in. In a home that never had a person a program may fill the empty workspace or replace the untouched
 * example; from then on an import waits for a person, or imports would be a way around the gate. Imports carry no
 * authority: tasks only, with their origin.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import { isPerson } from '../access/author.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { ImportedTask, ImportRecord } from './import.ts';
import type { Task } from './task.ts';
import { makeTask } from './task-commands.ts';

/** Rows of one transaction: more would stall the event loop. */
const IMPORT_CHUNK = 500;

const unknownImport: Refusal = {
  code: 'not_found',
  message: 'No import has that id.',
  next: 'Read the imports again.',
};

/** True when a program may bring tasks in by itself. */
export function mayFill(state: State): boolean {
  if (state.workspace.hadPerson) return false;
  return state.workspace.example || liveTasks(state).length === 0;
}

function liveTasks(state: State): Task[] {
  return [...state.tables.task.values()].filter((task) => task.trashedAt === null);
}

export function offerImport(
  input: Pick<ImportRecord, 'format' | 'source' | 'tasks' | 'losses'>,
  context: Context,
): Decision<{ id: string }> {
  const record: ImportRecord = {
    ...input,
    id: context.nextId(),
    status: 'waiting',
    author: context.author,
    at: context.at,
    decidedAt: null,
    decidedBy: null,
  };
  return decided(
    { id: record.id },
    {
      type: 'import.offered',
      summary: `offered an import of ${record.tasks.length} tasks from ${record.format}`,
      changes: [created('import', record)],
      raisesVersion: false,
    },
  );
}

export function rejectImport(state: State, id: string, context: Context): Decision<null> {
  const record = state.tables.import.get(id);
  if (!record) return refuse(unknownImport);
  if (record.status !== 'waiting') return refuse(decidedAlready);
  return decided(null, {
    type: 'import.rejected',
    summary: `rejected the import of ${record.tasks.length} tasks`,
    changes: [edited('import', record, { status: 'rejected', decidedAt: context.at, decidedBy: context.author.label })],
    raisesVersion: false,
  });
}

const personDecides: Refusal = {
  code: 'forbidden',
  message: 'This home has a person: an import waits for the desk.',
  next: 'Ask a person to decide at the desk, under Imports.',
};

const decidedAlready: Refusal = {
  code: 'import_waits',
  message: 'The import was decided already.',
  next: 'Read the imports again.',
};

/** Ids of all its tasks, fixed before the first chunk: those that exist already (after a crash) keep theirs. */
export function importIds(state: State, record: ImportRecord, nextId: () => string): Map<string, string> {
  const ids = new Map<string, string>();
  for (const task of state.tables.task.values()) {
    if (task.origin.from === 'import' && task.origin.importId === record.id) ids.set(task.origin.sourceId, task.id);
  }
  for (const task of record.tasks) if (!ids.has(task.sourceId)) ids.set(task.sourceId, nextId());
  return ids;
}

/**
 * The next chunk of an accepted import: at most IMPORT_CHUNK tasks that do not exist yet. `left` = how many remain; the
 * chunk that leaves none also closes the record.
 */
export function importChunk(
  state: State,
  id: string,
  ids: ReadonlyMap<string, string>,
  context: Context,
): Decision<{ left: number; created: number }> {
  const record = state.tables.import.get(id);
  if (!record) return refuse(unknownImport);
  if (record.status !== 'waiting') return refuse(decidedAlready);
  if (!isPerson(context.author) && state.workspace.hadPerson) return refuse(personDecides);
  const missing = record.tasks.filter((task) => !state.tables.task.has(ids.get(task.sourceId) ?? ''));
  const chunk = missing.slice(0, IMPORT_CHUNK);
  const changes: Change[] = chunk.map((task, at) =>
    created('task', importedTask(record, task, state.index.lastNumber + 1 + at, ids, context)),
  );
  const left = missing.length - chunk.length;
  if (left === 0) {
    changes.push(
      edited('import', record, { status: 'accepted', decidedAt: context.at, decidedBy: context.author.label }),
    );
  }
  return decided(
    { left, created: chunk.length },
    {
      type: 'import.accepted',
      summary: `brought in ${chunk.length} tasks from ${record.format}${left > 0 ? `, ${left} to come` : ''}`,
      changes,
      raisesVersion: true,
    },
  );
}

function importedTask(
  record: ImportRecord,
  task: ImportedTask,
  number: number,
  ids: ReadonlyMap<string, string>,
  context: Context,
): Task {
  const id = ids.get(task.sourceId) as string;
  return makeTask({
    id,
    number,
    at: context.at,
    title: task.title,
    description: task.description,
    status: task.status,
    priority: task.priority,
    tags: task.tags,
    parentId: task.parentSourceId === null ? null : (ids.get(task.parentSourceId) ?? null),
    dependsOn: task.dependsOnSourceIds.flatMap((source) => ids.get(source) ?? []),
    due: task.dueDate === null ? null : { date: task.dueDate },
    checklist: task.checklist.map((item, at) => ({ id: `${id}.${at + 1}`, text: item.text, done: item.done })),
    origin: { from: 'import', importId: record.id, sourceId: task.sourceId },
  });
}
