/** Runs the checks over the facts. The result does not depend on the order in which subtasks are listed. */
import { compareText } from '../../kit/compare.ts';
import type { Candidate } from './candidate.ts';
import { type Load, weigh } from './capacity.ts';
import { checkText } from './checks/bad-text.ts';
import type { Raised } from './checks/check.ts';
import { type Check, checks } from './checks/checks.ts';
import { type IssueCode, issueCodes } from './codes.ts';
import { type Facts, prepareOver } from './facts.ts';
import { type Layout, layOut } from './schedule.ts';

export interface Judgement {
  readonly facts: Facts;
  readonly layout: Layout;
  readonly load: Load;
  /** Errors first, then by code in the order of the list, sidekick, subtasks. */
  readonly raised: readonly Raised[];
  /** False when the text could not be judged: then `raised` holds nothing but `bad_text`. */
  readonly readable: boolean;
}

const places = new Map(Object.keys(issueCodes).map((code, place) => [code as IssueCode, place]));

export function isError(raised: Raised): boolean {
  return issueCodes[raised.code].severity === 'error';
}

export function judge(facts: Facts, run: readonly Check[] = checks): Judgement {
  const broken = checkText(facts.candidate);
  const judged = broken.length === 0 ? facts : prepareOver(facts, emptied(facts.candidate));
  const outlook = { layout: layOut(judged), load: weigh(judged) };
  const raised = broken.length > 0 ? broken : run.flatMap((check) => check(judged, outlook));
  return { facts: judged, ...outlook, raised: sorted(raised), readable: broken.length === 0 };
}

/** Broken text must not come back in any answer. */
function emptied(candidate: Candidate): Candidate {
  return { ...candidate, parentTaskId: '', consultedSidekickIds: [], subtasks: [], rationale: '' };
}

/** By everything but the path: that is the one part of an issue that follows the order of the list. */
function sorted(raised: readonly Raised[]): readonly Raised[] {
  const keyed = raised.map((one) => ({ one, weight: weightOf(one), about: identity(one) }));
  keyed.sort((a, b) => a.weight - b.weight || compareText(a.about, b.about));
  return keyed.map(({ one }) => one);
}

function weightOf(raised: Raised): number {
  return (isError(raised) ? 0 : places.size) + (places.get(raised.code) ?? 0);
}

/** What an issue is about, whatever its place: the source of its id. */
export function identity({ code, raisedBy, candidateIds, key = '' }: Raised): string {
  return JSON.stringify([code, raisedBy, candidateIds, key]);
}
