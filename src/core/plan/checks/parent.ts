/** The parent must be a live task that is not done. */
import { aliasOf } from '../../state/state.ts';
import type { Facts } from '../facts.ts';
import { quote, type Raised, WORKSPACE } from './check.ts';

export function checkParent({ parent, candidate }: Facts): readonly Raised[] {
  const base = { raisedBy: WORKSPACE, path: '/parentTaskId', candidateIds: [] };
  if (!parent) {
    return [{ ...base, code: 'unknown_parent', message: `No live task is called ${quote(candidate.parentTaskId)}.` }];
  }
  if (parent.status !== 'done') return [];
  return [{ ...base, code: 'parent_done', message: `${aliasOf(parent)} ${quote(parent.title)} is done.` }];
}
