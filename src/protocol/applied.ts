/** Answers that many acts share. */
import { answer, count, string } from './schema.ts';

export const applied = answer(
  { seq: count('Sequence number of the last event.'), version: count('Workspace version after it.') },
  ['seq', 'version'],
);

export const made = answer(
  {
    id: string('New id.'),
    seq: count('Sequence number of the last event.'),
    version: count('Workspace version after it.'),
  },
  ['id', 'seq', 'version'],
);
