import { operation } from '../../operation.ts';
import { answer, count, id, integer, nullable, object, string } from '../../schema.ts';

export const tandemContextRead = operation({
  name: 'tandem_context_read',
  title: 'Read a project context',
  description:
    'Read a project context as JSON text, in pages of characters. Use it for what a capsule left out; to publish or list ' +
    'use tandem_project_context. A worker reads the snapshot that its conversation pinned. Changes nothing. Fails with ' +
    'unknown_context.',
  kind: 'answer',
  tool: true,
  who: ['agent', 'worker', 'desk'],
  idempotent: true,
  input: object(
    {
      context_id: id('The context; a worker may leave it out.'),
      offset: integer(0, 10_000_000, 'Where to begin, characters. Default 0.'),
    },
    [],
  ),
  output: answer(
    {
      context_id: string('The context.'),
      revision: count('Revision read.'),
      sha256: string('Of the snapshot.'),
      content: string('The page.'),
      characters: count('Of the whole.'),
      next_offset: nullable(count('Where the next page begins; null = the end.')),
    },
    ['context_id', 'revision', 'sha256', 'content', 'characters', 'next_offset'],
  ),
});
