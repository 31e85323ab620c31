/** What the commit of a plan made, beside what was approved. */
import { fieldsFrom } from '../../core/proposal/commit.ts';
import type { EntityMap } from '../../core/state/entity.ts';
import type { Change, EventPayload } from '../../core/state/event.ts';
import type { Task, TaskOrigin } from '../../core/workspace/task.ts';
import { canonicalJson } from '../../kit/json.ts';
import { counted } from '../../kit/text.ts';
import type { Findings } from './findings.ts';

type Known = <K extends 'revision' | 'proposal'>(kind: K, id: string) => EntityMap[K] | undefined;

/** Whether it makes a planned task of a revision that `is` takes by its id. */
export function plannedIn({ kind, was, set }: Change, is: (revisionId: string) => boolean): boolean {
  const origin = kind === 'task' && was === null ? set.origin : undefined;
  return origin?.from === 'plan' && is(`${origin.proposalId}.${origin.revision}`);
}

/** What a commit made is what the approved revision says: every subtask of it, field by field, under its parent. */
export function checkCreated({ changes }: EventPayload, get: Known, findings: Findings): void {
  const made = changes.flatMap(({ kind, was, set }) => (kind === 'task' && was === null ? (set as Task) : []));
  const planned = made.filter(({ origin }) => origin?.from === 'plan');
  for (const task of planned) {
    const { proposalId, revision: number, candidateId } = task.origin as Planned;
    const plan = get('revision', `${proposalId}.${number}`)?.candidate;
    const subtask = plan?.subtasks.find((one) => one.candidateId === candidateId);
    const approved = subtask && {
      ...fieldsFrom(subtask),
      parentId: get('proposal', proposalId)?.parentTaskId,
      dependsOn: subtask.dependencyCandidateIds.map((id) => idOf(planned, id)),
    };
    const differing = approved ? differingFields(task, approved) : ['everything'];
    if (differing.length > 0)
      findings.report('plan', `task:${task.id}`, `its ${differing.join(', ')} are not what was approved`);
  }
  checkWhole(planned, get, findings);
}

/** All subtasks or none. */
function checkWhole(planned: readonly Task[], get: Known, findings: Findings): void {
  const origin = planned[0]?.origin as Planned | undefined;
  const plan = origin && get('revision', `${origin.proposalId}.${origin.revision}`)?.candidate;
  const missing = plan?.subtasks.filter(({ candidateId }) => idOf(planned, candidateId) === undefined) ?? [];
  if (origin && missing.length > 0)
    findings.report(
      'plan',
      `proposal:${origin.proposalId}`,
      `its commit left out ${counted(missing.length, 'subtask')}`,
    );
}

type Planned = Extract<TaskOrigin, { from: 'plan' }>;

function idOf(planned: readonly Task[], candidateId: string): string | undefined {
  return planned.find(({ origin }) => (origin as Planned).candidateId === candidateId)?.id;
}

function differingFields(task: Task, approved: object): string[] {
  return Object.entries(approved)
    .filter(([field, value]) => canonicalJson(value ?? null) !== canonicalJson(task[field as keyof Task] ?? null))
    .map(([field]) => field);
}
