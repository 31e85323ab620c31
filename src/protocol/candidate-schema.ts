/** The given input of `evaluate_task_plan` and `stage_task_plan`: keywords that validate are exactly the given ones. */
import { priorities, taskStatuses } from '../core/workspace/task.ts';
import { id, object, text } from './schema.ts';

function ids(description: string, item: string) {
  return { type: 'array', maxItems: 20, uniqueItems: true, items: id(item), description } as const;
}

const subtask = object(
  {
    candidateId: id('Your own id for this subtask, unique within the candidate. Other subtasks refer to it.'),
    title: text(120, 'What gets done, as a short instruction. Must not be blank.'),
    description: text(300, 'What done looks like. May be empty.'),
    status: {
      type: 'string',
      enum: taskStatuses,
      description: 'Use backlog or today; the other two are refused, since nothing has been started.',
    },
    priority: { type: 'string', enum: priorities, description: 'How much it matters among its siblings.' },
    tags: {
      type: 'array',
      maxItems: 20,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 48, description: 'One tag.' },
      description: 'Labels. Playbook rules may look for them.',
    },
    estimatedDurationMinutes: {
      type: 'integer',
      minimum: 1,
      maximum: 10080,
      description: 'Working minutes. Leave out when unknown: it is then counted as unknown, not as zero.',
    },
    plannedStart: {
      type: 'string',
      format: 'date-time',
      description: 'RFC 3339 instant with T and offset, for example 2026-03-02T09:00:00Z.',
    },
    dueAt: { type: 'string', format: 'date-time', description: 'RFC 3339 instant by which it must be done.' },
    dependencyCandidateIds: ids('Subtasks that must be done first.', 'A candidateId of this candidate.'),
    assignedSidekickIds: ids('Sidekicks whose advice this subtask follows.', 'A sidekick id.'),
    checklistCoverageIds: ids(
      'Checklist items that this subtask covers.',
      'A checklist item id from consult_sidekick.',
    ),
    recommendationType: text(48, 'One of the types that an assigned sidekick permits.'),
  },
  [
    'candidateId',
    'title',
    'description',
    'status',
    'priority',
    'tags',
    'dependencyCandidateIds',
    'assignedSidekickIds',
    'checklistCoverageIds',
  ],
);

export const candidateSchema = object(
  {
    expectedWorkspaceVersion: {
      type: 'integer',
      minimum: 0,
      description: 'The version that get_workspace_state gave when you planned.',
    },
    parentTaskId: id('The task that the plan is for: its id or alias such as T-12.'),
    consultedSidekickIds: ids(
      'Sidekicks that you consulted with consult_sidekick. Shown as your claim.',
      'A sidekick id.',
    ),
    subtasks: {
      type: 'array',
      maxItems: 20,
      items: subtask,
      description: 'The whole plan, 20 subtasks at most. It replaces what you submitted before.',
    },
    rationale: text(500, 'Why this plan, in your words. People see it labelled as the words of an agent.'),
  },
  ['expectedWorkspaceVersion', 'parentTaskId', 'consultedSidekickIds', 'subtasks', 'rationale'],
);
