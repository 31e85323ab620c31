/** One vote for each sidekick that applies, consulted or not, and one by the workspace. */
import type { Raised } from './checks/check.ts';
import { WORKSPACE } from './checks/check.ts';
import type { Vote } from './evaluation.ts';
import type { Facts } from './facts.ts';
import { isError } from './judge.ts';

export interface Ballot {
  readonly sidekickId: string;
  readonly vote: Vote['vote'];
  /** Every issue it raised, errors first. */
  readonly raised: readonly Raised[];
}

/** Blocks first, then concerns, then approvals; by id within each. */
export function ballots({ voters }: Facts, raised: readonly Raised[]): readonly Ballot[] {
  const ids = [...voters.map(({ sidekick }) => sidekick.id), WORKSPACE];
  const found = ids.map((sidekickId) =>
    ballotOf(
      sidekickId,
      raised.filter((one) => one.raisedBy === sidekickId),
    ),
  );
  return found.sort((one, other) => weight(one) - weight(other));
}

function ballotOf(sidekickId: string, raised: readonly Raised[]): Ballot {
  if (raised.some(isError)) return { sidekickId, vote: 'block', raised };
  return { sidekickId, vote: raised.length > 0 ? 'concern' : 'approve', raised };
}

function weight({ vote }: Ballot): number {
  return ['block', 'concern', 'approve'].indexOf(vote);
}
