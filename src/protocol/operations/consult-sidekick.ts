import { operation } from '../operation.ts';
import { answer, flag, id, list, object, oneOf, string } from '../schema.ts';

export const consultSidekick = operation({
  name: 'consult_sidekick',
  title: 'Consult a matched specialist',
  description:
    'Read the playbook of one sidekick matched to a task: questions filled with the facts of the task, constraints, ' +
    'permitted recommendation types and checklist items with ids. Use it after match_sidekicks_to_task; to check a ' +
    'plan against the rules use evaluate_task_plan. Changes nothing and records nothing: name it yourself in ' +
    'consultedSidekickIds. Fails with not_matched when match_sidekicks_to_task did not select it for this task.',
  kind: 'answer',
  tool: true,
  who: ['agent', 'visitor', 'terminal'],
  idempotent: true,
  input: object(
    { taskId: id('Task id or alias such as T-12.'), sidekickId: id('A sidekick id from match_sidekicks_to_task.') },
    ['taskId', 'sidekickId'],
  ),
  output: answer(
    {
      taskId: string('Task id.'),
      sidekickId: string('Sidekick id.'),
      name: string('Name.'),
      summary: string('What it is for.'),
      guidance: string('The playbook prose, cut to fit.'),
      questions: list(
        answer({ id: string('Id.'), text: string('Question.') }, ['id', 'text']),
        'Answer them in your plan.',
      ),
      constraints: list(
        answer(
          {
            id: string('Rule id, as votes name it.'),
            text: string('In words.'),
            rule: { type: 'object', description: 'The rule that is checked.' },
            onFail: oneOf(['block', 'concern'], 'What a failure means.'),
          },
          ['id', 'text', 'rule', 'onFail'],
        ),
        'What the plan is checked for.',
      ),
      recommendationTypes: list(string('Type.'), 'Permitted values of recommendationType.'),
      checklist: list(
        answer(
          {
            id: string('Put this into checklistCoverageIds.'),
            text: string('Item.'),
            required: flag('Must be covered.'),
          },
          ['id', 'text', 'required'],
        ),
        'Checklist items.',
      ),
    },
    [
      'taskId',
      'sidekickId',
      'name',
      'summary',
      'guidance',
      'questions',
      'constraints',
      'recommendationTypes',
      'checklist',
    ],
  ),
});
