/** A call that waits up to 50 seconds ends with the credential that made it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient } from '../../client/client.ts';
import { openRig, type Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(async () => {
  await rig.close();
  expect(rig.faults).toEqual([]);
});

/** The smallest plan for the first task of the example. */
async function stageOne(secret: string): Promise<string> {
  const client = createClient({ baseUrl: rig.urls.workspace, credential: { kind: 'bearer', token: secret } });
  const subtask = {
    candidateId: 'one',
    title: 'Take everything off the shelf',
    description: 'The shelf is empty.',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    dependencyCandidateIds: [],
    assignedSidekickIds: [],
    checklistCoverageIds: [],
  } as const;
  const candidate = {
    expectedWorkspaceVersion: rig.app.state().workspace.version,
    parentTaskId: 'T-7',
    consultedSidekickIds: [],
    rationale: 'Because.',
    subtasks: [subtask],
  };
  const evaluated = await client.call('evaluate_task_plan', candidate);
  const coverage = evaluated.ok ? evaluated.value.coverage : [];
  const checklistCoverageIds = coverage.filter(({ required }) => required).map(({ itemId }) => itemId);
  const staged = await client.call('stage_task_plan', {
    ...candidate,
    subtasks: [{ ...subtask, checklistCoverageIds }],
  });
  if (!staged.ok) throw new Error(JSON.stringify(staged.refusal));
  return staged.value.proposalId;
}

it('a token that is revoked ends the call that waits with it', async () => {
  const agent = await rig.token('agent');
  const desk = rig.desk(await rig.pair());
  const proposalId = await stageOne(agent);
  const access = await desk.call('read_access', {});
  const tokenId = access.ok ? (access.value.tokens.find(({ kind }) => kind === 'agent')?.id ?? '') : '';
  const began = performance.now();
  const waiting = fetch(`${rig.urls.workspace}/api/get_proposal`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agent}` },
    body: JSON.stringify({ proposalId, waitSeconds: 50 }),
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await desk.call('revoke_token', { tokenId })).ok).toBe(true);
  const answer = await waiting;
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { code: 'unauthenticated' } });
  expect(performance.now() - began).toBeLessThan(10_000);
}, 60_000);
