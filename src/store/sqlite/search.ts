/** Full text over live tasks. A person's text never reaches FTS5's own query language. */
import type { SearchHit, SearchQuery } from '../../app/ports.ts';
import type { Connection } from './connection.ts';

const MAX_WORDS = 16;
/** Characters of the text that are looked at. */
const MAX_TEXT = 1000;

const countHits = `select count(*) as total from task_text join entity on entity.row = task_text.rowid
  where task_text match ? and entity.workspace_id = ?`;
/** A word in the title weighs more than one in a tag, that more than one in the description. */
const selectHits = `select entity.id from task_text join entity on entity.row = task_text.rowid
  where task_text match ? and entity.workspace_id = ?
  order by bm25(task_text, 8.0, 4.0, 1.0), entity.row limit ? offset ?`;

/**
 * Words as FTS5 strings: quoted, so that `NOT`, `*` or a bracket are only text; each may be the beginning of a longer
 * word; all must occur. Null when the text has no word.
 */
function matchExpression(text: string): string | null {
  const words = text.slice(0, MAX_TEXT).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
  if (words.length === 0) return null;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `"${word}"*`)
    .join(' AND ');
}

export function searchTasks(
  connection: Connection,
  workspaceId: string,
  query: SearchQuery,
): { hits: SearchHit[]; total: number } {
  const expression = matchExpression(query.text);
  if (expression === null) return { hits: [], total: 0 };
  const limit = Math.max(query.limit, 0);
  const offset = Math.max(query.offset, 0);
  return connection.snapshot(() => {
    const { total } = connection.prepare(countHits).get([expression, workspaceId]) as { total: number };
    if (total === 0) return { hits: [], total };
    const rows = connection.prepare(selectHits).all([expression, workspaceId, limit, offset]) as { id: string }[];
    return { hits: rows.map(({ id }) => ({ taskId: id })), total };
  });
}
