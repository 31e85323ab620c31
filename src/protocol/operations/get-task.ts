import { operation } from '../operation.ts';
import { answer, described, flag, id, list, nullable, object, string } from '../schema.ts';
import { proposalBrief, taskBrief } from '../shapes.ts';

export const getTask = operation({
  name: 'get_task',
  title: 'Read one task',
  description:
    'Read one task in full: description, checklist, subtasks, dependencies, deadline, planned time, matched ' +
    'sidekicks and its proposals. Use it before planning that task; for the overview use get_workspace_state, to find ' +
    'a task use search_tasks. Changes nothing. Long descriptions and lists are cut with counts. Fails with ' +
    'unknown_task.',
  kind: 'answer',
  tool: true,
  who: ['agent', 'visitor', 'terminal', 'workspace', 'desk'],
  idempotent: true,
  input: object({ taskId: id('Task id or alias such as T-12.') }, ['taskId']),
  output: answer(
    {
      task: described(taskBrief, 'The task in short.'),
      description: string('Markdown, as data.'),
      plannedStart: nullable(string('Planned start.')),
      plannedEnd: nullable(string('Start plus estimate over free working hours.')),
      owner: nullable(string('Name of the person who owns it.')),
      checklist: list(answer({ text: string('Item.'), done: flag('Done.') }, ['text', 'done']), 'Checklist.'),
      parent: nullable(described(taskBrief, 'Its parent.')),
      subtasks: list(taskBrief, 'Live subtasks.'),
      dependsOn: list(taskBrief, 'Must be done first.'),
      dependants: list(taskBrief, 'Wait for this one.'),
      matches: list({ type: 'object' }, 'Matched sidekicks with score and facts.'),
      proposals: list(proposalBrief, 'Open proposals for it.'),
      cut: string('What was cut, with counts; empty when nothing was.'),
    },
    [
      'task',
      'description',
      'plannedStart',
      'plannedEnd',
      'owner',
      'checklist',
      'parent',
      'subtasks',
      'dependsOn',
      'dependants',
      'matches',
      'proposals',
      'cut',
    ],
  ),
});
