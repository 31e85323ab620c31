import { operation } from '../operation.ts';
import { answer, count, id, integer, list, nullable, object } from '../schema.ts';

export const readActivity = operation({
  name: 'read_activity',
  title: 'Read the activity',
  description:
    'Read who did what, newest first, of everything, of one subject or of one author. Evaluations of the last 30 days are in it.',
  kind: 'answer',
  tool: false,
  who: ['workspace', 'desk', 'visitor'],
  idempotent: true,
  input: object(
    {
      beforeSeq: integer(1, Number.MAX_SAFE_INTEGER, 'Only older ones.'),
      subject: id('kind:id of what it touched.'),
      authorId: id('A person or token id.'),
      limit: integer(1, 200, 'Page size. Default 50.'),
    },
    [],
  ),
  output: answer(
    {
      entries: list({ type: 'object' }, 'seq, at, type, author, summary, subjects.'),
      nextBeforeSeq: nullable(count('null = the end.')),
    },
    ['entries', 'nextBeforeSeq'],
  ),
});
