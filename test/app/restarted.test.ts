/** A proposal of many revisions is the same after a restart: rows come back by their ids, where 10 stands before 2. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App, Call } from '../../src/app/app.ts';
import { call, ok } from './callers.ts';
import { openScene, reopen, type Scene, stage } from './workspace.ts';

const REVISIONS = 12;
let scene: Scene;
let after: App;
let proposalId: string;
beforeEach(async () => {
  scene = await openScene();
  for (let at = 1; at <= REVISIONS; at += 1) {
    ({ proposalId } = await stage(scene.bot, scene.plan(`Paint, take ${at}`)));
    ok(await scene.person('comment_proposal', { proposalId, revision: at, text: `On ${at}` }));
  }
  const candidate = scene.plan('Paint, as Mara says');
  ok(await scene.person('edit_proposal', { proposalId, revision: REVISIONS, candidate }));
  after = await reopen(scene);
});
afterEach(async () => {
  await after.close();
  await scene.close();
});

/** As whoever did it before. */
function again(kind: 'agent' | 'desk'): Call {
  const { tables } = after.state();
  const token = [...tables.token.values()][0] ?? null;
  const person = [...tables.person.values()][0];
  return kind === 'agent'
    ? call({ kind, id: token?.id ?? '', label: 'claude', via: 'mcp-http' }, { token })
    : call({ kind, id: person?.id ?? '', label: 'Mara', via: 'desk' });
}

test('the desk reads its revisions in their order, the newest last, and its comments as they were made', async () => {
  const read = ok(await after.run('read_proposal', again('desk'), { proposalId })) as {
    revisions: { number: number }[];
    comments: { text: string }[];
  };
  const numbers = Array.from({ length: REVISIONS + 1 }, (_, at) => at + 1);
  expect(read.revisions.map(({ number }) => number)).toEqual(numbers);
  expect(read.comments.map(({ text }) => text)).toEqual(numbers.slice(0, -1).map((number) => `On ${number}`));
});

test("an agent's older bytes do not pass over what a person edited since", async () => {
  for (const at of [9, REVISIONS]) {
    const { seq } = after.state().workspace;
    const staged = await after.run('stage_task_plan', again('agent'), scene.plan(`Paint, take ${at}`));
    expect(staged).toMatchObject({ ok: true, value: { proposalId, revision: at, latest: false } });
    expect(after.state().workspace.seq).toBe(seq);
  }
});
