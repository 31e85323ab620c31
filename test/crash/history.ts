/**
 * What the daemon acknowledged, against what is there after it was killed. Pure: the rig reads, this judges, and the
 * tests hand it doctored findings to show that it bites.
 */
import type { Proposal } from '../../src/core/plan/proposal.ts';
import type { StoredEvent } from '../../src/core/state/event.ts';
import type { ImportRecord } from '../../src/core/workspace/import.ts';
import type { Task } from '../../src/core/workspace/task.ts';

/** One answer that told a caller of a write. Each of them raised the version. */
export type Acknowledged = { readonly version: number } & (
  | { readonly what: 'created' | 'edited'; readonly taskId: string; readonly title: string }
  | {
      readonly what: 'committed';
      readonly proposalId: string;
      /** How many the plan held. */
      readonly subtasks: number;
      readonly taskIds: readonly string[];
    }
  | {
      readonly what: 'imported';
      readonly importId: string;
      /** How many were offered. */
      readonly tasks: number;
    }
);

export interface Found {
  readonly events: readonly StoredEvent[];
  readonly tasks: ReadonlyMap<string, Task>;
  readonly proposals: ReadonlyMap<string, Proposal>;
  readonly imports: ReadonlyMap<string, ImportRecord>;
}

const eventOf = {
  created: 'task.created',
  edited: 'task.edited',
  committed: 'proposal.committed',
  imported: 'import.accepted',
} as const;

function subjectOf(one: Acknowledged): string {
  if (one.what === 'committed') return `proposal:${one.proposalId}`;
  return one.what === 'imported' ? `import:${one.importId}` : `task:${one.taskId}`;
}

/** In words; empty = everything acknowledged is there, whole and once. */
export function faultsOf(acknowledged: readonly Acknowledged[], found: Found): readonly string[] {
  const raised = eventsByVersion(found.events);
  return [
    ...repeatedVersions(acknowledged),
    ...acknowledged.flatMap((one) => faultsOfWrite(one, raised.get(one.version) ?? [])),
    ...acknowledged.flatMap((one) => (one.what === 'committed' ? faultsOfCommit(one, found) : [])),
    ...acknowledged.flatMap((one) => (one.what === 'imported' ? faultsOfImport(one, found) : [])),
    ...tornOrDoubled(found),
    ...tornImports(found),
  ];
}

/** Events of the command that made each version; the first event that bears a number raised it. */
function eventsByVersion(events: readonly StoredEvent[]): ReadonlyMap<number, readonly StoredEvent[]> {
  const raised = new Map<number, StoredEvent[]>();
  for (const event of events) {
    const { version } = event.header;
    raised.set(version, [...(raised.get(version) ?? []), event]);
  }
  return raised;
}

/** Two commands cannot have made one version; repeating a commit repeats its first answer. */
function repeatedVersions(acknowledged: readonly Acknowledged[]): readonly string[] {
  const owners = new Map<number, string>();
  return acknowledged.flatMap((one) => {
    const owner = 'title' in one ? `${one.what} ${one.taskId} ${one.title}` : subjectOf(one);
    const before = owners.get(one.version) ?? owner;
    owners.set(one.version, owner);
    return before === owner ? [] : [`version ${one.version} was acknowledged for ${before} and for ${owner}`];
  });
}

function faultsOfWrite(one: Acknowledged, events: readonly StoredEvent[]): readonly string[] {
  const subject = subjectOf(one);
  const event = events.find(({ header }) => header.type === eventOf[one.what] && header.subjects.includes(subject));
  if (!event) return [`lost: version ${one.version}, ${one.what} ${subject}`];
  if (!('title' in one)) return [];
  const titles = event.payload?.changes.map((change) => (change.kind === 'task' ? change.set.title : undefined));
  return titles?.includes(one.title) ? [] : [`version ${one.version} is not the write of "${one.title}"`];
}

function faultsOfCommit(one: Extract<Acknowledged, { what: 'committed' }>, found: Found): readonly string[] {
  const { proposalId, taskIds, subtasks } = one;
  const receipt = found.proposals.get(proposalId)?.receipt;
  const faults: string[] = [];
  const stored = receipt?.tasks.map(({ taskId }) => taskId) ?? [];
  if (stored.join() !== taskIds.join()) faults.push(`the receipt of ${proposalId} is not the one acknowledged`);
  if (taskIds.length !== subtasks)
    faults.push(`${proposalId} planned ${subtasks} tasks, its receipt names ${taskIds.length}`);
  for (const id of taskIds) if (!found.tasks.has(id)) faults.push(`lost: task ${id} of ${proposalId}`);
  return faults;
}

/** Of every plan, acknowledged or not: all of its tasks or none, and once. */
function tornOrDoubled({ events, tasks, proposals }: Found): readonly string[] {
  const made = planned(tasks.values());
  const commits = commitsIn(events);
  return [...new Set([...made.keys(), ...proposals.keys()])].flatMap((id) => {
    const expected = proposals.get(id)?.receipt?.tasks.map(({ taskId }) => taskId) ?? [];
    const there = made.get(id) ?? [];
    const isWhole = [...there].sort().join() === [...expected].sort().join();
    const count = commits.get(`proposal:${id}`) ?? 0;
    return [
      ...(isWhole ? [] : [`${id} has ${there.length} tasks, its receipt ${expected.length}`]),
      ...(count > 1 ? [`${id} was committed ${count} times`] : []),
    ];
  });
}

function faultsOfImport(one: Extract<Acknowledged, { what: 'imported' }>, { imports }: Found): readonly string[] {
  const { importId, tasks } = one;
  const record = imports.get(importId);
  if (record?.status !== 'accepted') return [`lost: the import ${importId} is ${record?.status ?? 'gone'}`];
  return record.taskCount === tasks ? [] : [`${importId} offered ${tasks} tasks, its record has ${record.taskCount}`];
}

/** Of every import, acknowledged or not: all of its tasks once, or none. A start ends what a kill interrupted. */
function tornImports({ tasks, imports }: Found): readonly string[] {
  const made = new Map<string, number>();
  for (const { origin } of tasks.values()) {
    if (origin.from === 'import') made.set(origin.importId, (made.get(origin.importId) ?? 0) + 1);
  }
  return [...imports.values()].flatMap(({ id, status, taskCount }) => {
    const expected = status === 'accepted' ? taskCount : 0;
    const there = made.get(id) ?? 0;
    if (status === 'accepting') return [`the import ${id} was left half-way, at ${there} of ${taskCount} tasks`];
    return there === expected ? [] : [`the import ${id}, ${status}, has ${there} of ${taskCount} tasks`];
  });
}

function planned(tasks: Iterable<Task>): ReadonlyMap<string, readonly string[]> {
  const made = new Map<string, string[]>();
  for (const { id, origin } of tasks) {
    if (origin.from === 'plan') made.set(origin.proposalId, [...(made.get(origin.proposalId) ?? []), id]);
  }
  return made;
}

/** By subject. */
function commitsIn(events: readonly StoredEvent[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const subjects = events.flatMap(({ header }) => (header.type === 'proposal.committed' ? header.subjects : []));
  for (const subject of subjects) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return counts;
}

/** What one kill met: acknowledged between the start before it and the kill. */
export interface Round {
  readonly writes: number;
  readonly commits: number;
  readonly imports: number;
}

const WRITES_PER_KILL = 5;

/** A rig that kills an idle daemon proves nothing: each kill is looked at, for a busy one makes no idle one better. */
export function faultsOfLoad(rounds: readonly Round[]): readonly string[] {
  if (rounds.length === 0) return ['the daemon was never killed'];
  return rounds.flatMap(({ writes, commits }, at) => [
    ...(writes < WRITES_PER_KILL ? [`kill ${at + 1} came after ${writes} acknowledged writes`] : []),
    ...(commits === 0 ? [`kill ${at + 1} came before a commit was acknowledged`] : []),
  ]);
}
