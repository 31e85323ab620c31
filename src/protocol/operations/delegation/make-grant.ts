import { modes } from '../../../core/run/run.ts';
import { operation } from '../../operation.ts';
import { answer, flag, id, integer, list, nullable, object, oneOf, string, text } from '../../schema.ts';

export const makeGrant = operation({
  name: 'make_grant',
  title: 'Grant runs',
  description:
    'Let runs start: agents, modes, checks, launches, cost, until when; for one run or standing. Preview first: what is made is what was previewed.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      runId: { anyOf: [id('One run.'), { type: 'null' }], description: 'One run; null = standing.' },
      rootId: id('The folder.'),
      agentIds: { type: 'array', items: text(60, 'Agent.'), minItems: 1, maxItems: 20, description: 'Agents.' },
      modes: {
        type: 'array',
        items: oneOf(modes, 'Mode.'),
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'Modes.',
      },
      commandDigests: {
        type: 'array',
        items: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        maxItems: 200,
        description: 'Commands the daemon may run, by SHA-256.',
      },
      maxLaunches: integer(1, 10_000, 'Launches.'),
      costCeilingUsd: {
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1_000_000,
        description: 'US dollars; null = none.',
      },
      until: { type: 'string', maxLength: 40, description: 'RFC 3339 instant of its end.' },
      ask: flag('Permission requests come to the inbox.'),
      openNetwork: flag('The agent may reach any host.'),
      unsandboxed: flag('Runs without a working jail.'),
      preview: flag('true: say what it would let start, and make nothing.'),
      shown: { type: 'string', minLength: 64, maxLength: 64, description: 'shown of the preview: what was read.' },
    },
    ['rootId', 'agentIds', 'modes', 'maxLaunches', 'until'],
  ),
  output: answer(
    {
      grantId: nullable(string('null in a preview.')),
      starts: list(string('Run.'), 'Waiting runs that it lets start.'),
      words: list(string('One sentence.'), 'What it allows, in words.'),
      shown: string('SHA-256 of what the preview shows; making it takes this.'),
    },
    ['grantId', 'starts', 'words', 'shown'],
  ),
});
