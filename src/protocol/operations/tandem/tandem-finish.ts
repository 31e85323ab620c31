import { operation } from '../../operation.ts';
import { answer, object, oneOf, string, text } from '../../schema.ts';

const texts = (maxItems: number, description: string) =>
  ({ type: 'array', items: text(2000, 'One.'), maxItems, description }) as const;
const ref = object(
  {
    set_id: text(200, 'Set.'),
    revision: text(64, 'Revision.'),
    criterion_id: text(100, 'Criterion.'),
    obligation_id: { anyOf: [text(100, 'Obligation.'), { type: 'null' }], description: 'Obligation.' },
  },
  ['set_id', 'revision', 'criterion_id'],
);
const scope = object(
  {
    kind: oneOf(['tree', 'commit', 'archive', 'content'], 'Kind.'),
    digest: { type: 'string', pattern: '^[0-9a-f]{7,128}$', description: 'Digest.' },
    boundaries: texts(20, 'Not exercised.'),
  },
  ['kind', 'digest'],
);
const check = object(
  {
    id: text(100, 'Check id of the contract.'),
    status: oneOf(['passed', 'failed', 'not_run'], 'What it gave.'),
    exit_code: { type: 'integer', description: 'Exit code.' },
    output: text(20_000, 'Its output, the end of it.'),
    scope,
    environment: {
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 200 },
      maxProperties: 50,
      description: 'Where it ran.',
    },
    acceptance_refs: { type: 'array', items: ref, maxItems: 200, description: 'What it exercised.' },
    reason: text(2000, 'Why it was not run.'),
  },
  ['id', 'status'],
);

export const tandemFinish = operation({
  name: 'tandem_finish',
  title: 'Hand in the report',
  description:
    'Hand in the report of this run, once, then end your turn. Use it always: without it the run counts as failed; to ask first use tandem_ask. Records your claims. success excludes blockers and failed or unrun selected checks, blocked needs a blocker. Fails with invalid_report or coverage_incomplete: correct the problems and call again; already_finished when it was handed in.',

  kind: 'act',
  tool: true,
  who: ['worker'],
  idempotent: false,
  input: object(
    {
      outcome: oneOf(['success', 'partial', 'blocked'], 'What you claim.'),
      summary: { type: 'string', minLength: 1, maxLength: 4000, pattern: '\\S', description: 'In a few sentences.' },
      answer: text(400_000, 'The whole answer.'),
      blockers: texts(50, 'What stands in the way.'),
      changed_files: texts(1000, 'Relative paths.'),
      checks: { type: 'array', items: check, maxItems: 50, description: 'Every selected check.' },
      answered_failures: {
        type: 'array',
        items: object({ check_id: text(100, 'Check.'), reason: text(2000, 'Why it does not count.') }, [
          'check_id',
          'reason',
        ]),
        maxItems: 50,
        description: 'Failures you answer.',
      },
    },
    ['outcome', 'summary'],
  ),
  output: answer({ status: string('reported.'), next: string('What to do now.') }, ['status', 'next']),
});
