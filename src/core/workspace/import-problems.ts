/** What makes an import impossible as a whole: references that lead nowhere or in circles. Nothing is dropped silently. */
import type { Problem } from '../../kit/result.ts';
import { isBlank } from '../../kit/text.ts';
import type { ImportedTask } from './import.ts';
import { isDate } from './time.ts';

export function importProblems(tasks: readonly ImportedTask[]): Problem[] {
  const problems: Problem[] = [];
  const byId = new Map<string, ImportedTask>();
  for (const [at, task] of tasks.entries()) {
    if (byId.has(task.sourceId))
      problems.push(problem('repeated', `/tasks/${at}/sourceId`, `${task.sourceId} stands twice.`));
    byId.set(task.sourceId, task);
  }
  for (const [at, task] of tasks.entries()) problems.push(...taskProblems(task, `/tasks/${at}`, byId));
  if (hasCycle(byId, (task) => task.dependsOnSourceIds))
    problems.push(problem('dependency_cycle', '/tasks', 'Dependencies form a cycle.'));
  if (hasCycle(byId, (task) => (task.parentSourceId === null ? [] : [task.parentSourceId]))) {
    problems.push(problem('parent_cycle', '/tasks', 'Parents form a cycle.'));
  }
  return problems;
}

function taskProblems(task: ImportedTask, path: string, byId: ReadonlyMap<string, ImportedTask>): Problem[] {
  const problems: Problem[] = [];
  if (isBlank(task.title)) problems.push(problem('blank_title', `${path}/title`, 'The title shows nothing.'));
  if (task.dueDate !== null && !isDate(task.dueDate)) {
    problems.push(problem('bad_due', `${path}/dueDate`, 'That is no real day.'));
  }
  const references =
    task.parentSourceId === null ? task.dependsOnSourceIds : [...task.dependsOnSourceIds, task.parentSourceId];
  for (const id of references) {
    if (!byId.has(id)) problems.push(problem('unknown_task', path, `${id} is not in this import.`));
  }
  return problems;
}

function problem(code: string, path: string, message: string): Problem {
  return { code, path, message, fix: 'Correct the source, or leave the reference out and list it as a loss.' };
}

/** Kahn's order: what cannot be taken away step by step lies on a cycle. */
function hasCycle(byId: ReadonlyMap<string, ImportedTask>, next: (task: ImportedTask) => readonly string[]): boolean {
  const waits = new Map<string, number>();
  const dependants = new Map<string, string[]>();
  for (const task of byId.values()) {
    const targets = [...new Set(next(task))].filter((id) => byId.has(id));
    waits.set(task.sourceId, targets.length);
    for (const id of targets) {
      const known = dependants.get(id);
      if (known) known.push(task.sourceId);
      else dependants.set(id, [task.sourceId]);
    }
  }
  const free = [...waits].filter(([, count]) => count === 0).map(([id]) => id);
  let taken = 0;
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    taken += 1;
    for (const other of dependants.get(id) ?? []) {
      const left = (waits.get(other) ?? 0) - 1;
      waits.set(other, left);
      if (left === 0) free.push(other);
    }
  }
  return taken < byId.size;
}
