import { operation } from '../../operation.ts';
import { cutShape, facts } from '../../run-shapes.ts';
import { answer, flag, id, integer, list, nullable, object, oneOf, text } from '../../schema.ts';

const rule = object(
  {
    id: text(100, 'Id.'),
    text: text(4000, 'The rule.'),
    source: text(1000, 'Where it comes from.'),
    required: flag('Wanted as required; only a person makes it so.'),
  },
  ['id', 'text', 'source'],
);
const decision = object(
  {
    id: text(100, 'Id.'),
    text: text(4000, 'The decision.'),
    source: text(1000, 'Where it comes from.'),
    status: oneOf(['proposed', 'accepted', 'superseded', 'rejected'], 'Wanted status; an agent only proposes.'),
    supersedes: { type: 'array', items: text(100, 'Id.'), maxItems: 50, description: 'Ids it replaces.' },
  },
  ['id', 'text', 'source'],
);

export const tandemProjectContext = operation({
  name: 'tandem_project_context',
  title: 'Keep project rules and decisions',
  description:
    'Keep sourced rules and decisions of a project: publish, get or list. Use it to give runs the same ground; to read a long one by pages use tandem_context_read. publish creates the next revision over expected_revision. What an agent publishes is advisory until a person confirms it. Fails with unknown_context, revision_conflict or decisions_in_circle.',

  kind: 'act',
  tool: true,
  who: ['agent'],
  idempotent: false,
  input: object(
    {
      action: oneOf(['publish', 'get', 'list'], 'What to do.'),
      context_id: id('The context; leave out to publish a new one or to list.'),
      expected_revision: integer(1, 1_000_000_000, 'The revision that you read; needed to publish over it.'),
      name: text(200, 'Name; needed to publish.'),
      rules: { type: 'array', items: rule, maxItems: 200, description: 'All rules.' },
      decisions: { type: 'array', items: decision, maxItems: 200, description: 'All decisions.' },
    },
    ['action'],
  ),
  output: answer(
    { contexts: list(facts('One.'), 'Briefs.'), context: nullable(facts('The context.')), cut: cutShape },
    ['contexts', 'context', 'cut'],
  ),
});
