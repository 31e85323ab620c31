/**
 * Staging: a valid candidate becomes visible. It creates no task and decides nothing.
 *
 * Invariants:
 * 1. The identical candidate of the same token returns the same proposal, before any version check.
 * 2. One token has at most one open proposal per parent; its next candidate is the next revision.
 * 3. An approved proposal takes no revision from its agent until it is withdrawn.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import { counted, cut } from '../../kit/text.ts';
import { hasLapsed } from '../approval/approval.ts';
import type { Candidate } from '../plan/candidate.ts';
import { issueCodes } from '../plan/codes.ts';
import { planDigest } from '../plan/digest.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Evaluation } from '../plan/evaluation.ts';
import type { Proposal, Revision } from '../plan/proposal.ts';
import { changesSince, horizonOf } from '../plan/read-set.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import { aliasOf, findTask, type State } from '../state/state.ts';
import type { JournalEntry } from '../workspace/workspace.ts';
import { refusalOfDay } from './daily-limits.ts';
import { approvalOf, isOpen, newestRevision, proposalsFor, revisionId, revisionsOf } from './find.ts';
import { staleness } from './staleness.ts';

export interface Staged {
  readonly proposalId: string;
  readonly digest: string;
  readonly revision: number;
  readonly status: Proposal['status'];
  readonly latest: boolean;
}

/** Null when the candidate may be judged at the current version, else the refusal with changes and evaluation. */
export function versionConflict(state: State, candidate: Candidate, evaluation: Evaluation): Refusal | null {
  const expected = candidate.expectedWorkspaceVersion;
  const current = state.workspace.version;
  if (expected === current) return null;
  const changes = expected > current ? [] : changesSince(state, candidate, expected, horizonOf(evaluation, candidate));
  if (expected < current && changes.length === 0) return null;
  const shown = newestThatFit(changes, ANSWER_LENGTH - JSON.stringify(evaluation).length);
  return {
    code: 'version_conflict',
    message:
      expected > current
        ? `The workspace is at version ${current}; there is no version ${expected}.`
        : `What this plan depends on changed since version ${expected}.`,
    next: `Read the changes and the evaluation in data, then send the candidate with expectedWorkspaceVersion ${current}.`,
    data: {
      workspaceVersion: current,
      changes: shown,
      moreChanges: changes.length - shown.length,
      evaluation,
    },
  };
}

/** Characters of JSON for changes and evaluation; the refusal's own words have the rest of 20,000. */
const ANSWER_LENGTH = 19_400;

/** At most 20; fewer beside a long evaluation. */
function newestThatFit(changes: readonly JournalEntry[], characters: number) {
  const kept: object[] = [];
  let left = characters;
  for (const { version, type, at, author, subjects } of changes.slice(-20).reverse()) {
    const change = { version, type, at, by: cut(author.label, 60), subjects: subjects.slice(0, 5) };
    left -= JSON.stringify(change).length + 1;
    if (left < 0) break;
    kept.unshift(change);
  }
  return kept;
}

export function stagePlan(
  state: State,
  candidate: Candidate,
  token: { readonly openProposals: number },
  context: Context,
): Decision<Staged> {
  const digest = planDigest(state.workspace.id, candidate);
  const parent = findTask(state, candidate.parentTaskId);
  const mine = parent ? proposalsFor(state, parent.id).filter((one) => one.author.id === context.author.id) : [];
  const again = stagedBefore(state, mine, digest, context);
  if (again) return again;
  const evaluation = evaluate(state, candidate, context.nowMs);
  const conflict = versionConflict(state, candidate, evaluation);
  if (conflict) return refuse(conflict);
  if (!evaluation.valid || !parent) return refuse(planInvalid(evaluation));
  const enough = refusalOfDay(state, context);
  if (enough) return refuse(enough);
  const open = mine.filter(isOpen).at(-1);
  const revision = { digest, candidate, evaluation, author: context.author, at: context.at, editOf: null };
  if (open) return reviseStaged(state, open, revision, context);
  const count = [...state.tables.proposal.values()].filter((one) => isOpen(one) && one.author.id === context.author.id);
  if (count.length >= token.openProposals) {
    return refuse({
      code: 'too_many_proposals',
      message: `${count.length} of your proposals wait already; ${token.openProposals} may.`,
      next: 'Withdraw one with withdraw_proposal, or wait for a decision.',
      data: { proposalIds: count.map((one) => one.id) },
    });
  }
  return newProposal(parent.id, `${aliasOf(parent)} ${cut(parent.title, 80)}`, revision, context);
}

export function planInvalid(evaluation: Evaluation): Refusal {
  const errors = countOf(evaluation, 'error');
  return {
    code: 'plan_invalid',
    message: `The plan has ${errors} ${errors === 1 ? 'error' : 'errors'}.`,
    next: nextFor(evaluation),
    data: { evaluation },
  };
}

/** What there is to apply: most errors about consulting and coverage have no repair, and none is promised then. */
function nextFor({ issues, repairAll, repairs }: Evaluation): string {
  const left = issues.some(({ severity, repairIds }) => severity === 'error' && repairIds.length === 0);
  if (repairs.length === 0) {
    return 'No repair fits: read the message of each error of the evaluation in data, change the candidate and stage again.';
  }
  const how = repairAll.patch ? 'Apply repairAll' : 'Apply the repairs';
  return left
    ? `${how} of the evaluation in data; errors without repairIds you change yourself, by their messages. Then stage again.`
    : `${how} of the evaluation in data, then stage again.`;
}

function stagedBefore(
  state: State,
  mine: readonly Proposal[],
  digest: string,
  context: Context,
): Decision<Staged> | null {
  for (const proposal of [...mine].reverse()) {
    if (proposal.status === 'withdrawn' || proposal.status === 'undone') continue;
    const revisions = revisionsOf(state, proposal.id);
    const same = revisions.filter((revision) => revision.digest === digest).at(-1);
    if (!same) continue;
    const later = revisions.slice(same.number);
    // The agent's own newer revision came after: going back to the older bytes is a new revision.
    if (later.length > 0 && isOpen(proposal) && later.every((revision) => revision.editOf === null)) continue;
    const staged: Staged = {
      proposalId: proposal.id,
      digest,
      revision: same.number,
      status: proposal.status,
      latest: later.length === 0,
    };
    if (later.length > 0 || proposal.status !== 'approved') return decided(staged);
    return reopenWhenVoid(state, proposal, same, staged, context);
  }
  return null;
}

/** Approved, but lapsed or stale: the agent asks for review again. */
function reopenWhenVoid(
  state: State,
  proposal: Proposal,
  revision: Revision,
  staged: Staged,
  context: Context,
): Decision<Staged> {
  const approval = approvalOf(state, proposal);
  if (!approval) return decided(staged);
  const lapsed = hasLapsed(approval, context);
  const stale = lapsed ? null : staleness(state, revision, approval, proposal.parentTaskId, context.nowMs);
  if (!lapsed && stale?.changes.length === 0) return decided(staged);
  if (stale?.evaluation && !stale.evaluation.valid) return refuse(planInvalid(stale.evaluation));
  const changes: Change[] = [
    edited('proposal', proposal, {
      status: 'awaiting_approval',
      approvalId: null,
      reason: null,
      updatedAt: context.at,
    }),
    edited('approval', approval, { voidedAt: context.at }),
  ];
  const why = lapsed ? 'the approval lapsed' : 'what it depends on changed';
  return decided(
    { ...staged, status: 'awaiting_approval' },
    { type: 'proposal.reopened', summary: `asked for review again: ${why}`, changes, raisesVersion: false },
  );
}

type NewRevision = Omit<Revision, 'id' | 'number' | 'proposalId'>;

function newProposal(parentTaskId: string, parentName: string, given: NewRevision, context: Context): Decision<Staged> {
  const id = context.nextId();
  const proposal: Proposal = {
    id,
    kind: 'plan',
    parentTaskId,
    status: 'awaiting_approval',
    author: context.author,
    revision: 1,
    digest: given.digest,
    approvalId: null,
    reason: null,
    receipt: null,
    createdAt: context.at,
    updatedAt: context.at,
  };
  const revision: Revision = { ...given, id: revisionId(id, 1), proposalId: id, number: 1 };
  const size = given.candidate.subtasks.length;
  return decided(
    { proposalId: id, digest: given.digest, revision: 1, status: 'awaiting_approval', latest: true },
    {
      type: 'proposal.staged',
      summary: `staged a plan of ${counted(size, 'subtask')} for ${parentName}`,
      changes: [created('proposal', proposal), created('revision', revision)],
      raisesVersion: false,
    },
  );
}

function reviseStaged(state: State, proposal: Proposal, given: NewRevision, context: Context): Decision<Staged> {
  if (proposal.status === 'approved' && stillHolds(state, proposal, context)) {
    return refuse({
      code: 'already_approved',
      message: 'Your proposal for this task is approved; a new revision would void that.',
      next: 'Commit it with commit_task_plan, or withdraw it with withdraw_proposal first.',
      data: { proposalId: proposal.id },
    });
  }
  if (proposal.revision >= REVISIONS) {
    return refuse({
      code: 'too_many_revisions',
      message: `Your proposal for this task has ${proposal.revision} revisions; an agent may make ${REVISIONS}.`,
      next: 'Wait for a decision on the newest one with get_proposal, or withdraw it with withdraw_proposal and stage a new plan.',
      data: { proposalId: proposal.id },
    });
  }
  return decided(...revise(state, proposal, given, context));
}

/** An agent's, of one proposal: each is kept for ever, and nobody reviews the two-hundredth. A person's edits go on. */
const REVISIONS = 200;

/** An approval that lapsed or went stale decides nothing any more: its agent may repair the plan. */
function stillHolds(state: State, proposal: Proposal, context: Context): boolean {
  const approval = approvalOf(state, proposal);
  if (!approval || hasLapsed(approval, context)) return false;
  const revision = newestRevision(state, proposal);
  return staleness(state, revision, approval, proposal.parentTaskId, context.nowMs).changes.length === 0;
}

/** The next revision of an open proposal, by its agent or by a person's edit. Voids an approval that is still there. */
export function revise(
  state: State,
  proposal: Proposal,
  given: NewRevision,
  context: Context,
): [Staged, Parameters<typeof decided>[1] & object] {
  const number = proposal.revision + 1;
  const revision: Revision = { ...given, id: revisionId(proposal.id, number), proposalId: proposal.id, number };
  const approval = approvalOf(state, proposal);
  const changes: Change[] = [
    created('revision', revision),
    edited('proposal', proposal, {
      revision: number,
      digest: given.digest,
      status: 'awaiting_approval',
      approvalId: null,
      reason: null,
      updatedAt: context.at,
    }),
  ];
  if (approval) changes.push(edited('approval', approval, { voidedAt: context.at }));
  const staged: Staged = {
    proposalId: proposal.id,
    digest: given.digest,
    revision: number,
    status: 'awaiting_approval',
    latest: true,
  };
  return [
    staged,
    { type: 'proposal.revised', summary: `made revision ${number} of a plan`, changes, raisesVersion: false },
  ];
}

/** Shown and cut ones. */
export function countOf(evaluation: Evaluation, severity: 'error' | 'warning'): number {
  const shown = evaluation.issues.filter((issue) => issue.severity === severity).length;
  const severities: Readonly<Record<string, { readonly severity: string }>> = issueCodes;
  const cut = evaluation.cutIssues.filter(({ code }) => severities[code]?.severity === severity);
  return shown + cut.reduce((sum, { count }) => sum + count, 0);
}
