/** A title shows something. */
import { isBlank } from '../../../kit/text.ts';
import type { Facts } from '../facts.ts';
import { at, quote, type Raised, WORKSPACE } from './check.ts';

export function checkBlankTitle({ candidate }: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, { candidateId, title }] of candidate.subtasks.entries()) {
    if (!isBlank(title)) continue;
    raised.push({
      code: 'blank_title',
      message: `The title of ${quote(candidateId)} is blank.`,
      raisedBy: WORKSPACE,
      path: at(position, 'title'),
      candidateIds: [candidateId],
    });
  }
  return raised;
}
