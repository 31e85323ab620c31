import { operation } from '../operation.ts';
import { answer, list, nullable, object, string, text } from '../schema.ts';

export const offerSidekick = operation({
  name: 'offer_sidekick',
  title: 'Edit or add a sidekick',
  description: 'Save the sources of a playbook as an offered version. It takes effect when activated.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object(
    {
      sidekickId: { type: 'string', minLength: 1, maxLength: 64, description: 'Sidekick id.' },
      yaml: text(60000, 'Text of sidekick.yaml.'),
      skill: text(60000, 'Text of SKILL.md.'),
    },
    ['sidekickId', 'yaml', 'skill'],
  ),
  output: answer(
    {
      offered: nullable(string('Hash of the offered version.')),
      problems: list({ type: 'object' }, 'file, line, message; then nothing is offered.'),
    },
    ['offered', 'problems'],
  ),
});
