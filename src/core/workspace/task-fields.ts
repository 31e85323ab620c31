/** The rules of a task's fields, for a person's create and edit. Every problem is collected, none stops the others. */
import type { Problem } from '../../kit/result.ts';
import { isBlank } from '../../kit/text.ts';
import { findTask, type State } from '../state/state.ts';
import type { Due, Task } from './task.ts';
import { dueInstant, isDate, parseInstant } from './time.ts';

/** What a person sends: references may be aliases. Absent = unchanged. */
export type TaskInput = Partial<
  Pick<
    Task,
    | 'title'
    | 'description'
    | 'status'
    | 'priority'
    | 'tags'
    | 'parentId'
    | 'ownerId'
    | 'dependsOn'
    | 'due'
    | 'plannedStart'
    | 'estimateMinutes'
    | 'rank'
    | 'checklist'
  >
>;

type Mutable = { -readonly [K in keyof TaskInput]: TaskInput[K] };

/** The fields with references resolved to ids, and the problems found. `before` is null for a new task. */
export function resolveTaskFields(
  state: State,
  before: Task | null,
  input: TaskInput,
): { readonly fields: TaskInput; readonly problems: readonly Problem[] } {
  const fields: Mutable = { ...input };
  const problems: Problem[] = [];
  if (input.title !== undefined && isBlank(input.title)) {
    problems.push(
      problem('blank_title', '/title', 'The title shows nothing.', 'Write a title with visible characters.'),
    );
  }
  if (input.parentId != null) fields.parentId = resolveParent(state, before, input.parentId, problems);
  if (input.dependsOn) fields.dependsOn = resolveDependencies(state, before, input.dependsOn, problems);
  const owner = input.ownerId == null ? undefined : state.tables.person.get(input.ownerId);
  if (input.ownerId != null && (!owner || owner.leftAt !== undefined)) {
    problems.push(
      problem('unknown_person', '/ownerId', 'No person has that id.', 'Choose a person of this workspace, or none.'),
    );
  }
  checkTimes(state, { ...before, ...fields }, input, problems);
  return { fields, problems };
}

function problem(code: string, path: string, message: string, fix: string): Problem {
  return { code, path, message, fix };
}

function resolveParent(state: State, before: Task | null, given: string, problems: Problem[]): string {
  const parent = findTask(state, given);
  if (!parent) {
    problems.push(
      problem('unknown_task', '/parentId', `There is no task ${given}.`, 'Choose a task that is not in the trash.'),
    );
    return given;
  }
  for (
    let at: Task | undefined = parent;
    at && before;
    at = at.parentId === null ? undefined : state.tables.task.get(at.parentId)
  ) {
    if (at.id !== before.id) continue;
    problems.push(
      problem(
        'parent_cycle',
        '/parentId',
        'A task cannot lie below itself.',
        'Choose a task outside its own subtasks.',
      ),
    );
    break;
  }
  return parent.id;
}

function resolveDependencies(
  state: State,
  before: Task | null,
  given: readonly string[],
  problems: Problem[],
): string[] {
  const ids: string[] = [];
  for (const [position, name] of given.entries()) {
    const path = `/dependsOn/${position}`;
    // A dependency that was trashed since stays where it is: only a new one must be live.
    const known = findTask(state, name) ?? (before?.dependsOn.includes(name) ? state.tables.task.get(name) : undefined);
    if (!known) {
      problems.push(
        problem('unknown_task', path, `There is no task ${name}.`, 'Choose a task that is not in the trash.'),
      );
    } else if (known.id === before?.id) {
      problems.push(problem('self_dependency', path, 'A task cannot wait for itself.', 'Remove this dependency.'));
    } else if (before && waitsFor(state, known.id, before.id)) {
      problems.push(
        problem(
          'dependency_cycle',
          path,
          `T-${known.number} already waits for this task.`,
          'Remove one of the two dependencies.',
        ),
      );
    } else if (!ids.includes(known.id)) {
      ids.push(known.id);
    }
  }
  return ids;
}

/** True when `from` depends, directly or not, on `target`. */
function waitsFor(state: State, from: string, target: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === target) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(state.tables.task.get(id)?.dependsOn ?? []));
  }
  return false;
}

function checkTimes(state: State, task: TaskInput, input: TaskInput, problems: Problem[]): void {
  const wrong: Problem[] = [];
  if (input.due && !isDue(input.due)) {
    const fix = 'Give {date: YYYY-MM-DD} or {at: RFC 3339 instant with T}.';
    wrong.push(problem('bad_due', '/due', 'That is no real day or instant.', fix));
  }
  if (input.plannedStart != null && parseInstant(input.plannedStart) === null) {
    const fix = 'Write it like 2026-03-02T09:00:00Z.';
    wrong.push(problem('bad_instant', '/plannedStart', 'That is no RFC 3339 instant.', fix));
  }
  problems.push(...wrong);
  // What is no time cannot be compared.
  if (wrong.length > 0) return;
  if (input.due === undefined && input.plannedStart === undefined) return;
  const dueMs = task.due ? dueInstant(task.due, state.workspace.calendar.zone) : null;
  const startMs = task.plannedStart ? parseInstant(task.plannedStart) : null;
  if (dueMs !== null && startMs !== null && dueMs < startMs) {
    problems.push(
      problem('due_before_start', '/due', 'It is due before its planned start.', 'Move the due or the start.'),
    );
  }
}

function isDue(due: Due): boolean {
  return 'at' in due ? parseInstant(due.at) !== null : isDate(due.date);
}
