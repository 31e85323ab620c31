/** Who said what a plan says: the agent that staged it, or a person who edited it since. */
import type { Candidate } from '../../core/plan/candidate.ts';
import type { Revision } from '../../core/plan/proposal.ts';

/** The revision since which it holds of every one up to the newest; null when it does not hold of the newest. */
export function standingSince(
  revisions: readonly Revision[],
  holds: (candidate: Candidate) => boolean,
): Revision | null {
  const before = revisions.findLastIndex(({ candidate }) => !holds(candidate));
  return revisions[before + 1] ?? null;
}

/** The person's revision that the rationale comes from; null where it is the agent's own. */
export function rationaleEdit(revisions: readonly Revision[]): Revision | null {
  const words = revisions.at(-1)?.candidate.rationale;
  return byPerson(standingSince(revisions, ({ rationale }) => rationale === words));
}

/** The person's revision that claims that this sidekick was consulted; null where the agent did, or nobody does. */
export function consultedEdit(revisions: readonly Revision[], sidekickId: string): Revision | null {
  return byPerson(standingSince(revisions, ({ consultedSidekickIds }) => consultedSidekickIds.includes(sidekickId)));
}

function byPerson(revision: Revision | null): Revision | null {
  return revision === null || revision.editOf === null ? null : revision;
}
