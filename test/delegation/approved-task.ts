/** A task that an agent planned, a person approved and the commit made. */
import { ok } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import type { Scene } from './scene.ts';

export async function approvedTask(
  scene: Pick<Scene, 'desk' | 'agent'>,
  wanted: { readonly title: string; readonly description: string; readonly checklist: readonly string[] },
): Promise<{ readonly id: string }> {
  const desk = scene.desk();
  const agent = scene.agent();
  const parent = ok(await desk.call('create_task' as never, { title: 'Shelf A' } as never)) as {
    id: string;
  };
  const { version } = ok(await agent.call('get_workspace_state', {})) as unknown as { version: number };
  const candidate = plainPlan({ parentTaskId: parent.id, version, subtasks: 1, mark: 'A' });
  const staged = ok(await agent.call('stage_task_plan', candidate as never)) as unknown as {
    proposalId: string;
    revision: number;
    digest: string;
  };
  const { shown } = ok(await desk.call('read_proposal', { proposalId: staged.proposalId })) as unknown as {
    shown: string;
  };
  ok(
    await desk.call('approve_proposal', {
      proposalId: staged.proposalId,
      revision: staged.revision,
      digest: staged.digest,
      notes: '',
      create: false,
      shown,
    } as never),
  );
  const receipt = ok(await agent.call('commit_task_plan', { proposalId: staged.proposalId })) as unknown as {
    tasks: { taskId: string }[];
  };
  const id = receipt.tasks[0]?.taskId ?? '';
  const checklist = wanted.checklist.map((text, index) => ({ id: `own-${index}`, text, done: false }));
  ok(
    await desk.call(
      'edit_task' as never,
      { taskId: id, title: wanted.title, checklist, description: wanted.description } as never,
    ),
  );
  return { id };
}
