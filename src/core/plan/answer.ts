/**
 * A judgement as one bounded answer: in the fullest detail whose JSON fits, with counts of what was left out. First long
 * texts and covered items go, then issues beyond the heaviest, last the patch that holds every repair.
 */
import { cut } from '../../kit/text.ts';
import { formatInstant } from '../workspace/time.ts';
import type { Candidate } from './candidate.ts';
import { type Raised, visible } from './checks/check.ts';
import { issueCodes } from './codes.ts';
import { coverageOf } from './coverage.ts';
import type { Capacity, CoverageItem, Evaluation, Issue, Repair, RepairAll, Schedule, Vote } from './evaluation.ts';
import { isError, type Judgement } from './judge.ts';
import { capacityOf, scheduleOf } from './outlook.ts';
import { applyDrafts } from './repairs/draft.ts';
import { type Guard, patcher } from './repairs/patch.ts';
import type { Offer } from './repairs/repairs.ts';
import { countByCode, issueIds, pick } from './shown.ts';
import { type Ballot, ballots } from './votes.ts';

/** Characters of JSON. Below 20,000, so that a refusal that carries an evaluation has room for its own words. */
export const EVALUATION_LENGTH = 19_000;

export interface Verdict {
  readonly judgement: Judgement;
  readonly digest: string;
  readonly offers: readonly Offer[];
  /** The candidate with every repair made; null = they do not settle. */
  readonly repaired: Candidate | null;
}

interface Detail {
  readonly issues: number;
  /** Candidate ids per issue. */
  readonly ids: number;
  /** Characters per message. */
  readonly text: number;
  readonly votes: number;
  readonly reasons: number;
  readonly coverage: number;
  readonly scheduled: number;
  readonly days: number;
  readonly guard: Guard;
  readonly repairAll: boolean;
}

const full: Detail = {
  issues: 40,
  ids: 20,
  text: 240,
  votes: 60,
  reasons: 10,
  coverage: 100,
  scheduled: 20,
  days: 14,
  guard: 'full',
  repairAll: true,
};

const terse: Detail = {
  ...full,
  text: 120,
  reasons: 0,
  coverage: 0,
  votes: 12,
  days: 3,
  guard: 'one',
  repairAll: false,
};

const details: readonly Detail[] = [
  full,
  { ...full, text: 180, reasons: 3, coverage: 40 },
  { ...full, text: 140, reasons: 1, coverage: 20, votes: 40, guard: 'lean' },
  { ...full, issues: 30, text: 140, reasons: 0, coverage: 10, votes: 30, days: 7, guard: 'lean' },
  { ...full, issues: 22, text: 140, reasons: 0, coverage: 5, votes: 20, days: 7, guard: 'lean' },
  { ...full, issues: 15, text: 120, reasons: 0, coverage: 5, votes: 16, days: 7, guard: 'lean' },
  { ...terse, issues: 12, coverage: 5, repairAll: true },
  { ...terse, issues: 12, guard: 'lean' },
  { ...terse, issues: 8 },
  { ...terse, issues: 4, votes: 8, scheduled: 6 },
  { ...terse, issues: 1, ids: 2, text: 80, votes: 4, scheduled: 0, days: 1 },
];

/**
 * `limit` in characters of JSON. Halves its way to the first detail that fits, because each try writes the whole answer;
 * the least detailed one is given even when it is longer.
 */
export function answerWithin(verdict: Verdict, limit: number): Evaluation {
  const whole = gather(verdict);
  const fits = (answer: Evaluation) => JSON.stringify(answer).length <= limit;
  let best = answerAt(whole, full);
  if (fits(best)) return best;
  let low = 1;
  let high = details.length - 1;
  best = answerAt(whole, details[high] as Detail);
  while (low < high) {
    const middle = (low + high) >> 1;
    const answer = answerAt(whole, details[middle] as Detail);
    if (fits(answer)) {
      best = answer;
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return best;
}

/** What every detail shares, made once. */
interface Whole extends Verdict {
  /** The issues that may be shown, the last to be let go of first. */
  readonly picked: readonly Raised[];
  readonly ids: ReadonlyMap<Raised, string>;
  readonly repairs: readonly (Offer & { readonly after: Candidate })[];
  readonly votes: readonly Ballot[];
  readonly coverage: readonly CoverageItem[];
  readonly schedule: Schedule;
  readonly capacity: Capacity;
  readonly patchTo: (after: Candidate, guard: Guard) => Repair['patch'];
}

function gather(verdict: Verdict): Whole {
  const { facts, raised, readable } = verdict.judgement;
  const picked = pick(raised, full.issues);
  return {
    ...verdict,
    picked,
    ids: issueIds(picked),
    repairs: verdict.offers.map((offer) => ({ ...offer, after: applyDrafts(facts.candidate, [offer.draft]) })),
    votes: readable ? ballots(facts, raised) : [],
    coverage: coverageOf(facts),
    schedule: scheduleOf(verdict.judgement),
    capacity: capacityOf(verdict.judgement),
    patchTo: patcher(facts.candidate),
  };
}

function answerAt(whole: Whole, detail: Detail): Evaluation {
  const { judgement, digest, votes, coverage, schedule, capacity } = whole;
  const { facts, raised } = judgement;
  const picked = new Set(whole.picked.slice(0, detail.issues));
  const shown = raised.filter((one) => picked.has(one));
  const repairs = repairsFor(whole, picked, detail.guard);
  return {
    workspaceVersion: facts.state.workspace.version,
    now: formatInstant(facts.now),
    digest,
    valid: !raised.some(isError),
    votes: votes.slice(0, detail.votes).map((ballot) => voteOf(ballot, detail)),
    issues: shown.map((one) => issueOf(one, whole.ids.get(one) as string, repairs, detail)),
    cutIssues: countByCode(raised.filter((one) => !picked.has(one))),
    repairs,
    repairAll: repairAllOf(whole, detail),
    coverage: coverage.slice(0, detail.coverage).map((item) => ({ ...item, text: shortened(item.text, detail.text) })),
    schedule: {
      ...schedule,
      subtasks: schedule.subtasks.slice(0, detail.scheduled),
      criticalPath: schedule.criticalPath.slice(0, detail.scheduled),
    },
    capacity: { ...capacity, overfullDays: capacity.overfullDays.slice(0, detail.days) },
    omitted: {
      votes: Math.max(0, votes.length - detail.votes),
      reasons: votes.reduce((sum, ballot) => sum + Math.max(0, ballot.raised.length - detail.reasons), 0),
      coverage: Math.max(0, coverage.length - detail.coverage),
      scheduled: Math.max(0, schedule.subtasks.length - detail.scheduled),
    },
  };
}

function repairsFor(whole: Whole, shown: ReadonlySet<Raised>, guard: Guard): readonly Repair[] {
  const repairs: Repair[] = [];
  for (const { draft, settled, after } of whole.repairs) {
    const issueIds = settled.flatMap((raised) => (shown.has(raised) ? (whole.ids.get(raised) ?? []) : []));
    const [first] = issueIds;
    if (first === undefined) continue;
    // One repair settles an issue, so the issue's own id tells repairs apart.
    repairs.push({ id: `r${first.slice(1)}`, issueIds, summary: draft.summary, patch: whole.patchTo(after, guard) });
  }
  return repairs;
}

function issueOf(raised: Raised, id: string, repairs: readonly Repair[], detail: Detail): Issue {
  return {
    id,
    severity: issueCodes[raised.code].severity,
    code: raised.code,
    message: shortened(raised.message, detail.text),
    raisedBy: raised.raisedBy,
    path: raised.path,
    candidateIds: raised.candidateIds.slice(0, detail.ids),
    repairIds: repairs.filter(({ issueIds }) => issueIds.includes(id)).map((repair) => repair.id),
  };
}

function voteOf({ sidekickId, vote, raised }: Ballot, detail: Detail): Vote {
  const reasons = raised.slice(0, detail.reasons).map(({ ruleId, code, message, candidateIds }) => ({
    ruleId: ruleId ?? code,
    text: shortened(message, detail.text),
    candidateIds: candidateIds.slice(0, detail.ids),
  }));
  return { sidekickId, vote, reasons };
}

function repairAllOf({ repaired, patchTo }: Whole, detail: Detail): RepairAll {
  if (repaired === null) {
    return {
      patch: null,
      reason: 'The repairs do not settle together: apply one, evaluate again, and go on from there.',
    };
  }
  if (!detail.repairAll) {
    return {
      patch: null,
      reason: 'One patch would not fit into this answer: apply the repairs shown and evaluate again.',
    };
  }
  return { patch: patchTo(repaired, detail.guard), reason: null };
}

function shortened(text: string, length: number): string {
  return cut(visible(text), length);
}
