/** One event under a clock that was ahead stops the log's time. Nothing lives longer for that. */

import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recoverWorkspace } from '../../src/app/recover.ts';
import type { Token } from '../../src/core/access/access.ts';
import { isOver } from '../../src/core/access/access.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import { call, newPublicKey, ok } from './callers.ts';
import { approve, code, commit, openScene, type Scene, stage } from './workspace.ts';

const YEARS = 20 * 365 * DAY_MS;

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.close());

/** One event under a clock that is ahead; then it is right again. */
async function oneEventAhead(ms: number): Promise<void> {
  scene.clock.nowMs += ms;
  ok(await scene.person('create_task', { title: 'Under a wrong clock' }));
  scene.clock.nowMs -= ms;
}

async function newToken(input: object): Promise<Token> {
  const { id } = ok(await scene.person('make_token', { label: 't', ...input })) as { id: string };
  return scene.app.state().tables.token.get(id) as Token;
}

const isOverNow = (token: Token) => isOver(token, { nowMs: scene.app.now(), clockMs: scene.clock.nowMs });

test('the log keeps its order and says that it is ahead', async () => {
  expect(scene.app.logEndsAhead()).toBeNull();
  await oneEventAhead(4 * 60_000);
  expect(scene.app.logEndsAhead()).toBeNull();
  await oneEventAhead(YEARS);
  const ahead = '2046-02-25T08:00:00Z';
  expect(scene.app.logEndsAhead()).toBe(ahead);
  ok(await scene.person('create_task', { title: 'Later' }));
  expect(ok(await scene.person('read_workspace', {}))).toMatchObject({ logEndsAhead: ahead });
  const [last] = await scene.app.store.events(scene.app.workspaceId, { newestFirst: true, limit: 1 });
  expect(last?.header.at).toBe(ahead);
});

test('an approval that was given meanwhile lapses after seven days of the wall clock', async () => {
  await oneEventAhead(YEARS);
  const staged = await stage(scene.bot, scene.plan());
  await approve(scene.person, staged);
  const [approval] = scene.app.state().tables.approval.values();
  expect(approval?.expiresAt).toBe('2026-03-09T08:00:00Z');
  scene.clock.nowMs += 7 * DAY_MS;
  expect(await commit(scene.bot, staged.proposalId)).toMatchObject({ status: 'approval_lapsed' });
  // A clock that is set back to before it was given says nothing of how long ago that is.
  scene.clock.nowMs -= 8 * DAY_MS;
  expect(await commit(scene.bot, staged.proposalId)).toMatchObject({ status: 'approval_lapsed' });
  scene.clock.nowMs += 2 * DAY_MS;
  expect(await commit(scene.bot, staged.proposalId)).toMatchObject({ status: 'committed' });
});

test('an approval from before is over, by the log; so is a token that had an end', async () => {
  const token = await newToken({ expiresInDays: 30 });
  const staged = await stage(scene.bot, scene.plan());
  await approve(scene.person, staged);
  expect(isOverNow(token)).toBe(false);
  await oneEventAhead(YEARS);
  expect(await commit(scene.bot, staged.proposalId)).toMatchObject({ status: 'approval_lapsed' });
  expect(isOverNow(token)).toBe(true);
});

test('a token that was made meanwhile ends by the wall clock', async () => {
  await oneEventAhead(YEARS);
  const token = await newToken({ expiresInDays: 1 });
  expect(token).toMatchObject({ expiresAt: '2026-03-03T08:00:00Z', clockAt: '2026-03-02T08:00:00Z' });
  expect(isOverNow(token)).toBe(false);
  scene.clock.nowMs -= DAY_MS;
  expect(isOverNow(token)).toBe(true);
  scene.clock.nowMs += 2 * DAY_MS;
  expect(isOverNow(token)).toBe(true);
});

test('after recover one browser pairs, and revoking its key opens nothing', async () => {
  await oneEventAhead(YEARS);
  const { app, clock } = scene;
  const offline = { store: app.store, clock: { now: () => clock.nowMs }, ids: { next: uuidv7 } };
  await recoverWorkspace(offline);
  const pair = () => app.credentials.pairFirst({ name: 'Mara', publicKey: newPublicKey(), label: 'Browser' });
  const { personId, keyId } = ok(await pair()) as { personId: string; keyId: string };
  const author = { kind: 'desk', id: personId, label: 'Mara', keyId, via: 'desk' } as const;
  ok(await app.run('revoke_key', call(author), { keyId }));
  expect(code(await pair())).toBe('pairing_closed');
});

test('no instant after the year 9999 is written', async () => {
  await oneEventAhead(Date.parse('9999-12-30T00:00:00Z') - scene.clock.nowMs);
  const token = await newToken({ expiresInDays: 30 });
  expect(token.expiresAt).toBe('2026-04-01T08:00:00Z');
  scene.clock.nowMs = Date.parse('9999-12-30T00:00:00Z');
  expect((await newToken({ expiresInDays: 30 })).expiresAt).toBe('9999-12-31T23:59:59.999Z');
  scene.clock.nowMs += 30 * DAY_MS;
  expect(code(await scene.person('create_task', { title: 'After the end of time' }))).toBe('ok');
  const [last] = await scene.app.store.events(scene.app.workspaceId, { newestFirst: true, limit: 1 });
  expect(last?.header.at).toBe('9999-12-31T23:59:59.999Z');
});
