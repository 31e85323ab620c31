/**
 * The evaluator: one candidate, one state, one minute, one verdict. Pure and deterministic to the byte. It reads; it never
 * stages, records or changes anything.
 *
 * Invariants:
 * 1. Errors come from stated facts alone, never from the heuristic schedule.
 * 2. `valid` and the (code, candidate ids) of all issues do not depend on the order of the subtasks.
 * 3. After `repairAll` no issue that listed a repair remains and a new evaluation offers none.
 * 4. The answer stays under 20,000 characters of JSON for every input that the schema lets through.
 */
import type { State } from '../state/state.ts';
import { wholeMinute } from '../workspace/time.ts';
import { answerWithin, EVALUATION_LENGTH } from './answer.ts';
import type { Candidate } from './candidate.ts';
import { type Check, checks } from './checks/checks.ts';
import { planDigest } from './digest.ts';
import type { Evaluation } from './evaluation.ts';
import { prepare } from './facts.ts';
import { judge } from './judge.ts';
import { offerRepairs, repairEverything } from './repairs/repairs.ts';

/** The parts that the laws exchange for planted bugs, to show that they bite. */
export interface Evaluator {
  readonly checks: readonly Check[];
  readonly offerRepairs: typeof offerRepairs;
  readonly repairEverything: typeof repairEverything;
  /** Characters of JSON. */
  readonly limit: number;
}

export const evaluator: Evaluator = { checks, offerRepairs, repairEverything, limit: EVALUATION_LENGTH };

/**
 * `nowMs` in milliseconds; the whole minute that holds it counts. `limit` in characters of JSON: give less when the answer
 * must share 20,000 with something else.
 */
export function evaluate(state: State, candidate: Candidate, nowMs: number, limit = EVALUATION_LENGTH): Evaluation {
  return evaluateWith({ ...evaluator, limit }, state, candidate, nowMs);
}

export function evaluateWith(parts: Evaluator, state: State, candidate: Candidate, nowMs: number): Evaluation {
  const judgement = judge(prepare(state, candidate, wholeMinute(nowMs)), parts.checks);
  const { facts, raised, readable } = judgement;
  const offers = readable ? parts.offerRepairs(facts, raised) : [];
  const repaired = offers.length > 0 ? parts.repairEverything(facts) : facts.candidate;
  const digest = readable ? planDigest(state.workspace.id, candidate) : '';
  return answerWithin({ judgement, digest, offers, repaired }, parts.limit);
}
