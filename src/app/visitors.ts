/** When a visitor may read: in a browser that a person paired, or in the example while it is untouched. */
import type { Token } from '../core/access/access.ts';
import type { State } from '../core/state/state.ts';

/** The seeded workspace of a home that never had a person: only visiting agents acted. */
export function isUntouchedExample(state: State): boolean {
  return state.workspace.example && !state.workspace.hadPerson;
}

export function isBound(state: State, visitor: Token | null): boolean {
  if (isUntouchedExample(state)) return true;
  const key = state.tables.key.get(visitor?.boundKeyId ?? '');
  return key !== undefined && key.revokedAt === null;
}
