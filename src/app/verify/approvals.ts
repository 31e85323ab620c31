/** Every approval: that a person's desk key signed exactly this decision about exactly these bytes. */
import type { Key } from '../../core/access/access.ts';
import { nonceTime } from '../../core/access/signing.ts';
import { type Approval, lapsesAt } from '../../core/approval/approval.ts';
import { planDigest } from '../../core/plan/digest.ts';
import { hashOfShown } from '../../core/proposal/staleness.ts';
import type { Change } from '../../core/state/event.ts';
import { formatInstant, MINUTE_MS } from '../../core/workspace/time.ts';
import type { Findings } from './findings.ts';
import type { Moment } from './replay.ts';
import { faultOfSignature } from './signature.ts';
import type { Stored } from './stored.ts';

/** What can be told at any time, of the rows alone. */
export function checkApprovals(stored: Stored, findings: Findings): void {
  /** Nonce -> the approval that it was signed for. A nonce is single use: the second one is a copy of the first. */
  const signed = new Map<string, string>();
  for (const approval of stored.all('approval')) {
    findings.counts.approvals += 1;
    findings.guarded('approval', `approval:${approval.id}`, () => {
      checkApproval(stored, approval, findings);
      const other = signed.get(approval.signed.nonce);
      if (other) findings.report('approval', `approval:${approval.id}`, `it is signed by the request of ${other}`);
      else signed.set(approval.signed.nonce, approval.id);
    });
  }
}

function checkApproval(stored: Stored, approval: Approval, findings: Findings): void {
  const report = (message: string) => findings.report('approval', `approval:${approval.id}`, message);
  const key = stored.get('key', approval.keyId);
  const fault = key ? faultOfDecision(approval, key) : `its key ${approval.keyId} is not known`;
  if (fault !== null) report(fault);
  const revision = stored.get('revision', `${approval.proposalId}.${approval.revision}`);
  if (!revision) report(`revision ${approval.revision} of ${approval.proposalId} does not exist`);
  else if (planDigest(stored.workspaceId, revision.candidate) !== approval.digest) {
    report(`its digest is not the one of revision ${approval.revision} as it is stored`);
  }
}

function faultOfDecision(approval: Approval, key: Key): string | null {
  const { signed } = approval;
  if (signed.keyId !== approval.keyId) return 'it names another key than the one that signed';
  if (key.personId !== approval.personId) return 'its key belongs to another person';
  if (key.origin !== 'desk') return 'its key is not one of the desk';
  const fault = faultOfSignature(key, signed);
  if (fault !== null) return fault;
  if (signed.method !== 'POST' || pathOf(signed.target) !== APPROVE) return 'what was signed is not an approval';
  const body = parsed(signed.body);
  const isNamed =
    body.proposalId === approval.proposalId &&
    body.revision === approval.revision &&
    body.digest === approval.digest &&
    body.notes === approval.notes;
  if (!isNamed) return 'the signed body does not name this proposal, revision, digest and notes';
  // The first ones did not carry it.
  if (body.shown !== undefined && body.shown !== hashOfShown(approval))
    return 'the signed body does not name the task and playbooks that it says were shown';
  return approval.level === 'attended' ? null : `a signature of the desk's key gives it no level ${approval.level}`;
}

/** A signature under another request, a rejection for example, is no approval. */
const APPROVE = '/api/approve_proposal';

function pathOf(target: string): string | null {
  return URL.canParse(target) ? new URL(target).pathname : null;
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

type ChangeOfApproval = Extract<Change, { readonly kind: 'approval' }>;

/** What can be told only at its moment: keys are revoked later, epochs change, revisions follow. */
export function checkApprovalsThen(moment: Moment, changes: readonly Change[], findings: Findings): void {
  for (const change of changes) {
    if (change.kind !== 'approval') continue;
    if (change.was === null) checkGiven(change.set as Approval, moment, findings);
    else checkChanged(change, moment, findings);
  }
}

function checkGiven(approval: Approval, moment: Moment, findings: Findings): void {
  const { state, header, unknown } = moment;
  const report = (message: string) => findings.report('approval', `approval:${approval.id}`, message);
  const key = state.tables.key.get(approval.keyId);
  if (
    header.author.kind !== 'desk' ||
    header.author.keyId !== approval.keyId ||
    header.author.id !== approval.personId
  ) {
    report('its event was not written by the person and key that it names');
  }
  if (!unknown.has(`key:${approval.keyId}`)) {
    if (!key) report('its key was not enrolled when it was given');
    else if (key.revokedAt !== null) report('its key was revoked when it was given');
  }
  checkTimes(approval, moment, report);
  const isEpochKnown = !unknown.has(`workspace:${state.workspace.id}`);
  if (isEpochKnown && approval.signed.epoch !== state.workspace.epoch) report('it was signed in another epoch');
  if (unknown.has(`proposal:${approval.proposalId}`)) return;
  const proposal = state.tables.proposal.get(approval.proposalId);
  if (proposal?.revision !== approval.revision || proposal.digest !== approval.digest) {
    report('it is not of the revision that was the newest then');
  }
}

/** A signed request is carried out within the two minutes of its nonce; five more for a clock that was corrected. */
const NEAR_MS = 7 * MINUTE_MS;

function checkTimes(approval: Approval, { header, before }: Moment, report: (message: string) => void): void {
  const asked = nonceTime(approval.signed.nonce);
  const at = Date.parse(approval.at);
  if (asked === null) report('the nonce that was signed names no time');
  else if (Math.abs(at - asked) > NEAR_MS && !isHeldBack(at, asked, before)) {
    report(`it says that it was given at ${approval.at}, and was signed at ${formatInstant(asked)}`);
  }
  if (approval.at !== header.at) report('it was not given when its event was written');
  if (Date.parse(approval.expiresAt) !== lapsesAt(approval)) report('it does not lapse after seven days');
}

/** The log's time stood still there, because an event before was written under a clock that was ahead. */
function isHeldBack(at: number, asked: number, before: string): boolean {
  return at > asked && Date.parse(before) === at;
}

/** An approval is used once or voided once, and nothing else of it ever changes. */
function checkChanged(change: ChangeOfApproval, { header, state }: Moment, findings: Findings): void {
  const report = (message: string) => findings.report('approval', `approval:${change.id}`, message);
  const approval = state.tables.approval.get(change.id);
  if (!approval) return;
  const { usedAt, voidedAt } = change.was ?? {};
  const others = Object.keys(change.set).filter((field) => field !== 'usedAt' && field !== 'voidedAt');
  if (others.length > 0) report(`event ${header.seq} changed its ${others.join(', ')}`);
  const cameBack = (was: string | null | undefined) => typeof was === 'string';
  if (cameBack(usedAt)) report(`event ${header.seq} changed when it was used`);
  if (cameBack(voidedAt) && change.set.voidedAt === null) report(`event ${header.seq} made it count again`);
  if (typeof change.set.usedAt !== 'string') return;
  if (approval.voidedAt !== null) report(`event ${header.seq} used it, though it was void`);
  // Where the log's time stood still, the log does not tell.
  const isTold = Date.parse(approval.at) < Date.parse(approval.expiresAt);
  if (isTold && Date.parse(header.at) >= Date.parse(approval.expiresAt)) {
    report(`event ${header.seq} used it, though it had lapsed`);
  }
}
