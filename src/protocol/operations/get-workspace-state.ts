import { operation } from '../operation.ts';
import { answer, count, described, flag, list, nullable, oneOf, string } from '../schema.ts';
import { proposalBrief, taskBrief } from '../shapes.ts';

const playbook = answer(
  {
    sidekickId: string('Sidekick id.'),
    name: string('Name.'),
    summary: string('What it is for.'),
    mandatory: flag('True: where it applies it must be consulted.'),
  },
  ['sidekickId', 'name', 'summary', 'mandatory'],
);

const commitment = answer(
  {
    id: string('Commitment id.'),
    title: string('Title.'),
    kind: oneOf(['fixed', 'flexible'], 'Fixed blocks its hours; flexible takes capacity.'),
    start: string('Start.'),
    end: string('End.'),
  },
  ['id', 'title', 'kind', 'start', 'end'],
);

const deadline = answer(
  {
    taskId: string('Task id.'),
    alias: string('Alias.'),
    title: string('Title.'),
    due: string('Due instant or date.'),
    state: oneOf(['met', 'at-risk', 'missed'], 'State.'),
  },
  ['taskId', 'alias', 'title', 'due', 'state'],
);

const totals = answer(
  {
    tasks: count('Live tasks.'),
    open: count('Not done.'),
    inProgress: count('In progress.'),
    blocked: count('Blocked.'),
    done: count('Done.'),
    deadlines: count('Open tasks with a due.'),
    atRisk: count('Deadlines at risk.'),
    missed: count('Deadlines missed.'),
    playbooks: count('Enabled sidekicks.'),
    commitments: count('Coming commitments.'),
    proposals: count('Open proposals.'),
  },
  [
    'tasks',
    'open',
    'inProgress',
    'blocked',
    'done',
    'deadlines',
    'atRisk',
    'missed',
    'playbooks',
    'commitments',
    'proposals',
  ],
);

export const getWorkspaceState = operation({
  name: 'get_workspace_state',
  title: 'Workspace overview',
  description:
    'Read the current workspace: tasks, deadlines, playbooks, commitments, open proposals, version and time. Use it ' +
    'first, and again after a version_conflict; for one task in full use get_task, to find tasks use search_tasks. ' +
    'Changes nothing. The most relevant entries come first and totals count all of them; what did not fit is named ' +
    'in howToGetTheRest. Fails only when the caller may not read.',
  kind: 'answer',
  tool: true,
  who: ['agent', 'visitor', 'terminal', 'workspace', 'desk'],
  idempotent: true,
  input: { type: 'object', properties: {}, required: [], additionalProperties: false },
  output: answer(
    {
      workspaceId: string('Workspace id.'),
      name: string('Workspace name.'),
      version: count('Give this as expectedWorkspaceVersion.'),
      now: string('Current minute.'),
      timeZone: string('IANA time zone.'),
      workingHours: { type: 'object', description: 'Spans per weekday, local time.' },
      example: flag('True: this is the seeded example.'),
      totals: described(totals, 'How many there are, shown here or not.'),
      tasks: list(taskBrief, 'Most relevant first.'),
      deadlines: list(deadline, 'Nearest first.'),
      playbooks: list(playbook, 'Enabled sidekicks.'),
      commitments: list(commitment, 'Next first.'),
      proposal: nullable(described(proposalBrief, 'The newest open one.')),
      proposals: list(proposalBrief, 'All open ones, newest first.'),
      howToGetTheRest: string('Empty when nothing was cut.'),
    },
    [
      'workspaceId',
      'name',
      'version',
      'now',
      'timeZone',
      'workingHours',
      'example',
      'totals',
      'tasks',
      'deadlines',
      'playbooks',
      'commitments',
      'proposal',
      'proposals',
      'howToGetTheRest',
    ],
  ),
});
