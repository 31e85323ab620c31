/** A task that an agent planned, a person approved and the commit made: what a candidate can hold, the plan itself says. */
import { approve, ok, type Staged } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import type { Scene } from './scene.ts';

/** The longest description that a candidate may have. A longer one is the person's own edit of the task. */
const PLANNED = 300;

interface Wanted {
  readonly title: string;
  readonly description: string;
  readonly checklist: readonly string[];
}

export async function approvedTask(
  scene: Pick<Scene, 'desk' | 'agent'>,
  { title, description, checklist }: Wanted,
): Promise<{ readonly id: string }> {
  const desk = scene.desk();
  const agent = scene.agent();
  const parent = ok(await desk.call('create_task' as never, { title: 'Shelf A' } as never)) as { id: string };
  const { version } = ok(await agent.call('get_workspace_state', {})) as unknown as { version: number };
  const plan = plainPlan({ parentTaskId: parent.id, version, subtasks: 1, mark: 'A' });
  const fits = description.length <= PLANNED;
  const subtasks = plan.subtasks.map((planned) => ({ ...planned, title, ...(fits && { description }) }));
  const staged = ok(await agent.call('stage_task_plan', { ...plan, subtasks } as never)) as unknown as Staged;
  ok(await approve(desk, staged));
  const receipt = ok(await agent.call('commit_task_plan', { proposalId: staged.proposalId })) as unknown as {
    tasks: { taskId: string }[];
  };
  const id = receipt.tasks[0]?.taskId ?? '';
  const items = checklist.map((text, index) => ({ id: `own-${index}`, text, done: false }));
  const edit = { taskId: id, checklist: items, ...(!fits && { description }) };
  ok(await desk.call('edit_task' as never, edit as never));
  return { id };
}
