/**
 * Bringing tasks in. In a home that never had a person a program may fill the empty workspace or replace the untouched
 * example; from then on an import waits for a person, or imports would be a way around the gate. Imports carry no
 * authority: tasks only, with their origin.
 */

import { type Refusal, refuse } from '../../kit/result.ts';
import { counted } from '../../kit/text.ts';
import { isPerson } from '../access/author.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change, EventDraft } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { emptyExample } from './example.ts';
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
function mayFill(state: State): boolean {
  if (state.workspace.hadPerson) return false;
  return state.workspace.example || liveTasks(state).length === 0;
}

function liveTasks(state: State): Task[] {
  return [...state.tables.task.values()].filter((task) => task.trashedAt === null);
}

export function offerImport(
  input: Pick<ImportRecord, 'format' | 'source' | 'losses'> & { readonly tasks: readonly ImportedTask[] },
  context: Context,
): Decision<{ id: string }> {
  const record: ImportRecord = {
    ...input,
    tasks: input.tasks.map((task) => ({ ...task, id: context.nextId() })),
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
      summary: `offered an import of ${counted(record.tasks.length, 'task')} from ${record.format}`,
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
    summary: `rejected the import of ${counted(record.tasks.length, 'task')}`,
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
  code: 'import_decided',
  message: 'The import was decided already.',
  next: 'Read the imports again.',
};

/** Imports whose chunks stopped half-way: a start goes on with them. */
export function halfDone(state: State): ImportRecord[] {
  return [...state.tables.import.values()].filter((record) => record.status === 'accepting');
}

/**
 * The decision itself, in one transaction: a person's, or a program's in a home that never had a person, where it also
 * takes the untouched example away. An import that began goes on to its end. Accepting twice changes nothing.
 */
export function acceptImport(state: State, id: string, context: Context): Decision<null> {
  const record = state.tables.import.get(id);
  if (!record) return refuse(unknownImport);
  if (record.status === 'accepting' || record.status === 'accepted') return decided(null);
  if (record.status === 'rejected') return refuse(decidedAlready);
  if (!isPerson(context.author) && !mayFill(state)) return refuse(personDecides);
  const begun: EventDraft = {
    type: 'import.accepted',
    summary: `accepted an import of ${counted(record.tasks.length, 'task')} from ${record.format}`,
    changes: [
      edited('import', record, { status: 'accepting', decidedAt: context.at, decidedBy: context.author.label }),
    ],
    raisesVersion: true,
  };
  if (isPerson(context.author) || !state.workspace.example) return decided(null, begun);
  const emptied = emptyExample(state, context);
  return emptied.ok ? decided(null, ...emptied.value.events, begun) : emptied;
}

/** The next chunk of an accepted import: at most IMPORT_CHUNK tasks that do not exist yet. `left` = how many remain. */
export function importChunk(state: State, id: string, context: Context): Decision<{ left: number; total: number }> {
  const record = state.tables.import.get(id);
  if (!record) return refuse(unknownImport);
  const total = record.tasks.length;
  if (record.status === 'accepted') return decided({ left: 0, total });
  if (record.status !== 'accepting') return refuse(decidedAlready);
  const missing = record.tasks.filter((task) => !state.tables.task.has(task.id));
  const chunk = missing.slice(0, IMPORT_CHUNK);
  const ids = new Map(record.tasks.map((task) => [task.sourceId, task.id]));
  const changes: Change[] = chunk.map((task, at) =>
    created('task', importedTask(record, task, state.index.lastNumber + 1 + at, ids, context)),
  );
  const left = missing.length - chunk.length;
  if (left === 0) changes.push(edited('import', record, { status: 'accepted' }));
  return decided(
    { left, total },
    {
      type: 'import.accepted',
      summary: `brought in ${counted(chunk.length, 'task')} from ${record.format}${left > 0 ? `, ${left} to come` : ''}`,
      changes,
      raisesVersion: true,
    },
  );
}

function importedTask(
  record: ImportRecord,
  task: ImportRecord['tasks'][number],
  number: number,
  ids: ReadonlyMap<string, string>,
  context: Context,
): Task {
  const { id } = task;
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
