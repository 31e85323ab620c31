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
import type { ImportPart, ImportRecord } from './import.ts';
import { charactersOf, charactersOfTask, cutBySize, type Piece, partId, partsOf } from './import-parts.ts';
import type { Task } from './task.ts';
import { makeTask } from './task-commands.ts';

/** Whoever may only offer must not fill the disk and the memory: nobody has decided on these yet. */
export const WAITING = { imports: 5, characters: 32_000_000 } as const;

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

/** The record with its first piece; the others follow with `addImportPart`, each in a transaction of its own. */
export function offerImport(
  state: State,
  input: Pick<ImportRecord, 'format' | 'source'> & Piece,
  pieces: readonly Piece[],
  context: Context,
): Decision<{ id: string }> {
  const characters = charactersOf(input);
  const refusal = tooMuchWaits(state, characters);
  if (refusal) return refuse(refusal);
  const record: ImportRecord = {
    id: context.nextId(),
    format: input.format,
    source: input.source,
    status: pieces.length > 1 ? 'gathering' : 'waiting',
    taskCount: input.tasks.length,
    lossCount: input.losses.length,
    partCount: pieces.length,
    characters,
    author: context.author,
    at: context.at,
    decidedAt: null,
    decidedBy: null,
  };
  return decided(
    { id: record.id },
    {
      type: 'import.offered',
      summary: `offered an import of ${counted(record.taskCount, 'task')} from ${record.format}`,
      changes: [created('import', record), created('import_part', partFrom(record.id, 1, pieces[0] as Piece, context))],
      raisesVersion: false,
    },
  );
}

function tooMuchWaits(state: State, characters: number): Refusal | null {
  const undecided = [...state.tables.import.values()].filter(
    ({ status }) => status === 'waiting' || status === 'gathering',
  );
  const waiting = undecided.reduce((sum, one) => sum + one.characters, 0);
  const many = undecided.length >= WAITING.imports;
  if (!many && waiting + characters <= WAITING.characters) return null;
  return {
    code: 'too_many_imports',
    message: many
      ? `${undecided.length} imports wait for a person already; at most ${WAITING.imports} may.`
      : `The imports that wait would hold ${waiting + characters} characters together; at most ${WAITING.characters} may.`,
    next: 'Ask a person to accept or reject the ones that wait, at the desk under Imports, then bring the tasks in again.',
  };
}

/** The next piece; the last one makes the import ready to be decided. */
export function addImportPart(
  state: State,
  id: string,
  number: number,
  piece: Piece,
  context: Context,
): Decision<null> {
  const record = state.tables.import.get(id);
  if (!record) return refuse(unknownImport);
  if (record.status !== 'gathering') return refuse(decidedAlready);
  const changes: Change[] = [created('import_part', partFrom(id, number, piece, context))];
  if (number === record.partCount) changes.push(edited('import', record, { status: 'waiting' }));
  return decided(null, {
    type: 'import.offered',
    summary: `stored part ${number} of ${record.partCount} of an import`,
    changes,
    raisesVersion: false,
  });
}

function partFrom(importId: string, number: number, { tasks, losses }: Piece, context: Context): ImportPart {
  return {
    id: partId(importId, number),
    importId,
    number,
    tasks: tasks.map((task) => ({ ...task, id: context.nextId() })),
    losses,
  };
}

export function rejectImport(state: State, id: string, context: Context): Decision<null> {
  const record = state.tables.import.get(id);
  if (!record) return refuse(unknownImport);
  // One that never came whole is ended by a start, not by a person who has not seen the whole of it.
  if (record.status === 'gathering' && isPerson(context.author)) return refuse(stillGathering);
  if (record.status !== 'waiting' && record.status !== 'gathering') return refuse(decidedAlready);
  return decided(null, {
    type: 'import.rejected',
    summary: `rejected the import of ${counted(record.taskCount, 'task')}`,
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

const stillGathering: Refusal = {
  code: 'not_open',
  message: 'The import is still being stored.',
  next: 'Wait a moment, then read the imports again.',
};

/** Imports that stopped half-way: a start goes on with what was accepted, and rejects what never came whole. */
export function halfDone(state: State): { readonly accepting: ImportRecord[]; readonly gathering: ImportRecord[] } {
  const all = [...state.tables.import.values()];
  return {
    accepting: all.filter((record) => record.status === 'accepting'),
    gathering: all.filter((record) => record.status === 'gathering'),
  };
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
  if (record.status === 'gathering') return refuse(stillGathering);
  if (!isPerson(context.author) && !mayFill(state)) return refuse(personDecides);
  const begun: EventDraft = {
    type: 'import.accepted',
    summary: `accepted an import of ${counted(record.taskCount, 'task')} from ${record.format}`,
    changes: [
      edited('import', record, { status: 'accepting', decidedAt: context.at, decidedBy: context.author.label }),
    ],
    raisesVersion: true,
  };
  if (isPerson(context.author) || !state.workspace.example) return decided(null, begun);
  const emptied = emptyExample(state, context);
  return emptied.ok ? decided(null, ...emptied.value.events, begun) : emptied;
}

/** The next chunk of an accepted import: some tasks that do not exist yet. `left` = how many remain. */
export function importChunk(state: State, id: string, context: Context): Decision<{ left: number; total: number }> {
  const record = state.tables.import.get(id);
  if (!record) return refuse(unknownImport);
  const total = record.taskCount;
  if (record.status === 'accepted') return decided({ left: 0, total });
  if (record.status !== 'accepting') return refuse(decidedAlready);
  const tasks = partsOf(state, record).flatMap((part) => part.tasks);
  const missing = tasks.filter((task) => !state.tables.task.has(task.id));
  const [chunk = []] = cutBySize(missing, charactersOfTask);
  const ids = new Map(tasks.map((task) => [task.sourceId, task.id]));
  const changes: Change[] = chunk.map((task, at) =>
    created('task', importedTask(record, task, state.index.lastNumber + 1 + at, ids, context)),
  );
  const left = missing.length - chunk.length;
  if (left === 0) changes.push(edited('import', record, { status: 'accepted' }));
  return decided(
    { left, total },
    {
      type: 'import.accepted',
      summary: `brought in ${counted(chunk.length, 'task')} from ${record.format}${left > 0 ? ` (${left} still to come)` : ''}`,
      changes,
      raisesVersion: true,
    },
  );
}

function importedTask(
  record: ImportRecord,
  task: ImportPart['tasks'][number],
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
