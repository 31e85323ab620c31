/** `verify` over a real database file that somebody edited. It lies here because app may not know the store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveThrough } from '../../app/verify/sample.ts';
import { workspaceId } from '../../app/verify/sample-entities.ts';
import { type Verification, verifyWorkspace } from '../../app/verify/verify.ts';
import { openConnection } from '../../store/sqlite/connection.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sidekicks-verify-'));
  file = join(folder, 'sidekicks.db');
  const store = await openSqliteStore({ file });
  const [first, ...others] = liveThrough().writes;
  if (first) await store.create(workspaceId, first);
  for (const write of others) {
    const known = (write.events[0]?.header.seq ?? 0) - 1;
    await store.transact(workspaceId, known, () => ({ write, value: null }));
  }
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function verify(): Promise<Verification> {
  const store = await openSqliteStore({ file });
  try {
    return await verifyWorkspace(store, workspaceId);
  } finally {
    await store.close();
  }
}

describe('a database file', () => {
  it('that nobody edited has no problem', async () => {
    const { problems, counts } = await verify();
    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ events: 6, entities: 9, approvals: 1, plannedTasks: 2 });
  });

  it.each([
    [
      'payload',
      `update event set payload = replace(payload, 'Launch it', 'Stop it') where seq = 6`,
      ['payload event 6'],
    ],
    [
      'signature',
      `update entity set body = json_set(body, '$.signed.signature', '${'A'.repeat(86)}') where kind = 'approval'`,
      ['entity approval:a-1', 'approval approval:a-1'],
    ],
    [
      'task row',
      `update entity set body = json_set(body, '$.title', 'Stop it') where id = 'launch'`,
      ['entity task:launch'],
    ],
    [
      'chain link',
      `update event set header = json_set(header, '$.previousHash', '${'f'.repeat(64)}') where seq = 4`,
      ['header event 4', 'chain event 4'],
    ],
    ['workspace row', `update workspace set version = version + 1`, ['workspace workspace:w-1']],
  ])('with one edited %s names it', async (_, sql, expected) => {
    const connection = openConnection(file, { busyMs: 1000 });
    expect(Number(connection.prepare(sql).run().changes)).toBe(1);
    connection.close();
    const { problems } = await verify();
    expect(problems.map(({ what, where }) => `${what} ${where}`)).toEqual(expected);
  });

  it('with a payload that was emptied without a redaction names it', async () => {
    const store = await openSqliteStore({ file });
    await store.redact(workspaceId, 6);
    await store.close();
    const { problems, notComparable } = await verify();
    expect(problems).toMatchObject([{ what: 'payload', where: 'event 6' }]);
    expect(notComparable).toEqual(['task:launch']);
  });
});
