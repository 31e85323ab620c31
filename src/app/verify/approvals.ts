/** Every approval: that a person's desk key signed exactly this decision about exactly these bytes. */
import type { Key } from '../../core/access/access.ts';
import type { Approval } from '../../core/approval/approval.ts';
import { planDigest } from '../../core/plan/digest.ts';
import type { Findings } from './findings.ts';
import type { Approved } from './replay.ts';
import { faultOfSignature } from './signature.ts';
import type { Stored } from './stored.ts';

/** What can be told at any time, of the rows alone. */
export function checkApprovals(stored: Stored, findings: Findings): void {
  for (const approval of stored.all('approval')) {
    findings.counts.approvals += 1;
    findings.guarded('approval', `approval:${approval.id}`, () => checkApproval(stored, approval, findings));
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
  return isNamed ? null : 'the signed body does not name this proposal, revision, digest and notes';
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

/** What can be told only at its moment: keys are revoked later, epochs change, revisions follow. */
export function checkAtItsMoment({ approval, state, header, unknown }: Approved, findings: Findings): void {
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
  const isEpochKnown = !unknown.has(`workspace:${state.workspace.id}`);
  if (isEpochKnown && approval.signed.epoch !== state.workspace.epoch) report('it was signed in another epoch');
  if (unknown.has(`proposal:${approval.proposalId}`)) return;
  const proposal = state.tables.proposal.get(approval.proposalId);
  if (proposal?.revision !== approval.revision || proposal.digest !== approval.digest) {
    report('it is not of the revision that was the newest then');
  }
}
