/** An import as a person reads it: its tasks as a tree, its losses by what was lost. Pure. */

import type { ImportedTask, ImportLoss } from '../../../core/workspace/import.ts';
import { counted } from '../../../kit/text.ts';

export interface Branch {
  readonly task: ImportedTask;
  /** 0 = at the top. */
  readonly depth: number;
}

/** Parents before their children, in the order of the source. Whatever hangs in a ring of parents comes at the top. */
export function treeOf(tasks: readonly ImportedTask[]): readonly Branch[] {
  const known = new Set(tasks.map((task) => task.sourceId));
  const childrenOf = groupBy(tasks, (task) =>
    task.parentSourceId !== null && known.has(task.parentSourceId) ? task.parentSourceId : null,
  );
  const branches: Branch[] = [];
  const seen = new Set<ImportedTask>();
  for (const root of [...(childrenOf.get(null) ?? []), ...tasks]) {
    // A list of work instead of recursion: a chain of parents may be thousands long.
    const waiting: Branch[] = [{ task: root, depth: 0 }];
    for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
      const { task, depth } = branch;
      if (seen.has(task)) continue;
      seen.add(task);
      branches.push(branch);
      const children = childrenOf.get(task.sourceId) ?? [];
      for (const child of children.toReversed()) waiting.push({ task: child, depth: depth + 1 });
    }
  }
  return branches;
}

export interface LossGroup {
  readonly field: string;
  readonly losses: readonly ImportLoss[];
}

/** By field, the most frequent first. */
export function groupLosses(losses: readonly ImportLoss[]): readonly LossGroup[] {
  return [...groupBy(losses, (loss) => loss.field)]
    .map(([field, group]) => ({ field, losses: group }))
    .sort((one, other) => other.losses.length - one.losses.length || (one.field < other.field ? -1 : 1));
}

/** What to know before the same tasks come a second time; '' = they do not. */
export function twinWords({ accepted, waiting }: { readonly accepted: number; readonly waiting: number }): string {
  const said = [
    ...(accepted > 0 ? [`This folder was brought in ${accepted === 1 ? 'once' : `${accepted} times`} before.`] : []),
    ...(waiting > 0
      ? [counted(waiting, 'other import of this folder waits, too.', 'other imports of this folder wait, too.')]
      : []),
  ];
  return said.length === 0
    ? ''
    : `${said.join(' ')} Nothing is merged: each one that is accepted makes its tasks anew.`;
}

/** `Map.groupBy` came with Node 21. */
function groupBy<K, V>(values: readonly V[], keyOf: (value: V) => K): ReadonlyMap<K, readonly V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}
