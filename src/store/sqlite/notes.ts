/** Short-lived rows outside the event chain. */
import type { Notes } from '../../app/ports.ts';
import type { Database } from './schema.ts';

/** How the store runs a read, and a write (refused once it is faulted). */
export interface Runner {
  read<T>(query: () => Promise<T>): Promise<T>;
  write<T>(query: () => Promise<T>): Promise<T>;
}

export function notesOver(db: Database, run: Runner, workspaceId: string): Notes {
  return {
    async put(kind, id, at, body) {
      const row = { workspace_id: workspaceId, kind, id, at, body: JSON.stringify(body ?? null) };
      await run.write(() => db.replaceInto('note').values(row).execute());
    },
    async get(kind, id) {
      const found = await run.read(() =>
        db
          .selectFrom('note')
          .select('body')
          .where('workspace_id', '=', workspaceId)
          .where('kind', '=', kind)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      return found === undefined ? undefined : JSON.parse(found.body);
    },
    async list(kind, limit, { from, before, idPrefix } = {}) {
      // No stored name holds a NUL, and none may be bound.
      if (idPrefix?.includes('\0')) return [];
      let found = db
        .selectFrom('note')
        .select(['id', 'at', 'body'])
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', kind);
      if (from !== undefined) found = found.where('at', '>=', from);
      if (before !== undefined) found = found.where('at', '<', before);
      if (idPrefix !== undefined) found = found.where('id', '>=', idPrefix).where('id', '<', `${idPrefix}\u{10ffff}`);
      const newest = found.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit);
      const rows = await run.read(() => newest.execute());
      return rows.map(({ id, at, body }) => ({ id, at, body: JSON.parse(body) as unknown }));
    },
    async remove(kind, id) {
      await run.write(() =>
        db
          .deleteFrom('note')
          .where('workspace_id', '=', workspaceId)
          .where('kind', '=', kind)
          .where('id', '=', id)
          .execute(),
      );
    },
    async prune(kind, before) {
      const { numDeletedRows } = await run.write(() =>
        db
          .deleteFrom('note')
          .where('workspace_id', '=', workspaceId)
          .where('kind', '=', kind)
          .where('at', '<', before)
          .executeTakeFirst(),
      );
      return Number(numDeletedRows);
    },
  };
}
