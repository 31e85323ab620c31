/**
 * Undo of a person's own change: a forward change that puts back what the event says was there, and only where nobody
 * changed it since. Never of a plan (that is `undo-plan`) and never of a decision.
 */
import { done, type Result, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { whyNotDone } from '../run/delegated-task.ts';
import { apply, subjectOf } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change, EventPayload, StoredEvent } from '../state/event.ts';
import { aliasOf, childrenOf, type State } from '../state/state.ts';
import type { Task } from './task.ts';
import { isUndoable } from './undoable.ts';

export function canUndo(event: StoredEvent): event is StoredEvent & { readonly payload: EventPayload } {
  return event.payload !== null && isUndoable(event.header.type);
}

export function undoChange(
  state: State,
  event: StoredEvent,
  context: Context,
): Decision<{ summary: string; changes: string[] }> {
  if (!canUndo(event)) {
    return refuse({
      code: 'nothing_to_undo',
      message: 'That change cannot be undone.',
      next: 'Use the history of the task.',
    });
  }
  const changes: Change[] = [];
  for (const change of event.payload.changes) {
    const inverse = invert(state, change, context);
    if (!inverse.ok) return inverse;
    const { kind, id, set } = inverse.value;
    const unaccepted = kind === 'task' && set.status === 'done' ? whyNotDone(state, id) : null;
    if (unaccepted) return unaccepted;
    changes.push(inverse.value);
  }
  const broken = whatBreaks(state, changes);
  if (broken)
    return refuse({
      code: 'changed_since',
      message: broken,
      next: 'Change it by hand; the history shows who did what.',
    });
  const summary = `undid: ${cut(event.payload.summary, 160)}`;
  return decided(
    { summary, changes: changes.map(describe) },
    { type: 'change.undone', summary, changes, raisesVersion: true, detail: { undoes: event.header.seq } },
  );
}

/** Fields that follow others: a later touch of them alone is no change to protect. */
const FOLLOWERS = new Set(['updatedAt', 'matches']);

function invert(state: State, change: Change, context: Context): Result<Change> {
  const now = entityNow(state, change);
  if (!now) return refuse({ code: 'changed_since', message: 'It no longer exists.', next: 'Change it by hand.' });
  const set = change.was === null ? removal(change, context) : { ...(change.was as Record<string, unknown>) };
  const expected = change.set as Record<string, unknown>;
  for (const field of Object.keys(change.was === null ? expected : set)) {
    if (FOLLOWERS.has(field) || same(now[field], expected[field])) continue;
    return refuse({
      code: 'changed_since',
      message: `Somebody changed ${field} after it.`,
      next: 'Change it by hand; the history shows who did what.',
    });
  }
  if ('updatedAt' in now) Object.assign(set, { updatedAt: context.at });
  const was: Record<string, unknown> = {};
  for (const field of Object.keys(set)) was[field] = now[field];
  return done({ kind: change.kind, id: change.id, set, was } as unknown as Change);
}

function removal(change: Change, context: Context): Record<string, unknown> {
  return change.kind === 'commitment' ? { removedAt: context.at } : { trashedAt: context.at };
}

function entityNow(state: State, change: Change): Record<string, unknown> | undefined {
  const found =
    change.kind === 'workspace'
      ? state.workspace
      : (state.tables[change.kind] as ReadonlyMap<string, unknown>).get(change.id);
  return found as Record<string, unknown> | undefined;
}

function same(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function describe(change: Change): string {
  const fields = Object.keys(change.set).filter((field) => field !== 'updatedAt');
  return `${change.kind} ${change.id}: ${fields.join(', ')}`;
}

/** Putting fields back may contradict what was built since: nothing live may hang below the trash or wait in a circle. */
function whatBreaks(state: State, changes: readonly Change[]): string | null {
  const touched = apply(state, [{ summary: '', changes }]);
  const taskAt = (id: string): Task | undefined => {
    const task = (touched.get(subjectOf('task', id))?.entity as Task | undefined) ?? state.tables.task.get(id);
    return task && task.trashedAt === null ? task : undefined;
  };
  for (const { kind, id } of changes) {
    if (kind !== 'task') continue;
    const task = taskAt(id);
    if (!task) {
      const left = childrenOf(state, id).find((child) => taskAt(child.id)?.parentId === id);
      if (left) return `${aliasOf(left)} lies below it now.`;
    } else if (task.parentId !== null && !taskAt(task.parentId)) {
      return 'Its parent is in the trash now.';
    } else if (reaches(task.id, (at) => taskAt(at)?.parentId ?? [])) {
      return 'It would lie below itself now.';
    } else if (reaches(task.id, (at) => taskAt(at)?.dependsOn ?? [])) {
      return 'It would wait for itself now.';
    }
  }
  return null;
}

/** True when the steps from `start` lead back to it. */
function reaches(start: string, next: (id: string) => string | readonly string[]): boolean {
  const seen = new Set<string>();
  const open = [next(start)].flat();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === start) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...[next(id)].flat());
  }
  return false;
}
