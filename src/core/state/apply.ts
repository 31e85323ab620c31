/** `apply(state, events)`: what the events make of the state, as the touched entities. Pure; mutates nothing. */
import type { Entity, EntityKind, EntityMap } from './entity.ts';
import type { Change, EventPayload } from './event.ts';
import type { State } from './state.ts';

export type Touched = ReadonlyMap<string, { readonly kind: EntityKind; readonly id: string; readonly entity: Entity }>;

export function subjectOf(kind: EntityKind, id: string): string {
  return `${kind}:${id}`;
}

function current(state: State | null, change: Change): Entity | undefined {
  if (!state) return undefined;
  if (change.kind === 'workspace') return state.workspace;
  return (state.tables[change.kind] as ReadonlyMap<string, Entity>).get(change.id);
}

/** Throws (a fault, never a refusal) when a change contradicts the state: the log and the memory disagree then. */
export function apply(state: State | null, payloads: readonly (EventPayload | null)[]): Touched {
  const touched = new Map<string, { kind: EntityKind; id: string; entity: Entity }>();
  for (const payload of payloads) {
    for (const change of payload?.changes ?? []) {
      const subject = subjectOf(change.kind, change.id);
      const before = touched.get(subject)?.entity ?? current(state, change);
      if (change.was === null && before !== undefined) throw new Error(`${subject} exists already`);
      if (change.was !== null && before === undefined) throw new Error(`${subject} does not exist`);
      touched.set(subject, { kind: change.kind, id: change.id, entity: { ...before, ...change.set } as Entity });
    }
  }
  return touched;
}

/** A change that makes a new entity. */
export function created<K extends EntityKind>(kind: K, entity: EntityMap[K] & { readonly id: string }): Change {
  return { kind, id: entity.id, set: entity, was: null } as unknown as Change;
}

/** A change of some fields; null when nothing differs. */
export function edited<K extends EntityKind>(
  kind: K,
  before: EntityMap[K] & { readonly id: string },
  set: Partial<EntityMap[K]>,
): Change {
  const was: Record<string, unknown> = {};
  for (const field of Object.keys(set)) was[field] = (before as unknown as Record<string, unknown>)[field];
  return { kind, id: before.id, set, was } as unknown as Change;
}
