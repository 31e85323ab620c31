import { operation } from '../../operation.ts';
import { cutShape, facts, openQuestion, runBrief, settingsShape } from '../../run-shapes.ts';
import { answer, count, flag, id, integer, list, nullable, object, oneOf, string } from '../../schema.ts';

/** What offset may page. `run`: settings, walls, usage, result, verdict and artifacts. */
export const sections = ['answer', 'contract', 'report', 'coverage', 'checks', 'questions', 'run'] as const;

export const tandemResult = operation({
  name: 'tandem_result',
  title: 'Read a run',
  description:
    'Read one run: status, outcome, report, answer in pages, open questions, artifacts, coverage. Use it after ' +
    'tandem_start; to wait for several runs use tandem_wait. Changes nothing. Waits up to wait_seconds (default 25, ' +
    'clamped to 0 to 50) for the next event; a wait that is over answers all the same. details adds contract, report ' +
    'and diagnostics. What is long comes in pages: the next by section and offset; cut names what had no room. Fails ' +
    'with unknown_run.',
  kind: 'answer',
  tool: true,
  who: ['agent'],
  idempotent: true,
  waits: true,
  input: object(
    {
      task_id: id('The run.'),
      wait_seconds: { type: 'number', description: 'How long to wait; clamped, never refused. Default 25.' },
      cursor: {
        type: 'integer',
        minimum: 0,
        description: 'cursor of the answer before; without it a question that is open already ends the wait.',
      },
      details: flag('Adds contract, report and diagnostics.'),
      section: oneOf(
        sections,
        'What offset pages: the answer (default), a part of details, or questions or run, of which the answer may cut some.',
      ),
      offset: integer(0, 100_000_000, 'Where in it to begin, characters.'),
    },
    ['task_id'],
  ),
  output: answer(
    {
      run: runBrief,
      waited_seconds: { type: 'number', description: 'How long this call waited.' },
      cursor: count('Give it back to wait for what comes after.'),
      summary: nullable(string('The report in a few words, by the worker.')),
      answer: string('A page of the answer.'),
      answer_characters: count('Characters of the whole answer.'),
      next_offset: nullable(count('Where the next page begins; null = the end.')),
      blockers: list(string('What stands in the way.'), 'Of the report.'),
      questions: list(openQuestion, 'Newest last.'),
      artifacts: list(facts('One.'), 'What the run published.'),
      settings: settingsShape,
      held: nullable(facts('Which walls held.')),
      usage: nullable(facts('Tokens, cost, time with their semantics; null = unknown.')),
      coverage: facts('Counts of declared units and gaps; it decides nothing.'),
      result: nullable(facts('Commit and diff of a work run.')),
      verdict: nullable(facts("A person's word on it.")),
      details: nullable(facts('Contract, report, diagnostics.')),
      next: string('What to do now.'),
      cut: cutShape,
    },
    [
      'run',
      'waited_seconds',
      'cursor',
      'summary',
      'answer',
      'answer_characters',
      'next_offset',
      'blockers',
      'questions',
      'artifacts',
      'settings',
      'held',
      'usage',
      'coverage',
      'result',
      'verdict',
      'details',
      'next',
      'cut',
    ],
  ),
});
