/**
 * A judgement as one bounded answer. It tries from full detail downwards until the JSON fits, and says what it left out:
 * first long texts and covered items go, then issues beyond the heaviest, last the patch that holds every repair.
 */
import { sha256 } from '../../kit/json.ts';
import { cut } from '../../kit/text.ts';
import { formatInstant } from '../workspace/time.ts';
import type { Candidate } from './candidate.ts';
import { type Raised, visible } from './checks/check.ts';
import { issueCodes } from './codes.ts';
import { coverageOf } from './coverage.ts';
import type {
  Capacity,
  CoverageItem,
  Evaluation,
  Issue,
  IssueCount,
  Repair,
  RepairAll,
  Schedule,
  Vote,
} from './evaluation.ts';
import { identity, isError, type Judgement } from './judge.ts';
import { capacityOf, scheduleOf } from './outlook.ts';
import { applyDrafts } from './repairs/draft.ts';
import { type Guard, patchBetween } from './repairs/patch.ts';
import type { Offer } from './repairs/repairs.ts';
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

const details: readonly Detail[] = [
  full,
  { ...full, text: 180, reasons: 3, coverage: 40 },
  { ...full, text: 140, reasons: 1, coverage: 20, votes: 40, guard: 'lean' },
  { ...full, issues: 30, text: 140, reasons: 0, coverage: 10, votes: 30, days: 7, guard: 'lean' },
  { ...full, issues: 22, text: 140, reasons: 0, coverage: 5, votes: 20, days: 7, guard: 'lean' },
  { ...full, issues: 15, text: 120, reasons: 0, coverage: 5, votes: 16, days: 7, guard: 'lean' },
  { ...full, issues: 12, text: 120, reasons: 0, coverage: 5, votes: 16, days: 3, guard: 'one' },
  { ...full, issues: 12, text: 120, reasons: 0, coverage: 0, votes: 12, days: 3, guard: 'lean', repairAll: false },
  { ...full, issues: 8, text: 100, reasons: 0, coverage: 0, votes: 12, days: 3, guard: 'one', repairAll: false },
  { ...full, issues: 4, text: 100, reasons: 0, coverage: 0, votes: 8, days: 3, scheduled: 6, guard: 'one', repairAll: false },
  { ...full, issues: 1, ids: 2, text: 80, reasons: 0, coverage: 0, votes: 4, days: 1, scheduled: 0, guard: 'one', repairAll: false },
];

/** `limit` in characters of JSON; the least detailed answer is given even when it is longer. */
export function answerWithin(verdict: Verdict, limit: number): Evaluation {
  const whole = gather(verdict);
  let answer = answerAt(whole, full);
  for (const detail of details.slice(1)) {
    if (JSON.stringify(answer).length <= limit) break;
    answer = answerAt(whole, detail);
  }
  return answer;
}

/** What every detail shares, made once. */
interface Whole extends Verdict {
  /** In the order in which they are let go of: the last ones first. */
  readonly picked: readonly Raised[];
  readonly ids: ReadonlyMap<Raised, string>;
  readonly votes: readonly Ballot[];
  readonly coverage: readonly CoverageItem[];
  readonly schedule: Schedule;
  readonly capacity: Capacity;
  /** From the submitted candidate to another; most details share their guard. */
  readonly patchTo: (after: Candidate, guard: Guard) => Repair['patch'];
}

function gather(verdict: Verdict): Whole {
  const { judgement } = verdict;
  const { facts, raised, readable } = judgement;
  const picked = pick(raised, full.issues);
  const patches = new Map<string, Map<Candidate, Repair['patch']>>();
  return {
    ...verdict,
    picked,
    ids: issueIds(picked),
    votes: readable ? ballots(facts, raised) : [],
    coverage: coverageOf(facts),
    schedule: scheduleOf(judgement),
    capacity: capacityOf(judgement),
  };
}

function answerAt(whole: Whole, detail: Detail): Evaluation {
  const { judgement, digest, votes, coverage, schedule, capacity } = whole;
  const { facts, raised } = judgement;
  const picked = new Set(whole.picked.slice(0, detail.issues));
  const shown = raised.filter((one) => picked.has(one));
  const repairs = repairsFor(whole, shown, detail.guard);
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

/**
 * The issues to show when there are too many: errors before warnings, and of each the first of every code before the
 * second of any, so that twenty of one kind hide no other kind.
 */
function pick(raised: readonly Raised[], most: number): readonly Raised[] {
  const seen = new Map<string, number>();
  const turns = raised.map((one) => {
    const turn = seen.get(one.code) ?? 0;
    seen.set(one.code, turn + 1);
    return { one, turn: isError(one) ? turn : turn + raised.length };
  });
  return turns
    .sort((one, other) => one.turn - other.turn)
    .slice(0, most)
    .map(({ one }) => one);
}

/** Ids come from what an issue is about, so that the same issue has the same id wherever its subtask is listed. */
function issueIds(shown: readonly Raised[]): ReadonlyMap<Raised, string> {
  const used = new Map<string, number>();
  const ids = new Map<Raised, string>();
  for (const raised of shown) {
    const id = `i-${sha256(identity(raised)).slice(0, 10)}`;
    const times = (used.get(id) ?? 0) + 1;
    used.set(id, times);
    // Subtasks that share a candidateId can share an issue, too.
    ids.set(raised, times === 1 ? id : `${id}-${times}`);
  }
  return ids;
}

function repairsFor({ offers, ids, judgement }: Whole, shown: readonly Raised[], guard: Guard): readonly Repair[] {
  const { candidate } = judgement.facts;
  const repairs: Repair[] = [];
  for (const { draft, settled } of offers) {
    const issueIds = settled.filter((raised) => shown.includes(raised)).map((raised) => ids.get(raised) as string);
    if (issueIds.length === 0) continue;
    repairs.push({
      id: `r-${(ids.get(settled[0] as Raised) ?? (issueIds[0] as string)).slice(2)}`,
      issueIds,
      summary: draft.summary,
      patch: patchBetween(candidate, applyDrafts(candidate, [draft]), guard),
    });
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

function repairAllOf({ judgement, repaired }: Verdict, detail: Detail): RepairAll {
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
  return { patch: patchBetween(judgement.facts.candidate, repaired, detail.guard), reason: null };
}

function countByCode(raised: readonly Raised[]): readonly IssueCount[] {
  const counts = new Map<string, number>();
  for (const { code } of raised) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count }));
}

function shortened(text: string, length: number): string {
  return cut(visible(text), length);
}
