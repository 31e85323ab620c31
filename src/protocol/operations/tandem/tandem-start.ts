import { operation } from '../../operation.ts';
import { cutShape, facts, openQuestion, runBrief, settingsShape } from '../../run-shapes.ts';
import { answer, flag, list, nullable, string } from '../../schema.ts';
import { tandemStartSchema } from '../../tandem-start-schema.ts';

/** What a started run answers; `tandem_continue` and `delegate_task` answer the same. */
export const startedAnswer = answer(
  {
    run: nullable(runBrief),
    task_id: nullable(string('The run; null in a preflight.')),
    conversation_id: nullable(string('Its conversation; null in a preflight.')),
    status: nullable(string('Where it stands.')),
    repeated: flag('True: this is the run of an identical start.'),
    ignored: list(string('JSON Pointer.'), 'Keys that nothing reads; they were not stored.'),
    settings: nullable(settingsShape),
    unresolved_refs: list(facts('One.'), 'Check references that lead nowhere.'),
    remarks: list(
      facts('One.'),
      'What a task or a later turn holds and its contract does not, by code and message. Those of a preflight stand in it.',
    ),
    questions: list(openQuestion, 'Open questions.'),
    preflight: nullable(facts('What would be admitted; null when it was started.')),
    next: string('What to do now.'),
    cut: cutShape,
  },
  [
    'run',
    'task_id',
    'conversation_id',
    'status',
    'repeated',
    'ignored',
    'settings',
    'unresolved_refs',
    'remarks',
    'questions',
    'preflight',
    'next',
    'cut',
  ],
);

export const tandemStart = operation({
  name: 'tandem_start',
  title: 'Start a delegated run',
  description:
    'Start a run by an independent AI peer from a prompt or a contract. Use it for work outside a workspace task; for a task use delegate_task, for a further turn tandem_continue. Creates a run that a person sees; without their grant it waits as waiting_grant. Returns at once; an identical start returns the first run. preflight reports what would be admitted and starts nothing. Fails with cwd_outside_roots, unknown_agent, invalid_contract or wrong_set_revision.',

  kind: 'act',
  tool: true,
  who: ['agent'],
  idempotent: true,
  input: tandemStartSchema,
  output: startedAnswer,
});
