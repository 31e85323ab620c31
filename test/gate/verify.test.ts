/** `sidekicks verify` on copies of a real home, each with one thing altered: it ends with 1 and names it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Verification } from '../../src/app/verify/verify.ts';
import type { Approval } from '../../src/core/approval/approval.ts';
import type { RawDatabase } from '../../src/store/sqlite/driver.ts';
import { program } from '../rigs/daemon.ts';
import { approve, ok } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import { commit, openScene, type Scene } from './scene.ts';
import { inDatabase, rewriteAll } from './tamper.ts';

let scene: Scene;
const copies: string[] = [];

interface Found {
  readonly approvalId: string;
  readonly taskId: string;
  readonly committedSeq: number;
}
let found: Found;

/** A home in which a plan was staged, revised, approved and committed, and one task was made by hand. */
beforeAll(async () => {
  scene = await openScene();
  const parent = await scene.newTask('Build the shelf');
  await scene.stage(scene.agent, await scene.plan(parent, 'zero'));
  const staged = await scene.stage(scene.agent, await scene.plan(parent, 'one'));
  const approved = ok(await approve(scene.person, staged));
  const { tasks } = await commit(scene.agent, staged);
  await scene.newTask('By hand');
  await scene.daemon.stop();
  const committedSeq = inDatabase(
    scene.daemon.home,
    (database) =>
      (database.prepare("select seq from event where type = 'proposal.committed'").get() as { seq: number }).seq,
  );
  found = { approvalId: approved.approvalId, taskId: tasks?.[0]?.taskId ?? '', committedSeq };
});
afterAll(async () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  await scene?.close();
});

function copyOf(change: (database: RawDatabase) => void): string {
  const copy = mkdtempSync(join(tmpdir(), 'sidekicks-tampered-'));
  copies.push(copy);
  cpSync(scene.daemon.home, copy, { recursive: true });
  inDatabase(copy, change);
  return copy;
}

async function verify(home: string, ...flags: string[]) {
  return run(
    { command: process.execPath, args: [program], env: process.env },
    ['verify', ...flags, '--home', home],
    '',
  );
}

/** `what where` of every problem, and that people are told the same. */
async function problemsOf(home: string): Promise<readonly string[]> {
  const [json, words] = await Promise.all([verify(home, '--json'), verify(home)]);
  const { problems } = JSON.parse(json.stdout) as Verification;
  expect([json.code, words.code]).toEqual(problems.length > 0 ? [1, 1] : [0, 0]);
  for (const { what, where } of problems) expect(words.stdout).toContain(`${where}: ${what}: `);
  return problems.map(({ what, where }) => `${what} ${where}`);
}

test('a home that nobody touched holds', async () => {
  const { code, stdout } = await verify(copyOf(() => undefined));
  expect(code, stdout).toBe(0);
  expect(stdout).toMatch(
    /1 approval, 3 planned tasks, 0 runs\nThe last event is 9, of .*, [0-9a-f]{64}\.\nAll of it holds\./,
  );
});

describe('one thing altered', () => {
  const edit = (sql: string, ...values: (string | number)[]) =>
    copyOf((database) => {
      const { changes } = database.prepare(sql).run(...values);
      expect(Number(changes)).toBe(1);
    });

  test('a payload', async () => {
    const home = edit(
      "update event set payload = replace(payload, 'board 1', 'board 9') where seq = ?",
      found.committedSeq,
    );
    expect(await problemsOf(home)).toContain(`payload event ${found.committedSeq}`);
  });

  test('a payload that is gone', async () => {
    const home = edit('update event set payload = null where seq = ?', found.committedSeq);
    expect(await problemsOf(home)).toContain(`payload event ${found.committedSeq}`);
  });

  test('the signature of an approval', async () => {
    const home = copyOf((database) => {
      const row = database.prepare("select body from entity where kind = 'approval'").get() as { body: string };
      const { signature } = (JSON.parse(row.body) as Approval).signed;
      const other = `${signature.slice(0, -2)}${signature.endsWith('A') ? 'QQ' : 'AA'}`;
      database.prepare("update entity set body = replace(body, ?, ?) where kind = 'approval'").run(signature, other);
    });
    const problems = await problemsOf(home);
    expect(problems).toContain(`approval approval:${found.approvalId}`);
    expect(problems).toContain(`entity approval:${found.approvalId}`);
  });

  test('a task', async () => {
    const home = edit(
      "update entity set body = replace(body, 'board 1', 'board 9') where kind = 'task' and id = ?",
      found.taskId,
    );
    expect(await problemsOf(home)).toContain(`entity task:${found.taskId}`);
  });

  test('a link of the chain', async () => {
    const home = edit(
      "update event set header = json_set(header, '$.previousHash', ?) where seq = ?",
      'f'.repeat(64),
      found.committedSeq,
    );
    const problems = await problemsOf(home);
    expect(problems).toContain(`header event ${found.committedSeq}`);
  });

  test.each([
    ['type', "update event set type = 'task.created' where seq = ?"],
    ['author', "update event set author_id = 'nobody' where seq = ?"],
    ['time', "update event set at = '2020-01-01T00:00:00.000Z' where seq = ?"],
    ['subjects', "delete from event_subject where seq = ? and subject like 'approval:%'"],
    ['subjects and more', "insert into event_subject select workspace_id, 'task:x', seq from event where seq = ?"],
  ])('under which %s an event is found', async (_, sql) => {
    expect(await problemsOf(edit(sql, found.committedSeq))).toEqual([`header event ${found.committedSeq}`]);
  });

  test('an event cut out', async () => {
    const home = edit('delete from event where seq = ?', found.committedSeq);
    expect(await problemsOf(home)).toEqual(expect.arrayContaining([`chain event ${found.committedSeq + 1}`]));
  });

  test('a task that was put in beside the log', async () => {
    const home = edit(
      "insert into entity (workspace_id, kind, id, body) select workspace_id, kind, 'smuggled', replace(body, id, 'smuggled') from entity where kind = 'task' and id = ?",
      found.taskId,
    );
    expect(await problemsOf(home)).toContain('entity task:smuggled');
  });
});

describe('altered in rows and log alike, with every hash made anew', () => {
  test('what was approved: the signature is of other bytes', async () => {
    const problems = await problemsOf(
      copyOf((database) => rewriteAll(database, 'Lift board 1 of shelf one', 'Lift board 9 of shelf one')),
    );
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/^(approval|plan) /)]));
  });

  test('the task that was shown beside the plan', async () => {
    const home = copyOf((database) => rewriteAll(database, 'Build the shelf', 'Build the house'));
    expect(await problemsOf(home)).toEqual([`approval approval:${found.approvalId}`]);
  });

  test('who approved', async () => {
    const problems = await problemsOf(
      copyOf((database) => rewriteAll(database, scene.paired.key.keyId, 'e'.repeat(64))),
    );
    expect(problems).toContain(`approval approval:${found.approvalId}`);
  });

  test('the digest', async () => {
    const home = copyOf((database) => {
      const { body } = database.prepare("select body from entity where kind = 'approval'").get() as { body: string };
      rewriteAll(database, (JSON.parse(body) as Approval).digest, 'd'.repeat(64));
    });
    expect(await problemsOf(home)).toContain(`approval approval:${found.approvalId}`);
  });
});
