/** The rows as they are stored, by kind and id, and their comparison with what the log makes. */
import { isDeepStrictEqual } from 'node:util';
import type { Entity, EntityKind, EntityMap } from '../../core/state/entity.ts';
import type { State } from '../../core/state/state.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { StoredEntity } from '../ports.ts';
import type { Findings } from './findings.ts';
import type { Replay } from './replay.ts';

export interface Stored {
  readonly workspaceId: string;
  get<K extends EntityKind>(kind: K, id: string): EntityMap[K] | undefined;
  all<K extends EntityKind>(kind: K): Iterable<EntityMap[K]>;
  readonly rows: readonly StoredEntity[];
}

export function storedOf(workspaceId: string, given: readonly StoredEntity[]): Stored {
  // A body that is `null` or `7` has no fields: compared it is another one in all of them.
  const rows = given.map((row) => (isObject(row.entity) ? row : { ...row, entity: {} as Entity }));
  const tables = new Map<EntityKind, Map<string, Entity>>();
  for (const { kind, id, entity } of rows) {
    const table = tables.get(kind);
    if (table) table.set(id, entity);
    else tables.set(kind, new Map([[id, entity]]));
  }
  const tableOf = <K extends EntityKind>(kind: K) =>
    (tables.get(kind) ?? new Map()) as ReadonlyMap<string, EntityMap[K]>;
  return { workspaceId, rows, get: (kind, id) => tableOf(kind).get(id), all: (kind) => tableOf(kind).values() };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

export function compareRows(stored: Stored, { state, unknown }: Replay, findings: Findings): void {
  findings.counts.entities = stored.rows.length;
  for (const row of stored.rows) {
    const where = `${row.kind}:${row.id}`;
    const fault = unknown.has(where) ? null : faultOfRow(state, row);
    if (fault !== null) findings.report('entity', where, fault);
  }
  for (const where of state ? missing(stored, state) : []) {
    if (!unknown.has(where)) findings.report('entity', where, 'the log makes it, but it has no row');
  }
}

function faultOfRow(state: State | null, { kind, id, entity }: StoredEntity): string | null {
  const made = state ? entityOf(state, kind, id) : undefined;
  if (!made) return 'the log knows nothing of it';
  const fields = differences(kind, made, entity);
  return fields.length > 0 ? `the log makes another ${fields.join(', ')} of it` : null;
}

function entityOf(state: State, kind: EntityKind, id: string): Entity | undefined {
  if (kind === 'workspace') return state.workspace.id === id ? state.workspace : undefined;
  return (state.tables[kind] as ReadonlyMap<string, Entity>).get(id);
}

/** Moved with every write, and checked against the workspace's own row: the entity's are what they once were. */
const moving: readonly (keyof Workspace)[] = ['seq', 'version', 'head'];

function differences(kind: EntityKind, made: Entity, stored: Entity): string[] {
  const names = new Set([...Object.keys(made), ...Object.keys(stored)]);
  if (kind === 'workspace') for (const name of moving) names.delete(name);
  const field = (entity: Entity, name: string) => (entity as unknown as Record<string, unknown>)[name];
  return [...names].filter((name) => !isDeepStrictEqual(field(made, name), field(stored, name)));
}

function* missing(stored: Stored, state: State): Iterable<string> {
  if (!stored.get('workspace', state.workspace.id)) yield `workspace:${state.workspace.id}`;
  for (const [kind, table] of Object.entries(state.tables)) {
    for (const id of (table as ReadonlyMap<string, Entity>).keys()) {
      if (!stored.get(kind as EntityKind, id)) yield `${kind}:${id}`;
    }
  }
}
