import { operation } from '../operation.ts';
import { answer, list, nullable, object, string } from '../schema.ts';

export const bringInSkill = operation({
  name: 'bring_in_skill',
  title: 'Bring in a skill folder',
  description: 'Read any folder with a SKILL.md. Its checkboxes become checklist items, to be confirmed.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object({ folder: { type: 'string', minLength: 1, maxLength: 4096, description: 'Absolute path.' } }, [
    'folder',
  ]),
  output: answer(
    {
      sidekickId: nullable(string('Proposed id.')),
      yaml: string('Drafted sidekick.yaml to edit and offer.'),
      skill: string('SKILL.md.'),
      notes: list(string('Note.'), 'What was guessed, cut or left out.'),
      problems: list({ type: 'object' }, 'file, line, message.'),
    },
    ['sidekickId', 'yaml', 'skill', 'notes', 'problems'],
  ),
});
