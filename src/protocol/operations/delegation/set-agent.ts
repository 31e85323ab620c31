import { made } from '../../applied.ts';
import { operation } from '../../operation.ts';
import { flag, integer, nullable, object, oneOf, text } from '../../schema.ts';

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
      agentId: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,59}$', description: 'What callers name.' },
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
        items: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' },
        maxItems: 50,
        description: 'Names that pass from the environment of the daemon.',
      },
      env: {
        type: 'object',
        propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' },
        additionalProperties: { type: 'string', maxLength: 20_000 },
        maxProperties: 50,
        description: 'Plain settings, no secrets.',
      },
      files: {
        type: 'object',
        propertyNames: { maxLength: 300 },
        additionalProperties: { type: 'string', maxLength: 100_000 },
        maxProperties: 20,
        description: 'Files of the private home.',
      },
      modelHosts: {
        type: 'array',
        items: { type: 'string', pattern: '^[A-Za-z0-9.-]{1,253}:[0-9]{1,5}$' },
        maxItems: 50,
        description: 'host:port that it may reach.',
      },
      startSeconds: nullable(
        integer(
          1,
          600,
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
  output: made,
});
