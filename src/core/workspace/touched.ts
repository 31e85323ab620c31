/**
 * What a change touched beside the entity it names: where it was taken away from. The journal keeps subjects only, so an
 * event whose subjects hold these too lets a plan notice that a task left its parent or that time became free.
 */
import type { Change } from '../state/event.ts';

/**
 * `task:<id>` of the parent that a task left; `time:<instant>` of the planned start or commitment that moved or went;
 * `owner:<id>` of the owner who lost it ('' = the workspace's owner). Empty for new entities.
 */
export function alsoTouched(change: Change): readonly string[] {
  if (change.was === null) return [];
  if (change.kind === 'commitment') return [...freed(change.was.start), ...lost(change.was.ownerId)];
  if (change.kind !== 'task') return [];
  const { parentId, plannedStart, ownerId } = change.was;
  return [...(parentId ? [`task:${parentId}`] : []), ...freed(plannedStart), ...lost(ownerId)];
}

function freed(instant: string | null | undefined): readonly string[] {
  return instant ? [`time:${instant}`] : [];
}

function lost(ownerId: string | null | undefined): readonly string[] {
  return ownerId === undefined ? [] : [`owner:${ownerId ?? ''}`];
}
