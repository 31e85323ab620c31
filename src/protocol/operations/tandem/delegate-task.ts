import { modes } from '../../../core/run/run.ts';
import { operation } from '../../operation.ts';
import { flag, id, integer, object, oneOf, text } from '../../schema.ts';
import { startedAnswer } from './tandem-start.ts';

export const delegateTask = operation({
  name: 'delegate_task',
  title: 'Delegate a task',
  description:
    'Delegate a workspace task to an independent AI peer: builds the contract from the task, its plan, checklist and playbooks, and ties the run to it. Use it for tasks that exist; for other work use tandem_start. Creates a run; with preflight it shows the contract and starts nothing. The task moves to done only by a person. Fails with unknown_task, task_done, root_needed or unknown_agent.',

  kind: 'act',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: object(
    {
      taskId: id('Task id or alias.'),
      agent: text(200, 'Agent id, or agent/model. Default: the one of the root, else the only allowed one.'),
      mode: oneOf(modes, 'Default analyze.'),
      cwd: text(4096, 'Folder inside a root; needed when there are several roots.'),
      preflight: flag('true: show the contract and what would be admitted.'),
      offset: integer(0, 100_000_000, 'Of a preflight: where in a long contract to begin, characters of its JSON.'),
    },
    ['taskId'],
  ),
  output: startedAnswer,
});
