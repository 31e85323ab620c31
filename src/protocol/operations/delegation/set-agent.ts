import { made } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { answer, flag, integer, nullable, object, oneOf, string, text } from '../../schema.ts';
import { agentBounds } from './agent-bounds.ts';

export const setAgent = operation({
  name: 'set_agent',
  title: 'Allow or change an agent',
  description: 'Add, allow, disallow or change the entry of an agent.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      agentId: { type: 'string', pattern: agentBounds.id, description: 'What callers name.' },
      base: oneOf(['opencode', 'claude', 'codex', 'omp', 'gemini', 'custom'], 'Catalogue entry.'),
      allowed: flag('Callers may name it.'),
      argv: {
        type: 'array',
        items: text(4096, 'One.'),
        maxItems: 50,
        description: 'Program and arguments; empty = look it up.',
      },
      passEnv: {
        type: 'array',
        items: { type: 'string', pattern: agentBounds.variable },
        maxItems: 50,
        description: 'Names that pass from the environment of the daemon.',
      },
      env: {
        type: 'object',
        propertyNames: { pattern: agentBounds.variable },
        additionalProperties: { type: 'string', maxLength: 20_000 },
        maxProperties: 50,
        description: 'Plain settings, no secrets.',
      },
      files: {
        type: 'object',
        propertyNames: { maxLength: agentBounds.path },
        additionalProperties: { type: 'string', maxLength: agentBounds.text },
        maxProperties: agentBounds.files,
        description: 'Files of the private home.',
      },
      modelHosts: {
        type: 'array',
        items: { type: 'string', pattern: agentBounds.host },
        maxItems: 50,
        description: 'host:port that it may reach.',
      },
      startSeconds: nullable(
        integer(
          1,
          agentBounds.startSeconds,
          'How long it may take to come up, each for initialize and its session; null = as the catalogue has it.',
        ),
      ),
      readOnly: {
        type: 'array',
        items: text(4096, 'Absolute folder.'),
        maxItems: 20,
        description: 'Folders the jail shows.',
      },
    },
    ['agentId', 'base', 'allowed'],
  ),
  output: answer(
    { ...made.properties, warning: nullable(string('A path that the entry names and its jail does not show.')) },
    [...made.required, 'warning'],
  ),
});
