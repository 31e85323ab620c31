/**
 * Undo of a committed plan: a forward change, shown first. Its tasks go to the trash; those edited, done or built upon
 * since stay unless named.
 */
import { refuse } from '../../kit/result.ts';
import type { Receipt } from '../plan/proposal.ts';
import { edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import { aliasOf, childrenOf, journalAfter, type State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { named, subtree } from '../workspace/task-commands.ts';
import { unknownProposal } from './find.ts';

export interface UndoPlan {
  readonly trash: readonly Task[];
  readonly keep: readonly { readonly task: Task; readonly reason: string }[];
}

export function undoPlan(
  state: State,
  proposalId: string,
  also: readonly string[],
  context: Context,
): Decision<UndoPlan> {
  const proposal = state.tables.proposal.get(proposalId);
  if (!proposal) return refuse(unknownProposal);
  if (proposal.status !== 'committed' || !proposal.receipt) {
    return refuse({
      code: 'nothing_to_undo',
      message: 'The plan is not committed, or was undone.',
      next: 'Read the proposal again.',
    });
  }
  const { receipt } = proposal;
  const live = receipt.tasks.flatMap(({ taskId }) => {
    const task = state.tables.task.get(taskId);
    return task && task.trashedAt === null ? [task] : [];
  });
  const plan: { trash: Task[]; keep: { task: Task; reason: string }[] } = { trash: [], keep: [] };
  const reasonToKeep = keeper(state, receipt);
  for (const task of live) {
    const reason = also.includes(task.id) ? null : reasonToKeep(task);
    if (reason === null) plan.trash.push(task);
    else plan.keep.push({ task, reason });
  }
  const all = new Map(plan.trash.flatMap((task) => subtree(state, task)).map((task) => [task.id, task]));
  const names = plan.trash.length === 1 ? named(plan.trash[0] as Task) : `${plan.trash.length} tasks`;
  return decided(
    { ...plan, trash: [...all.values()] },
    {
      type: 'plan.undone',
      summary: `undid a committed plan: ${names} moved to the trash, ${plan.keep.length} kept`,
      changes: [
        ...[...all.values()].map((task) => edited('task', task, { trashedAt: context.at, updatedAt: context.at })),
        edited('proposal', proposal, {
          status: 'undone',
          receipt: { ...receipt, undoneAt: context.at, undoneBy: context.author },
          updatedAt: context.at,
        }),
      ],
      raisesVersion: true,
    },
  );
}

/** Why a task of the plan stays; null = nothing was done with it since the commit. */
function keeper(state: State, { at, version, tasks }: Receipt): (task: Task) => string | null {
  const ours = new Set(tasks.map(({ taskId }) => taskId));
  // By version: an edit in the same second has the same time. Beyond what the journal remembers only the time tells.
  const touched = new Set(journalAfter(state, version).flatMap(({ subjects }) => subjects));
  return (task) => {
    if (task.status === 'done') return 'It is done.';
    if (touched.has(`task:${task.id}`) || task.updatedAt !== at) return 'It was edited since.';
    if (childrenOf(state, task.id).length > 0) return 'It has subtasks.';
    const dependant = [...(state.index.dependantsOf.get(task.id) ?? [])].find((id) => !ours.has(id));
    const other = dependant === undefined ? undefined : state.tables.task.get(dependant);
    return other ? `${aliasOf(other)} depends on it.` : null;
  };
}
