/** Every refusal lists its problems: code, place, what to do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePersonKey } from '../../src/client/credential.ts';
import { openRig, type Rig } from '../../src/daemon/http/rig.ts';
import { refusalOf } from '../../src/daemon/refusals.ts';
import type { Refusal, Result } from '../../src/kit/result.ts';
import { refusalCodes } from '../../src/protocol/codes.ts';
import { operations } from '../../src/protocol/table.ts';
import { expectRefusal } from '../surfaces/surface.ts';
import { openScene, type Scene } from './workspace.ts';

let scene: Scene;
let rig: Rig;
beforeAll(async () => {
  scene = await openScene();
  rig = await openRig();
});
afterAll(async () => {
  await scene?.close();
  await rig?.close();
});

const refusalIn = (result: Result<unknown>): Refusal => {
  if (result.ok) throw new Error('not refused');
  return result.refusal;
};

test('of an operation that the credential may not use, or that there is not', async () => {
  const foreign = operations.filter(({ who }) => !who.includes('agent')).map(({ name }) => name);
  for (const name of [...foreign, 'frobnicate']) {
    for (const input of [{}, null, 'text', { proposalId: 'x' }]) {
      const refusal = refusalIn(await scene.bot(name, input));
      expectRefusal(refusal);
      expect(refusal.problems?.[0]?.path, name).toBe('');
    }
  }
});

test.each([
  ['restore_task', { taskId: 'none' }, '/taskId'],
  ['edit_task', { taskId: 'none', title: 'A' }, '/taskId'],
  ['remove_commitment', { commitmentId: 'none' }, '/commitmentId'],
  ['revoke_token', { tokenId: 'none' }, '/tokenId'],
  ['revoke_key', { keyId: 'none' }, '/keyId'],
  ['change_sidekick', { sidekickId: 'none', enabled: false }, '/sidekickId'],
  ['drop_offer', { sidekickId: 'none' }, '/sidekickId'],
  ['read_import', { importId: 'none' }, '/importId'],
  ['redact_event', { seq: 999_999, reason: 'Words.' }, '/seq'],
  ['reject_proposal', { proposalId: 'none', revision: 1, reason: 'No.' }, '/proposalId'],
  ['bring_in_skill', { folder: 'not/absolute' }, '/folder'],
])('of %s, with the field that it is about', async (name, input, path) => {
  const refusal = refusalIn(await scene.person(name, input));
  expectRefusal(refusal);
  expect(refusal.problems?.map((problem) => problem.path)).toEqual([path]);
});

test('of the daemon itself', async () => {
  for (const code of Object.keys(refusalCodes)) expectRefusal(refusalOf(code as keyof typeof refusalCodes));
  const from = async (path: string, init: RequestInit) => {
    const response = await fetch(`${rig.urls.desk}${path}`, init);
    return ((await response.json()) as { error: Refusal }).error;
  };
  const key = JSON.stringify({ code: 'AAAA-AAAA', name: 'Ann', label: 'Here', publicKey: 'x' });
  const answers = [
    await from('/api/read_access', { method: 'POST', body: '{}' }),
    await from('/api/nothing', { method: 'POST', body: '{}' }),
    await from('/api/pair', { method: 'POST', body: key }),
    await from('/api/hello', { headers: { origin: 'http://evil.test' } }),
  ];
  for (const refusal of answers) expectRefusal(refusal);
  // Of core, without an operation in between: somebody has paired already.
  await rig.pair();
  const { code } = rig.app.credentials.pairing.open({ who: 'first' });
  const { publicKey } = await makePersonKey();
  const late = { code, name: 'Bea', label: 'There', publicKey };
  const closed = await from('/api/pair', { method: 'POST', body: JSON.stringify(late) });
  expectRefusal(closed);
  expect(closed.code).toBe('pairing_closed');
});
