/** A plan for a task of the example, valid and broken, made from what the surface itself says. */
import type { Candidate, Subtask } from '../../src/core/plan/candidate.ts';
import type { TaskStatus } from '../../src/core/workspace/task.ts';
import { planFor } from '../app/callers.ts';
import { given, type Surface, type Value } from './surface.ts';

export interface Prepared {
  readonly taskId: string;
  readonly sidekickIds: readonly string[];
  readonly plan: Candidate;
}

/** Read, find the task, match, consult all who match. */
export async function prepare(surface: Surface, words: string, status?: TaskStatus): Promise<Prepared> {
  const { version } = await given(surface, 'get_workspace_state', {});
  const { tasks } = (await given(surface, 'search_tasks', { text: words, ...(status && { status }) })) as {
    tasks: readonly Value[];
  };
  const { id: taskId, alias } = tasks[0] as { id: string; alias: string };
  const { matches } = (await given(surface, 'match_sidekicks_to_task', { taskId: alias })) as {
    matches: readonly { readonly sidekickId: string }[];
  };
  const consulted: Value[] = [];
  for (const { sidekickId } of matches)
    consulted.push(await given(surface, 'consult_sidekick', { taskId, sidekickId }));
  const plan = planFor(taskId, version as number, consulted as never);
  return { taskId, sidekickIds: matches.map(({ sidekickId }) => sidekickId), plan };
}

/** Everything wrong that must come with a repair. */
export function broken(plan: Candidate): Candidate {
  const [first, second] = plan.subtasks as [Subtask, Subtask];
  const { dueAt = '' } = first;
  return {
    ...plan,
    subtasks: [
      // Waits for the second, which waits for it; and for itself, and for nobody.
      { ...first, dependencyCandidateIds: ['b', 'a', 'nobody'] },
      { ...second, status: 'done', plannedStart: dueAt, estimatedDurationMinutes: 600 },
      { ...first, title: ' \u200b', dependencyCandidateIds: [], checklistCoverageIds: [] },
    ],
  };
}

export const brokenCodes = [
  'bad_status',
  'blank_title',
  'dependency_cycle',
  'due_before_end',
  'duplicate_candidate_id',
  'self_dependency',
  'unknown_dependency',
];
