import { operation } from '../operation.ts';
import { answer, flag, id, list, object, string } from '../schema.ts';

const match = answer(
  {
    sidekickId: string('Sidekick id.'),
    name: string('Name.'),
    score: { type: 'number', description: 'Sum of the weights that matched.' },
    mandatory: flag('True: it must be consulted.'),
    facts: list(string('Fact.'), 'What matched.'),
  },
  ['sidekickId', 'name', 'score', 'mandatory', 'facts'],
);

const voting = answer(
  {
    sidekickId: string('Sidekick id.'),
    requiredItemIds: list(
      string('Checklist item id.'),
      'What a plan must cover. evaluate_task_plan says what each is.',
    ),
  },
  ['sidekickId', 'requiredItemIds'],
);

export const matchSidekicksToTask = operation({
  name: 'match_sidekicks_to_task',
  title: 'Match specialists to a task',
  description:
    'Select up to three enabled specialist playbooks that apply to one task, each with a score and the facts that ' +
    'matched. Use it before planning a task; to read a matched playbook use consult_sidekick. Records the match on ' +
    'the task, where people see it; the version stays. Deterministic, no model. Returns an empty list with the reason ' +
    'when none applies. Fails with unknown_task.',
  kind: 'act',
  tool: true,
  who: ['agent', 'visitor', 'terminal'],
  idempotent: true,
  input: object({ taskId: id('Task id or alias such as T-12.') }, ['taskId']),
  output: answer(
    {
      taskId: string('Task id.'),
      alias: string('Alias.'),
      matches: list(match, 'At most three, best first; mandatory ones take the places first.'),
      alsoVoting: list(voting, 'Those that apply without a place: they vote too, so cover their required items.'),
      reason: string('Why these, or why none.'),
    },
    ['taskId', 'alias', 'matches', 'alsoVoting', 'reason'],
  ),
});
