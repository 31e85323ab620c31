/** All repairs: each for itself, and all of them as one candidate. */
import type { Candidate } from '../candidate.ts';
import type { Raised } from '../checks/check.ts';
import { type Facts, prepareOver } from '../facts.ts';
import { mendClaims } from './claims.ts';
import { mendCycles } from './cycles.ts';
import { mendDependencies } from './dependencies.ts';
import { applyDrafts, type Draft, type Mend } from './draft.ts';
import { mendDuplicateIds } from './duplicate-ids.ts';
import { mendStatuses } from './statuses.ts';
import { mendTimes } from './times.ts';
import { mendTitles } from './titles.ts';

const mends: readonly Mend[] = [
  mendDuplicateIds,
  mendDependencies,
  mendCycles,
  mendTitles,
  mendStatuses,
  mendTimes,
  mendClaims,
];

/**
 * In this order each stage sees the candidate that the one before left: first who is who, then who waits for whom, then
 * when, because times are repaired along the repaired dependencies.
 */
const stages: readonly (readonly Mend[])[] = [
  [mendDuplicateIds],
  [mendDependencies, mendCycles, mendTitles, mendStatuses],
  [mendTimes],
  [mendClaims],
];

/** Repairs settle in one round; a second one finds nothing. More would mean that two undo each other. */
const ROUNDS = 4;

export interface Offer {
  readonly draft: Draft;
  /** The issues it settles, at least one. */
  readonly settled: readonly Raised[];
}

export function offerRepairs(facts: Facts, raised: readonly Raised[]): readonly Offer[] {
  return mends
    .flatMap((mend) => mend(facts))
    .map((draft) => ({ draft, settled: raised.filter(draft.settles) }))
    .filter(({ settled }) => settled.length > 0);
}

/** The candidate with every repair made; the same object when there is none; null when they do not settle. */
export function repairEverything(facts: Facts): Candidate | null {
  let current = facts;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = current.candidate;
    for (const stage of stages) {
      const repaired = applyDrafts(
        current.candidate,
        stage.flatMap((mend) => mend(current)),
      );
      if (repaired !== current.candidate) current = prepareOver(facts, repaired);
    }
    if (current.candidate === before) return before;
  }
  return null;
}
