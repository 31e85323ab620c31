/** What is there of a plan, held against what was told of it. */
import type { Approval } from '../../src/core/approval/approval.ts';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import type { Proposal, Receipt } from '../../src/core/plan/proposal.ts';
import type { Task } from '../../src/core/workspace/task.ts';
import { type Live, type Plan, worded } from './course.ts';
import type { World } from './world.ts';

export interface Rows {
  readonly tasks: readonly Task[];
  readonly proposals: ReadonlyMap<string, Proposal>;
  readonly approvals: readonly Approval[];
}

export async function rowsOf({ store, workspaceId }: World): Promise<Rows> {
  const { entities } = await store.load(workspaceId, 1);
  const of = <T>(wanted: string) => entities.filter(({ kind }) => kind === wanted).map(({ entity }) => entity as T);
  return {
    tasks: of<Task>('task'),
    proposals: new Map(of<Proposal>('proposal').map((one) => [one.id, one])),
    approvals: of<Approval>('approval'),
  };
}

/** What is wrong with one plan, or null. */
export async function faultOf(
  { world, told, parentId }: Pick<Live, 'world' | 'parentId'> & { readonly told: ReadonlyMap<string, string> },
  plan: Plan,
  rows: Rows,
): Promise<string | null> {
  const { store, workspaceId } = world;
  const { tasks, proposals, approvals } = rows;
  const { proposalId, candidate } = plan;
  const made = tasks.filter(({ origin }) => origin.from === 'plan' && origin.proposalId === proposalId);
  const receipt = proposals.get(proposalId)?.receipt ?? null;
  const log = await store.events(workspaceId, { subject: `proposal:${proposalId}`, limit: 500 });
  const commits = log.filter(({ header }) => header.type === 'proposal.committed').length;
  const used = approvals.filter((one) => one.proposalId === proposalId && one.usedAt !== null).length;
  const count = receipt ? 1 : 0;
  if (told.has(proposalId) && !receipt) return 'a commit was acknowledged, and there is no receipt';
  if (commits !== count) return `${commits} commits in the log, ${count} receipts`;
  if (used !== count) return `${used} approvals used, ${count} receipts`;
  if (!receipt) return made.length === 0 ? null : `${made.length} tasks without a receipt`;
  const stored = worded({ receipt, tasks: receipt.tasks });
  if ((told.get(proposalId) ?? stored) !== stored) return 'the receipt is not the one that was told';
  return faultOfTasks(made, receipt, candidate, parentId);
}

function faultOfTasks(made: readonly Task[], { tasks }: Receipt, { subtasks }: Candidate, parentId: string) {
  if (made.length !== subtasks.length) return `${made.length} tasks of ${subtasks.length}`;
  const named = new Map(tasks.map(({ candidateId, taskId }) => [candidateId, taskId]));
  for (const { candidateId, title, dependencyCandidateIds } of subtasks) {
    const task = made.find(({ id }) => id === named.get(candidateId));
    if (!task || task.title !== title || task.parentId !== parentId) return `${candidateId} is not the task it became`;
    const expected = dependencyCandidateIds.map((id) => named.get(id)).sort();
    if ([...task.dependsOn].sort().join() !== expected.join()) return `${candidateId} waits for others`;
  }
  return null;
}
