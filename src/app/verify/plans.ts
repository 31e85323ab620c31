/** Every planned task: from its candidate in an approved revision, over the receipt, to the task, and back. */
import { planDigest } from '../../core/plan/digest.ts';
import type { Proposal, Receipt } from '../../core/plan/proposal.ts';
import type { Task, TaskOrigin } from '../../core/workspace/task.ts';
import type { Findings } from './findings.ts';
import type { Stored } from './stored.ts';

type Planned = Extract<TaskOrigin, { from: 'plan' }>;

export function checkPlans(stored: Stored, findings: Findings): void {
  const digests = new Map<string, string>();
  for (const task of stored.all('task')) {
    findings.guarded('plan', `task:${task.id}`, () => {
      if (task.origin.from !== 'plan') return;
      findings.counts.plannedTasks += 1;
      const fault = faultOfOrigin(stored, task, task.origin, digests);
      if (fault !== null) findings.report('plan', `task:${task.id}`, fault);
    });
  }
  for (const proposal of stored.all('proposal')) {
    findings.guarded('plan', `proposal:${proposal.id}`, () => {
      if (proposal.receipt) checkReceipt(stored, proposal, proposal.receipt, findings);
    });
  }
}

function faultOfOrigin(stored: Stored, task: Task, origin: Planned, digests: Map<string, string>): string | null {
  const { proposalId, revision: number, digest, candidateId } = origin;
  const proposal = stored.get('proposal', proposalId);
  if (!proposal?.receipt) return `its proposal ${proposalId} was never committed`;
  const { receipt } = proposal;
  if (receipt.revision !== number || receipt.digest !== digest) return 'the receipt is of another revision';
  if (!receipt.tasks.some((one) => one.taskId === task.id && one.candidateId === candidateId)) {
    return 'the receipt does not list it';
  }
  const revision = stored.get('revision', `${proposalId}.${number}`);
  if (!revision) return `revision ${number} of its proposal does not exist`;
  // One digest for a plan, not one for each of its tasks.
  const computed = digests.get(revision.id) ?? planDigest(stored.workspaceId, revision.candidate);
  digests.set(revision.id, computed);
  if (computed !== digest) return 'its digest is not the one of the revision as it is stored';
  if (!revision.candidate.subtasks.some((one) => one.candidateId === candidateId)) {
    return `the revision holds no candidate ${candidateId}`;
  }
  return faultOfApproval(stored, proposal, origin);
}

function faultOfApproval(stored: Stored, { receipt }: Proposal, origin: Planned): string | null {
  const approval = stored.get('approval', receipt?.approvalId ?? '');
  if (!approval) return 'no approval stands behind it';
  const isOfIt =
    approval.proposalId === origin.proposalId &&
    approval.revision === origin.revision &&
    approval.digest === origin.digest;
  if (!isOfIt) return 'the approval behind it is of something else';
  return approval.usedAt === null ? 'the approval behind it was never used' : null;
}

function checkReceipt(stored: Stored, proposal: Proposal, receipt: Receipt, findings: Findings): void {
  for (const { taskId, candidateId } of receipt.tasks) {
    const origin = stored.get('task', taskId)?.origin;
    const isItsOwn = origin?.from === 'plan' && origin.proposalId === proposal.id && origin.candidateId === candidateId;
    if (!isItsOwn)
      findings.report('plan', `task:${taskId}`, `the receipt of ${proposal.id} names it, but it is not of that plan`);
  }
}
