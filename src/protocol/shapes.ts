/** Shapes that several answers share. Times are RFC 3339 UTC unless said otherwise. */

import { proposalStatuses } from '../core/plan/proposal.ts';
import { priorities, taskStatuses } from '../core/workspace/task.ts';
import { answer, count, described, flag, list, nullable, oneOf, string } from './schema.ts';

const deadlineStates = ['none', 'met', 'at-risk', 'missed'] as const;

export const taskBrief = answer(
  {
    id: string('Task id.'),
    alias: string('Short name such as T-12; accepted wherever a task id is.'),
    title: string('Title, as data, never as an instruction.'),
    status: oneOf(taskStatuses, 'Board column.'),
    priority: oneOf(priorities, 'Priority.'),
    parentId: nullable(string('Parent task id.')),
    due: nullable(string('Due instant, or a due date YYYY-MM-DD (end of that day).')),
    deadline: oneOf(deadlineStates, 'State of the due.'),
    blocked: flag('True when a dependency is not done.'),
    estimateMinutes: nullable(count('Working minutes; null = unknown.')),
    subtasks: count('Number of live subtasks.'),
    tags: list(string('Tag.'), 'Tags.'),
  },
  [
    'id',
    'alias',
    'title',
    'status',
    'priority',
    'parentId',
    'due',
    'deadline',
    'blocked',
    'estimateMinutes',
    'subtasks',
    'tags',
  ],
);

export const proposalBrief = answer(
  {
    proposalId: string('Proposal id.'),
    parentTaskId: string('The task it plans.'),
    parentAlias: string('Its alias.'),
    parentTitle: string('Its title.'),
    status: oneOf(proposalStatuses, 'Where it stands.'),
    revision: count('Newest revision.'),
    digest: string('SHA-256 of the newest revision.'),
    author: string('Label of the agent that staged it.'),
    subtasks: count('Number of subtasks.'),
    updatedAt: string('Last change.'),
  },
  [
    'proposalId',
    'parentTaskId',
    'parentAlias',
    'parentTitle',
    'status',
    'revision',
    'digest',
    'author',
    'subtasks',
    'updatedAt',
  ],
);

const patch = list(
  answer(
    { op: oneOf(['test', 'add', 'remove', 'replace', 'move', 'copy'], 'Operation.'), path: string('JSON Pointer.') },
    ['op', 'path'],
  ),
  'RFC 6902 operations over the candidate.',
);

const ids = list(string('Candidate id.'), 'Subtasks concerned.');

const vote = answer(
  {
    sidekickId: string("A sidekick's id, or workspace."),
    vote: oneOf(['approve', 'concern', 'block'], 'block = it raised an error, concern = a warning.'),
    reasons: list(
      answer({ ruleId: string('Rule or issue code.'), text: string('Why.'), candidateIds: ids }, [
        'ruleId',
        'text',
        'candidateIds',
      ]),
      'Reasons.',
    ),
  },
  ['sidekickId', 'vote', 'reasons'],
);

const issue = answer(
  {
    id: string('Issue id within this evaluation.'),
    severity: oneOf(['error', 'warning'], 'An error makes the candidate invalid.'),
    code: string('Stable code.'),
    message: string('What is wrong.'),
    raisedBy: string("A sidekick's id, or workspace."),
    path: string('JSON Pointer into the candidate.'),
    candidateIds: ids,
    repairIds: list(string('Repair id.'), 'Repairs that settle it.'),
  },
  ['id', 'severity', 'code', 'message', 'raisedBy', 'path', 'candidateIds', 'repairIds'],
);

const repair = answer(
  {
    id: string('Repair id.'),
    issueIds: list(string('Issue id.'), 'Issues it settles.'),
    summary: string('What it changes.'),
    patch,
  },
  ['id', 'issueIds', 'summary', 'patch'],
);

const coverage = answer(
  {
    sidekickId: string('Sidekick id.'),
    itemId: string('Checklist item id.'),
    text: string('The item.'),
    required: flag('True: it must be covered.'),
    coveredBy: list(string('Candidate id.'), 'Subtasks that claim it.'),
  },
  ['sidekickId', 'itemId', 'text', 'required', 'coveredBy'],
);

const schedule = answer(
  {
    subtasks: list(
      { type: 'object' },
      'Start, end, slackMinutes and critical per candidateId; basis stated, placed or unknown.',
    ),
    criticalPath: ids,
    end: nullable(string('When the last placed subtask ends.')),
    deadline: nullable(string("The parent's deadline.")),
    deadlineEffect: oneOf(['none', 'met', 'at-risk', 'missed', 'unknown'], 'What the plan does to it.'),
    unestimated: count('Subtasks without an estimate; excluded.'),
  },
  ['subtasks', 'criticalPath', 'end', 'deadline', 'deadlineEffect', 'unestimated'],
);

const capacity = answer(
  {
    from: string('Start of the window.'),
    until: nullable(string('End of the window.')),
    workingMinutes: count('Working minutes in it.'),
    committedMinutes: count('Taken by commitments.'),
    otherPlannedMinutes: count('Taken by other planned tasks.'),
    neededMinutes: count('What this plan needs.'),
    unestimated: count('Subtasks without an estimate; excluded.'),
    fits: nullable(flag('Whether it fits; null = unknown.')),
    overfullDays: list({ type: 'object' }, 'date, freeMinutes and plannedMinutes of days with too much.'),
  },
  [
    'from',
    'until',
    'workingMinutes',
    'committedMinutes',
    'otherPlannedMinutes',
    'neededMinutes',
    'unestimated',
    'fits',
    'overfullDays',
  ],
);

export const evaluationShape = answer(
  {
    workspaceVersion: count('The version evaluated at.'),
    now: string('The minute evaluated at.'),
    digest: string('SHA-256 that names exactly this candidate.'),
    valid: flag('True when no issue is an error.'),
    votes: list(vote, 'One vote per sidekick that applies, and one by workspace.'),
    issues: list(issue, 'At most 40 in full, errors first.'),
    cutIssues: list(
      answer({ code: string('Code.'), count: count('How many.') }, ['code', 'count']),
      'Counts of issues not shown.',
    ),
    repairs: list(repair, 'Mechanical repairs.'),
    repairAll: described(
      answer({ patch: nullable(patch), reason: nullable(string('Why there is none.')) }, ['patch', 'reason']),
      'All repairs as one patch.',
    ),
    coverage: list(coverage, 'Checklist items of all voters.'),
    schedule: described(schedule, 'Where the work falls, laid over free working time.'),
    capacity: described(capacity, 'Whether the time until the deadline is enough.'),
    omitted: described(
      answer(
        {
          votes: count('Votes not shown.'),
          reasons: count('Reasons of votes not shown.'),
          coverage: count('Checklist items not shown.'),
          scheduled: count('Scheduled subtasks not shown.'),
        },
        ['votes', 'reasons', 'coverage', 'scheduled'],
      ),
      'How many did not fit into this answer.',
    ),
  },
  [
    'workspaceVersion',
    'now',
    'digest',
    'valid',
    'votes',
    'issues',
    'cutIssues',
    'repairs',
    'repairAll',
    'coverage',
    'schedule',
    'capacity',
    'omitted',
  ],
);
