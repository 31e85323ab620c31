/** The gate in a real browser: what a hostile script in the workspace page can reach, and that none of it decides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { operations } from '../../src/protocol/table.ts';
import { root } from '../rigs/daemon.ts';
import { makeAgent, ok } from '../rigs/people.ts';
import {
  type Call,
  callSigned,
  callWithToken,
  type Loot,
  lootOrigin,
  openAndTouch,
  pressByScript,
  reachAcross,
} from './attacks.ts';
import { keepPictures } from './pictures.ts';
import { journalsPlan } from './plans.ts';
import { openWorld, seen, type World } from './world.ts';

let world: World;
let agent: Client;
let board: Page;
let desk: Page;
let proposalId: string;
let digest: string;
let path: string;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ({ board, desk } = world);
  agent = await world.agent('claude');
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const staged = ok(await agent.callByName('stage_task_plan', journalsPlan(version))) as Record<string, string>;
  ({ proposalId = '', digest = '' } = staged);
  path = `/proposal/${proposalId}`;
  await board.getByRole('region', { name: 'Waiting proposals' }).waitFor();
  await desk.goto(`${world.daemon.deskUrl}${path}`);
  await decision().getByText('This browser computed the same').waitFor();
});

afterAll(() => world?.close());

const decision = () => desk.getByRole('region', { name: 'Your decision' });
const access = async () => ok(await world.person.call('read_access', {}));

/** What a script would like to do, with inputs that would do it for the desk. */
function wishes(caller: 'workspace' | 'visitor'): Call[] {
  const named = { proposalId, revision: 1 };
  const inputs: Record<string, unknown> = {
    approve_proposal: { ...named, digest, shown: 'a'.repeat(64), notes: '', create: true },
    request_changes: { ...named, text: 'x' },
    reject_proposal: { ...named, reason: 'x' },
    edit_proposal: { ...named, candidate: journalsPlan(0) },
    make_token: { label: 'mine' },
    start_pairing: {},
    enrol_workspace_key: { publicKey: 'A'.repeat(122), label: 'mine' },
    revoke_key: { keyId: 'x' },
    change_calendar: { zone: 'UTC' },
  };
  const rows = operations.filter(({ who }) => who.includes('desk') && !who.includes(caller));
  return rows.map(({ name }) => ({ name, input: inputs[name] ?? {} }));
}

async function expectUndecided(): Promise<void> {
  const proposal = ok(await agent.callByName('get_proposal', { proposalId }));
  expect(proposal).toMatchObject({ status: 'awaiting_approval', revision: 1, digest, approval: null });
  const commit = ok(await agent.callByName('commit_task_plan', { proposalId }));
  expect(commit).toMatchObject({ status: 'approval_required' });
}

describe('a script in the workspace page', () => {
  let loot: Loot;
  let before: Awaited<ReturnType<typeof access>>;

  beforeAll(async () => {
    before = await access();
    loot = await board.evaluate(lootOrigin);
  });
  afterEach(expectUndecided);

  test('finds one key, which it can use and not read, and nothing that is the desk’s', async () => {
    expect(loot.keys).toEqual([{ keyId: expect.any(String), extractable: false, exported: false }]);
    expect(loot.cookie).toBe('');
    expect(loot.caches).toEqual([]);
    const deskLoot = await desk.evaluate(lootOrigin);
    expect(deskLoot.keys).toHaveLength(1);
    expect(deskLoot.keys[0]).toMatchObject({ extractable: false, exported: false });
    expect(deskLoot.keys[0]?.keyId).not.toBe(loot.keys[0]?.keyId);
    // How the page looks and where it was scrolled to; no token lies there.
    for (const name of Object.keys(deskLoot.storage)) expect(name).toMatch(/^(sidekicks-theme|tsr-scroll-.*)$/);
  });

  test('decides nothing with the page’s key on its own origin', async () => {
    const calls = wishes('workspace');
    const to = world.daemon.url;
    const answers = await board.evaluate(callSigned, { calls, to, mode: 'cors' as const });
    expect(answers.length).toBeGreaterThan(15);
    for (const answer of answers) expect(answer).toMatch(/ (403 forbidden|404 unknown_operation)$/);
  });

  test('decides nothing with the page’s key on the desk’s origin, whatever the signature names', async () => {
    const calls = wishes('workspace');
    const to = world.daemon.deskUrl;
    const deskKey = (await desk.evaluate(lootOrigin)).keys[0]?.keyId ?? '';
    for (const mode of ['cors', 'no-cors'] as const) {
      for (const asKey of [{}, { asKey: deskKey }]) {
        const answers = await board.evaluate(callSigned, { calls: calls.slice(0, 4), to, mode, ...asKey });
        for (const answer of answers) expect(answer).toMatch(/ TypeError$/);
      }
    }
    // The policy of the page stops them; without it the desk says no by itself.
    const { nonces } = (await (await fetch(`${to}/api/hello`)).json()) as { nonces: string[] };
    const forged = await fetch(`${to}/api/approve_proposal`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-sidekicks-key': deskKey,
        'x-sidekicks-nonce': nonces[0] ?? '',
        'x-sidekicks-signature': 'A'.repeat(86),
      },
      body: JSON.stringify(calls.find(({ name }) => name === 'approve_proposal')?.input),
    });
    expect(await forged.json()).toMatchObject({ error: { code: 'bad_signature' } });
  });

  test('decides nothing with the visitor’s token', async () => {
    const { secret: token } = JSON.parse(loot.storage['sidekicks-visitor'] ?? '{}') as { secret: string };
    expect(token).toMatch(/^\S{20,}$/);
    const answers = await board.evaluate(callWithToken, { calls: wishes('visitor'), token });
    expect(answers.length).toBeGreaterThan(15);
    for (const answer of answers) expect(answer).toMatch(/ (403 forbidden|404 unknown_operation|403 not_yours)$/);
  });

  test('reaches the desk by no frame, form, window, script or worker', async () => {
    const found = await board.evaluate(reachAcross, { deskUrl: world.daemon.deskUrl, path });
    expect(Object.values(found)).not.toContain('REACHED');
    expect(board.frames().filter((frame) => frame.url().startsWith(world.daemon.deskUrl))).toEqual([]);
    const [popup, touched] = await Promise.all([
      world.context.waitForEvent('page'),
      board.evaluate(openAndTouch, { deskUrl: world.daemon.deskUrl, path: `${path}?approve=true#decision` }),
    ]);
    expect(Object.values(touched)).not.toContain('REACHED');
    // The desk itself is fine in there, cut off from who opened it.
    await popup.getByRole('region', { name: 'Your decision' }).waitFor();
    expect(await popup.evaluate('window.opener')).toBeNull();
    await popup.close();
  });

  test('puts no words into a person’s mouth at the desk', async () => {
    const { origin: to } = new URL(world.daemon.url);
    const edit = { ...journalsPlan(0), rationale: 'Planted.' };
    const input = { proposalId, body: { revision: 1, notes: 'Planted.', comments: { '': 'Planted.' }, edit } };
    const calls = [{ name: 'save_draft', input }];
    expect(await board.evaluate(callSigned, { calls, to, mode: 'cors' as const })).toEqual(['save_draft 200 DONE']);
    await desk.reload();
    await decision().getByText('This browser computed the same').waitFor();
    expect(await seen(desk.locator('main'))).not.toContain('Planted.');
    expect(await decision().getByLabel('Your words').inputValue()).toBe('');
  });

  test('left no key, token or person behind', async () => {
    const after = await access();
    expect(after.keys.map(({ id }) => id)).toEqual(before.keys.map(({ id }) => id));
    expect(after.tokens.map(({ id }) => id)).toEqual(before.tokens.map(({ id }) => id));
    expect(after.persons).toEqual(before.persons);
  });
});

describe('a control pressed by a script', () => {
  test('does nothing at the desk', async () => {
    await decision().getByLabel('Your words').fill('Words enough for every button.');
    expect(await desk.evaluate('document.forms.length')).toBe(0);
    const buttons = await decision().getByRole('button').all();
    expect(buttons.length).toBeGreaterThanOrEqual(4);
    for (const button of buttons) await button.evaluate(pressByScript);
    await desk.waitForTimeout(500);
    await expectUndecided();
  });

  test('does nothing on the board', async () => {
    await board.goto(world.daemon.url);
    await board.getByRole('link', { name: /Take the three screenshots/ }).waitFor();
    const version = async () => (ok(await world.person.call('read_workspace', {})) as { seq: number }).seq;
    const seq = await version();
    for (const name of ['New task in Today', 'Empty the example', 'Keys']) {
      await board.getByRole('button', { name }).evaluate(pressByScript);
    }
    const card = board.locator('[data-task]').first();
    await card.evaluate((element) => {
      for (const key of [' ', 'ArrowRight', ' ']) {
        element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }
      const column = document.querySelector('#column-done')?.closest('section');
      for (const [target, type] of [
        [element, 'dragstart'],
        [column, 'dragenter'],
        [column, 'drop'],
      ] as const) {
        const dataTransfer = new DataTransfer();
        target?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    });
    await board.waitForTimeout(500);
    expect(await board.getByRole('dialog').count()).toBe(0);
    expect(await board.locator('.inline-form').count()).toBe(0);
    expect(await version()).toBe(seq);
  });
});

test('the desk offers no tool, and lets none be registered', async () => {
  const tried = await desk.evaluate(async () => {
    const { modelContext } = document;
    if (!modelContext) return 'absent';
    const tool = { name: 'approve', description: 'x', inputSchema: {}, execute: async () => 'x' };
    // Some versions throw where others answer with a rejection.
    const register = async () => modelContext.registerTool(tool);
    const registered = await register().then(
      () => 'registered',
      (error: Error) => error.name,
    );
    const tools = await (async () => modelContext.getTools())().then(
      (all) => all.length,
      () => 0,
    );
    return `${registered}, ${tools} tools`;
  });
  expect(tried).toMatch(/^(absent|NotAllowedError, 0 tools)$/);
});

test('whoever drives the browser’s real input can press Approve, and SECURITY.md says so', async () => {
  // Pinned: this is what `attended` does not stop. A claim that it did would be a lie.
  const cdp = await world.context.newCDPSession(desk);
  await desk.bringToFront();
  const button = decision().getByRole('button', { name: 'Approve', exact: true });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is nowhere');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1 } as const;
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  await desk.getByRole('heading', { level: 2, name: 'Approved', exact: true }).waitFor();
  const { approval } = ok(await agent.callByName('get_proposal', { proposalId })) as { approval: unknown };
  expect(approval).toMatchObject({ level: 'attended' });
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8').replaceAll(/\s+/g, ' ');
  expect(security).toContain("an agent that drives the desk's own window with real input can press its buttons");
});

test('a revoked key closes the page that holds it', async () => {
  const { keys } = await access();
  const [{ keyId } = { keyId: '' }] = (await board.evaluate(lootOrigin)).keys;
  expect(keys.map(({ id }) => id)).toContain(keyId);
  ok(await world.person.call('revoke_key', { keyId }));
  await board.getByRole('heading', { name: /^This browser is not paired/ }).waitFor();
  await makeAgent(world.person, 'after'); // the rig's own key still works
});
