/** The entities of the sample life. */
import type { Key, Person } from '../../core/access/access.ts';
import type { Author } from '../../core/access/author.ts';
import type { Candidate } from '../../core/plan/candidate.ts';
import { planDigest } from '../../core/plan/digest.ts';
import type { Evaluation } from '../../core/plan/evaluation.ts';
import { candidateOf, taskOf } from '../../core/plan/fixture/world.ts';
import type { Proposal, Revision } from '../../core/plan/proposal.ts';
import type { Task } from '../../core/workspace/task.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { sha256 } from '../../kit/json.ts';

export const workspaceId = 'w-1';
export const at = '2026-05-04T09:00:00.000Z';
export const agent: Author = { kind: 'agent', id: 'token-1', label: 'claude', via: 'mcp-stdio' };

export const workspace: Workspace = {
  id: workspaceId,
  name: 'Launch week',
  version: 0,
  seq: 0,
  head: '',
  epoch: 'epoch-1',
  calendar: { zone: 'Europe/Zurich', hours: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } },
  ownerId: null,
  hadPerson: false,
  example: false,
  recoveredAt: null,
  createdAt: at,
};

export const ann: Person = { id: 'ann', name: 'Ann', role: 'owner', createdAt: at };

export function keyOf(spki: Buffer): Key {
  const publicKey = spki.toString('base64url');
  return {
    id: sha256(spki),
    personId: ann.id,
    origin: 'desk',
    publicKey,
    label: 'Firefox',
    createdAt: at,
    revokedAt: null,
  };
}

export function task(id: string, number: number, fields: Partial<Task> = {}): Task {
  return taskOf({ id, number, rank: number, createdAt: at, updatedAt: at, ...fields });
}

export const candidate: Candidate = {
  ...candidateOf({ candidateId: 'c-1' }, { candidateId: 'c-2' }),
  expectedWorkspaceVersion: 1,
  parentTaskId: 'launch',
  rationale: 'Two steps.',
};
export const digest = planDigest(workspaceId, candidate);

export const revision: Revision = {
  id: 'p-1.1',
  proposalId: 'p-1',
  number: 1,
  digest,
  candidate,
  // Kept as a whole; verify reads nothing of it.
  evaluation: { digest, valid: true } as Evaluation,
  author: agent,
  at,
  editOf: null,
};

export const proposal: Proposal = {
  id: 'p-1',
  kind: 'plan',
  parentTaskId: 'launch',
  status: 'awaiting_approval',
  author: agent,
  revision: 1,
  digest,
  approvalId: null,
  reason: null,
  receipt: null,
  createdAt: at,
  updatedAt: at,
};
