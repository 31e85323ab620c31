/**
 * A person's writes of tasks. Each is one event, so that undo takes back exactly one act.
 *
 * Invariants: a trashed task keeps its fields and its children's; numbers are never given twice; parents and
 * dependencies form no cycle among live tasks.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { whyNotDone } from '../run/delegated-task.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import { aliasOf, childrenOf, findTask, type State } from '../state/state.ts';
import type { Task, TaskOrigin } from './task.ts';
import { resolveTaskFields, type TaskInput } from './task-fields.ts';

export const unknownTask: Refusal = {
  code: 'unknown_task',
  message: 'No live task has that id or alias.',
  next: 'Read get_workspace_state or use search_tasks.',
};

/** "T-12 Write the press note", for summaries. */
export function named(task: Pick<Task, 'number' | 'title'>): string {
  return `${aliasOf(task)} ${cut(task.title, 80)}`;
}

export interface NewTask extends TaskInput {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly at: string;
  readonly origin: TaskOrigin;
  readonly assignedSidekickIds?: readonly string[];
  readonly checklistCoverageIds?: readonly string[];
  readonly recommendationType?: string | null;
}

/** A whole task from what is known of it. */
export function makeTask(given: NewTask): Task {
  const { at, ...fields } = given;
  return {
    description: '',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    parentId: null,
    ownerId: null,
    dependsOn: [],
    due: null,
    plannedStart: null,
    estimateMinutes: null,
    // Appended at the end of its column; a person's drag puts it between two neighbours.
    rank: given.number * 1024,
    checklist: [],
    assignedSidekickIds: [],
    checklistCoverageIds: [],
    recommendationType: null,
    matches: [],
    createdAt: at,
    updatedAt: at,
    doneAt: given.status === 'done' ? at : null,
    trashedAt: null,
    ...fields,
  };
}

export function createTask(
  state: State,
  input: TaskInput & { readonly title: string },
  context: Context,
): Decision<{ id: string }> {
  const { fields, problems } = resolveTaskFields(state, null, input);
  if (problems.length > 0) return refuseFields(problems);
  const task = makeTask({
    ...fields,
    id: context.nextId(),
    number: state.index.lastNumber + 1,
    title: input.title,
    at: context.at,
    origin: { from: 'person' },
  });
  return decided(
    { id: task.id },
    { type: 'task.created', summary: `created ${named(task)}`, changes: [created('task', task)], raisesVersion: true },
  );
}

export function editTask(
  state: State,
  idOrAlias: string,
  input: TaskInput,
  context: Context,
): Decision<{ id: string }> {
  const task = findTask(state, idOrAlias);
  if (!task) return refuse(unknownTask);
  const { fields, problems } = resolveTaskFields(state, task, input);
  if (problems.length > 0) return refuseFields(problems);
  const set = differing(task, fields);
  if (Object.keys(set).length === 0) return decided({ id: task.id });
  const unaccepted = set.status === 'done' ? whyNotDone(state, task.id) : null;
  if (unaccepted) return unaccepted;
  const doneAt = set.status === undefined ? {} : { doneAt: set.status === 'done' ? context.at : null };
  return decided(
    { id: task.id },
    {
      type: 'task.edited',
      summary: editSummary(task, set),
      changes: [edited('task', task, { ...set, ...doneAt, updatedAt: context.at })],
      raisesVersion: true,
    },
  );
}

export function trashTask(state: State, idOrAlias: string, context: Context): Decision<{ id: string }> {
  const task = findTask(state, idOrAlias);
  if (!task) return refuse(unknownTask);
  const all = subtree(state, task);
  const rest = all.length > 1 ? ` and ${all.length - 1} below it` : '';
  return decided(
    { id: task.id },
    {
      type: 'task.trashed',
      summary: `moved ${named(task)}${rest} to the trash`,
      changes: all.map((one) => edited('task', one, { trashedAt: context.at, updatedAt: context.at })),
      raisesVersion: true,
    },
  );
}

export function restoreTask(state: State, id: string, context: Context): Decision<{ id: string }> {
  const task = state.tables.task.get(id);
  if (!task) return refuse(unknownTask);
  if (task.trashedAt === null) return decided({ id });
  const parentGone = task.parentId !== null && state.tables.task.get(task.parentId)?.trashedAt != null;
  const changes: Change[] = trashedTogether(state, task).map((one) =>
    edited('task', one, {
      trashedAt: null,
      updatedAt: context.at,
      // Its parent stays in the trash: the restored task would be nowhere to be seen below it.
      ...(one.id === task.id && parentGone ? { parentId: null } : {}),
    }),
  );
  return decided(
    { id },
    { type: 'task.restored', summary: `took ${named(task)} out of the trash`, changes, raisesVersion: true },
  );
}

/** The task and everything live below it, parents first. A cycle of parents, which no command makes, ends it too. */
export function subtree(state: State, task: Task): Task[] {
  const all = new Map([[task.id, task]]);
  for (const { id } of all.values())
    for (const child of childrenOf(state, id)) if (!all.has(child.id)) all.set(child.id, child);
  return [...all.values()];
}

function trashedTogether(state: State, task: Task): Task[] {
  const found = [task];
  const ids = new Set([task.id]);
  // Children of trashed tasks are in no index; the trash is small and restoring is rare.
  for (let grown = true; grown; ) {
    grown = false;
    for (const one of state.tables.task.values()) {
      if (one.trashedAt !== task.trashedAt || one.parentId === null || !ids.has(one.parentId) || ids.has(one.id))
        continue;
      ids.add(one.id);
      found.push(one);
      grown = true;
    }
  }
  return found;
}

function differing(task: Task, fields: TaskInput): Partial<Task> {
  const set: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (JSON.stringify(value) !== JSON.stringify(task[field as keyof Task])) set[field] = value;
  }
  return set;
}

function editSummary(task: Task, set: Partial<Task>): string {
  // By the name that it has from now on: that is what people see beside these words.
  const after = named({ ...task, ...set });
  if (set.status !== undefined) return `moved ${after} to ${STATUS_WORDS[set.status]}`;
  const fields = Object.keys(set).filter((field) => field !== 'rank');
  if (fields.length === 0) return `moved ${after} on the board`;
  if (set.title !== undefined && fields.length === 1) return `renamed ${after}, before: ${cut(task.title, 80)}`;
  return `changed the ${fields.map((field) => FIELD_WORDS[field] ?? field).join(', ')} of ${after}`;
}

/** As the columns of the board are called. */
const STATUS_WORDS: { readonly [S in Task['status']]: string } = {
  backlog: 'Backlog',
  today: 'Today',
  'in-progress': 'In progress',
  done: 'Done',
};

const FIELD_WORDS: Readonly<Record<string, string>> = {
  parentId: 'parent',
  ownerId: 'owner',
  dependsOn: 'dependencies',
  plannedStart: 'planned start',
  estimateMinutes: 'estimate',
};

export function refuseFields(problems: NonNullable<Refusal['problems']>): {
  readonly ok: false;
  readonly refusal: Refusal;
} {
  return refuse({
    code: 'invalid_input',
    message: problems.length === 1 ? (problems[0]?.message ?? '') : `${problems.length} fields are not right.`,
    next: 'Correct every listed problem and call again.',
    problems,
  });
}
