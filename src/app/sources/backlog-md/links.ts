/** Parents and dependencies of a whole folder: made to point at tasks that are there, and never in a circle. */
import type { ImportedTask, ImportLoss } from '../../../core/workspace/import.ts';
import { idBook } from './id-book.ts';

export interface FoundTask {
  readonly file: string;
  readonly task: ImportedTask;
}

/** Afterwards every task has an id of its own, and every reference names one of them. */
export function linkTasks(found: readonly FoundTask[], losses: ImportLoss[]): readonly ImportedTask[] {
  const named = withOwnIds(found, losses);
  const find = idBook(named.map(({ task }) => task.sourceId));
  const linked = named.map((entry) => resolve(entry, find, losses));
  const noParentCircle = breakCircles(linked, parentLinks, losses);
  return breakCircles(noParentCircle, dependencyLinks, losses).map(({ task }) => task);
}

/** The first of a name keeps it, and the references to it. */
function withOwnIds(found: readonly FoundTask[], losses: ImportLoss[]): readonly FoundTask[] {
  const taken = new Set<string>();
  return found.map((entry) => {
    const { file, task } = entry;
    let id = task.sourceId;
    for (let number = 2; taken.has(id.toLowerCase()); number += 1) id = `${task.sourceId}#${number}`;
    taken.add(id.toLowerCase());
    if (id === task.sourceId) return entry;
    const message = `"${task.sourceId}" is used by another file too; this task became "${id}", references go to the other`;
    losses.push({ file, field: 'id', message });
    return { file, task: { ...task, sourceId: id } };
  });
}

function resolve({ file, task }: FoundTask, find: (written: string) => string | null, losses: ImportLoss[]): FoundTask {
  const lookUp = (written: string, field: string): string[] => {
    const id = find(written);
    if (id !== null) return [id];
    losses.push({ file, field, message: `"${written}" is not among the tasks; the reference was dropped` });
    return [];
  };
  const parentSourceId =
    task.parentSourceId === null ? null : (lookUp(task.parentSourceId, 'parent_task_id')[0] ?? null);
  const dependencies = task.dependsOnSourceIds.flatMap((written) => lookUp(written, 'dependencies'));
  return { file, task: { ...task, parentSourceId, dependsOnSourceIds: [...new Set(dependencies)] } };
}

interface Links {
  readonly field: string;
  readonly of: (task: ImportedTask) => readonly string[];
  readonly without: (task: ImportedTask, dropped: ReadonlySet<string>) => ImportedTask;
}

const parentLinks: Links = {
  field: 'parent_task_id',
  of: (task) => (task.parentSourceId === null ? [] : [task.parentSourceId]),
  without: (task) => ({ ...task, parentSourceId: null }),
};

const dependencyLinks: Links = {
  field: 'dependencies',
  of: (task) => task.dependsOnSourceIds,
  without: (task, dropped) => ({
    ...task,
    dependsOnSourceIds: task.dependsOnSourceIds.filter((id) => !dropped.has(id)),
  }),
};

/** Drops each link that closes a circle, in the order of the tasks. */
function breakCircles(found: readonly FoundTask[], links: Links, losses: ImportLoss[]): readonly FoundTask[] {
  const dropped = closingLinks(new Map(found.map(({ task }) => [task.sourceId, links.of(task)])));
  return found.map((entry) => {
    const targets = dropped.get(entry.task.sourceId);
    if (!targets) return entry;
    for (const target of targets) {
      losses.push({
        file: entry.file,
        field: links.field,
        message: `"${target}" closes a circle; the reference was dropped`,
      });
    }
    return { file: entry.file, task: links.without(entry.task, targets) };
  });
}

/** Depth first with a stack of its own: a chain of 20,000 tasks is deeper than the machine's. */
function closingLinks(edges: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, ReadonlySet<string>> {
  const closing = new Map<string, Set<string>>();
  const state = new Map<string, 'open' | 'done'>();
  for (const root of edges.keys()) {
    if (state.has(root)) continue;
    state.set(root, 'open');
    const stack = [{ id: root, next: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = edges.get(top.id)?.[top.next];
      top.next += 1;
      if (target === undefined) {
        state.set(top.id, 'done');
        stack.pop();
      } else if (state.get(target) === 'open') {
        closing.set(top.id, (closing.get(top.id) ?? new Set()).add(target));
      } else if (!state.has(target)) {
        state.set(target, 'open');
        stack.push({ id: target, next: 0 });
      }
    }
  }
  return closing;
}
