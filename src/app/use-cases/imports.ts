/** Imports: a program offers, a person decides; only in a home that never had a person does a program fill by itself. */

import { uuidv7 } from 'uuidv7';
import type { Author } from '../../core/access/author.ts';
import { emptyExample } from '../../core/workspace/example.ts';
import { importChunk, importIds, mayFill, offerImport, rejectImport } from '../../core/workspace/import-commands.ts';
import { importProblems } from '../../core/workspace/import-problems.ts';
import { refuseFields } from '../../core/workspace/task-commands.ts';
import { done, type Result, refuse } from '../../kit/result.ts';
import { MAX_PROBLEMS } from '../guard-input.ts';
import { act, type Parts, stateOf, type UseCase } from '../parts.ts';

export const readImports: UseCase<'read_imports'> = async (parts) =>
  done({ imports: [...stateOf(parts).tables.import.values()].sort((a, b) => (a.at < b.at ? 1 : -1)) });

export const importTasks: UseCase<'import_tasks'> = async (parts, call, input) => {
  const { tasks, losses } = input;
  const problems = importProblems(tasks);
  if (problems.length > 0) return refuseFields(problems.slice(0, MAX_PROBLEMS));
  const offered = await parts.kernel.execute(call.author, (_state, context) =>
    offerImport({ format: input.format, source: input.source, tasks, losses }, context),
  );
  if (!offered.ok) return offered;
  const importId = offered.value.value.id;
  const { deskUrl } = parts.urls;
  if (!mayFill(stateOf(parts)))
    return done({ importId, status: 'waiting', tasks: tasks.length, deskUrl: `${deskUrl}/imports/${importId}` });
  if (stateOf(parts).workspace.example) {
    const emptied = await parts.kernel.execute(call.author, emptyExample);
    if (!emptied.ok) return emptied;
  }
  const accepted = await accept(parts, call.author, importId);
  return accepted.ok ? done({ importId, status: 'accepted', tasks: accepted.value.created, deskUrl }) : accepted;
};

/** In transactions of 500 rows that yield to other work; after a crash it goes on where it stopped. */
async function accept(
  parts: Parts,
  author: Author,
  importId: string,
): Promise<Result<{ created: number; seq: number; version: number }>> {
  const record = stateOf(parts).tables.import.get(importId);
  if (!record) return refuse({ code: 'not_found', message: 'No import has that id.', next: 'Read the imports again.' });
  const ids = importIds(stateOf(parts), record, uuidv7);
  for (let created = 0; ; ) {
    const chunk = await parts.kernel.execute(author, (state, context) => importChunk(state, importId, ids, context));
    if (!chunk.ok) return chunk;
    const { value, seq, version } = chunk.value;
    created += value.created;
    if (value.left === 0) return done({ created, seq, version });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const decideImport: UseCase<'decide_import'> = async (parts, call, { importId, accept: accepted }) => {
  if (!accepted) return act(parts, call.author, (state, context) => rejectImport(state, importId, context));
  const result = await accept(parts, call.author, importId);
  return result.ok ? done({ seq: result.value.seq, version: result.value.version }) : result;
};
