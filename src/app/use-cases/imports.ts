/** Imports: a program offers, a person decides; only in a home that never had a person does a program fill by itself. */

import type { Author } from '../../core/access/author.ts';
import {
  acceptImport,
  halfDone,
  importChunk,
  offerImport,
  rejectImport,
} from '../../core/workspace/import-commands.ts';
import { importProblems } from '../../core/workspace/import-problems.ts';
import { refuseFields } from '../../core/workspace/task-commands.ts';
import { done, type Result } from '../../kit/result.ts';
import { MAX_PROBLEMS } from '../guard-input.ts';
import { act, type Parts, stateOf, type UseCase } from '../parts.ts';

export const readImports: UseCase<'read_imports'> = async (parts) =>
  done({ imports: [...stateOf(parts).tables.import.values()].sort((a, b) => (a.at < b.at ? 1 : -1)) });

export const importTasks: UseCase<'import_tasks'> = async (parts, call, input) => {
  const { tasks, losses } = input;
  const problems = importProblems(tasks);
  if (problems.length > 0) return refuseFields(problems.slice(0, MAX_PROBLEMS));
  const earlier = [...stateOf(parts).tables.import.values()].filter(
    ({ source, status }) => source === input.source && status !== 'rejected',
  ).length;
  const offered = await parts.kernel.execute(call.author, (_state, context) =>
    offerImport({ format: input.format, source: input.source, tasks, losses }, context),
  );
  if (!offered.ok) return offered;
  const importId = offered.value.value.id;
  const { deskUrl } = parts.urls;
  const begun = await parts.kernel.execute(call.author, (state, context) => acceptImport(state, importId, context));
  if (!begun.ok) {
    if (begun.refusal.code !== 'forbidden') return begun;
    return done({
      importId,
      status: 'waiting',
      tasks: tasks.length,
      earlier,
      deskUrl: `${deskUrl}/imports/${importId}`,
    });
  }
  const finished = await finishImport(parts, call.author, importId);
  return finished.ok ? done({ importId, status: 'accepted', tasks: finished.value.total, earlier, deskUrl }) : finished;
};

/** In transactions of 500 rows that yield to other work; after a crash the next start goes on where it stopped. */
async function finishImport(
  parts: Parts,
  author: Author,
  importId: string,
): Promise<Result<{ total: number; seq: number; version: number }>> {
  for (;;) {
    const chunk = await parts.kernel.execute(author, (state, context) => importChunk(state, importId, context));
    if (!chunk.ok) return chunk;
    const { value, seq, version } = chunk.value;
    if (value.left === 0) return done({ total: value.total, seq, version });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Goes on with what a crash interrupted. */
export async function finishImports(parts: Parts): Promise<void> {
  for (const record of halfDone(stateOf(parts))) await finishImport(parts, record.author, record.id);
}

export const decideImport: UseCase<'decide_import'> = async (parts, call, { importId, accept }) => {
  if (!accept) return act(parts, call.author, (state, context) => rejectImport(state, importId, context));
  const begun = await parts.kernel.execute(call.author, (state, context) => acceptImport(state, importId, context));
  if (!begun.ok) return begun;
  const result = await finishImport(parts, call.author, importId);
  return result.ok ? done({ seq: result.value.seq, version: result.value.version }) : result;
};
