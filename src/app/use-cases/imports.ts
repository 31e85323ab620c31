/** Imports: a program offers, a person decides; only in a home that never had a person does a program fill by itself. */

import { type Author, systemAuthor } from '../../core/access/author.ts';
import type { ImportRecord } from '../../core/workspace/import.ts';
import {
  acceptImport,
  addImportPart,
  halfDone,
  importChunk,
  offerImport,
  rejectImport,
} from '../../core/workspace/import-commands.ts';
import { charactersOf, type Piece, partId, piecesOf } from '../../core/workspace/import-parts.ts';
import { importProblems } from '../../core/workspace/import-problems.ts';
import { refuseFields } from '../../core/workspace/task-commands.ts';
import { compareInstants } from '../../kit/compare.ts';
import { done, type Result, refuse } from '../../kit/result.ts';
import { badCursor, makeCursor, readCursor } from '../cursor.ts';
import { MAX_PROBLEMS } from '../guard-input.ts';
import { act, type Parts, stateOf, type UseCase } from '../parts.ts';

const PAGE = 50;

/** Newest first, without their tasks: twenty thousand of those are a page of their own. */
export const readImports: UseCase<'read_imports'> = async (parts, _call, { cursor }) => {
  const at = cursor === undefined ? [0] : readCursor('imports', cursor, 1);
  if (!at) return refuse(badCursor);
  const from = at[0] as number;
  const all = [...stateOf(parts).tables.import.values()].sort((a, b) => compareInstants(b.at, a.at));
  const next = from + PAGE;
  const nextCursor = next < all.length ? makeCursor('imports', [next]) : null;
  return done({ imports: all.slice(from, next), total: all.length, nextCursor });
};

/** One import, a stored part at a time. */
export const readImport: UseCase<'read_import'> = async (parts, _call, { importId, cursor }) => {
  const { tables } = stateOf(parts);
  const record = tables.import.get(importId);
  if (!record) return refuse({ code: 'not_found', message: 'No import has that id.', next: 'Read the imports again.' });
  const at = cursor === undefined ? [1] : readCursor(importId, cursor, 1);
  if (!at) return refuse(badCursor);
  const number = at[0] as number;
  const part = tables.import_part.get(partId(importId, number));
  const nextCursor = number < record.partCount ? makeCursor(importId, [number + 1]) : null;
  const others = sameFolder(parts, record.source).filter(({ id }) => id !== importId);
  const twins = {
    accepted: others.filter(({ status }) => status === 'accepted' || status === 'accepting').length,
    waiting: others.filter(({ status }) => status === 'waiting' || status === 'gathering').length,
  };
  return done({ import: record, tasks: part?.tasks ?? [], losses: part?.losses ?? [], twins, nextCursor });
};

/** Nothing is merged, so whoever accepts two of them has each task twice. */
function sameFolder(parts: Parts, folder: string): ImportRecord[] {
  return [...stateOf(parts).tables.import.values()].filter(
    ({ source, status }) => source === folder && status !== 'rejected',
  );
}

/** Of all texts together. A folder of 20,000 tasks of 400 characters. */
const IMPORT_CHARACTERS = 8_000_000;

export const importTasks: UseCase<'import_tasks'> = async (parts, call, input) => {
  const { tasks } = input;
  const characters = charactersOf(input);
  if (characters > IMPORT_CHARACTERS) {
    return refuse({
      code: 'too_large',
      message: `The import holds ${characters} characters; at most ${IMPORT_CHARACTERS} come in at once.`,
      next: 'Bring the tasks in with several imports, from a part of the folder each.',
    });
  }
  await toOthers();
  const problems = importProblems(tasks);
  if (problems.length > 0) return refuseFields(problems.slice(0, MAX_PROBLEMS));
  const earlier = sameFolder(parts, input.source).length;
  const offered = await offer(parts, call.author, input);
  if (!offered.ok) return offered;
  const importId = offered.value;
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

/** Part by part, each in a transaction of its own, so that nobody else waits for the whole. */
async function offer(
  parts: Parts,
  author: Author,
  input: Pick<ImportRecord, 'format' | 'source'> & Piece,
): Promise<Result<string>> {
  const pieces = piecesOf(input);
  await toOthers();
  const begun = await parts.kernel.execute(author, (state, context) => offerImport(state, input, pieces, context));
  if (!begun.ok) return begun;
  const { id } = begun.value.value;
  for (const [at, piece] of pieces.entries()) {
    if (at === 0) continue;
    await toOthers();
    const added = await parts.kernel.execute(author, (state, context) =>
      addImportPart(state, id, at + 1, piece, context),
    );
    if (!added.ok) return added;
  }
  return done(id);
}

/** Lets whatever else waits have its turn. */
function toOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

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
    await toOthers();
  }
}

/** Goes on with what a crash interrupted, and ends what nobody will go on with. */
export async function finishImports(parts: Parts): Promise<void> {
  const { accepting, gathering } = halfDone(stateOf(parts));
  for (const record of accepting) await finishImport(parts, record.author, record.id);
  for (const { id } of gathering) {
    await parts.kernel.execute(systemAuthor, (state, context) => rejectImport(state, id, context));
  }
}

export const decideImport: UseCase<'decide_import'> = async (parts, call, { importId, accept }) => {
  if (!accept) return act(parts, call.author, (state, context) => rejectImport(state, importId, context));
  const begun = await parts.kernel.execute(call.author, (state, context) => acceptImport(state, importId, context));
  if (!begun.ok) return begun;
  const result = await finishImport(parts, call.author, importId);
  return result.ok ? done({ seq: result.value.seq, version: result.value.version }) : result;
};
