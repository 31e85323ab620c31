/** The gate: what waits for a person is read in the workspace, and no script of any page decides it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { InboxView } from '../../../src/protocol/delegation-views.ts';
import { operations } from '../../../src/protocol/table.ts';
import { grant, script, settle, start, view } from '../../delegation/scene.ts';
import { ok } from '../../rigs/people.ts';
import { callSigned, callWithToken, lootOrigin, pressByScript } from '../attacks.ts';
import { hasFocus, tabTo } from '../keys.ts';
import { entry, found, live, runOf, type Stage, showBoard, showDesk, viewOf } from './stage.ts';

const decides = /allow|deny|answer|grant|accept|apply|send back|cancel|stop|revoke|remove|run the checks|let runs/i;

export function deciding(stage: () => Stage): void {
  const seq = async () => (ok(await stage().desk().call('read_workspace', {})) as { seq: number }).seq;

  async function expectUndecided(): Promise<void> {
    expect((await viewOf(stage(), 'asks')).questions).toMatchObject([{ status: 'open', answer: null }]);
    expect((await viewOf(stage(), 'wants')).requests).toMatchObject([{ status: 'open', decidedBy: null }]);
    expect((await viewOf(stage(), 'waits')).run).toMatchObject({ status: 'waiting_grant' });
    expect((await viewOf(stage(), 'greet')).run).toMatchObject({ verdict: null, result: { appliedAt: null } });
    expect(await live(stage())).toEqual([]);
  }

  test('a question, a permission and a grant wait, and two ended runs for a word', async () => {
    const begin = async (name: string, prompt: string) => {
      const { task_id } = await start(stage(), `${name}. ${prompt}`, { mode: 'think', question_timeout_seconds: 600 });
      stage().runs.set(name, task_id);
      return task_id;
    };
    for (const [name, step] of [
      ['asks', ['ask_until', 'Left or right?', { options: ['Left', 'Right'] }]],
      ['wants', ['permission', 'execute', 'make install']],
    ] as const) {
      await settle(stage(), await begin(name, script(step, ['finish'])), ({ run }) => run.status === 'waiting_input');
    }
    for (const { id } of await live(stage())) ok(await stage().desk().call('revoke_grant', { grantId: id }));
    await begin('waits', script(['finish']));
    const page = await showDesk(stage(), '/');
    for (const words of ['Left or right?', 'make install', 'Waits for a grant', 'A result to apply']) {
      await entry(page, words).first().waitFor();
    }
    await expectUndecided();
    expect(await found(page)).toEqual([]);
  });

  test('what waits comes a page at a time; the rest is counted, and read on by key', async () => {
    const page = stage().atDesk;
    await showDesk(stage(), '/calendar');
    // Pages of two: a hundred runs would say no more. A signed question cannot be changed, so the first is kept.
    let all: InboxView | null = null;
    await page.route('**/api/read_inbox', async (route) => {
      const { cursor } = route.request().postDataJSON() as { cursor?: string };
      const response = cursor === undefined ? await route.fetch() : undefined;
      if (response) all = (await response.json()) as InboxView;
      const items = all?.items ?? [];
      const end = Number(cursor ?? 0) + 2;
      const nextCursor = end < items.length ? `${end}` : null;
      await route.fulfill({
        ...(response && { response }),
        json: { ...all, items: items.slice(end - 2, end), nextCursor },
      });
    });
    await showDesk(stage(), '/');
    const list = page.getByRole('list', { name: 'What waits for you' }).locator('> li');
    const { total, kinds } = ok(await stage().desk().call('read_inbox', {})) as InboxView;
    expect(total).toBeGreaterThan(3);
    await page.getByText(`And ${total - 2} more: 1 run without a grant, `).waitFor();
    expect(await list.count()).toBe(2);
    expect(await page.title()).toMatch(`(${total}) `);
    expect(await found(page)).toEqual([]);
    await tabTo(page, page.getByRole('button', { name: 'Show more' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => list.count()).toBe(4);
    expect(await hasFocus(list.nth(2).getByRole('link').first())).toBe(true);
    for (let count = 4; count < total; count += 2) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => list.count()).toBe(Math.min(total, count + 2));
    }
    expect(await page.getByText('A result to apply').count()).toBe(kinds.apply);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.unroute('**/api/read_inbox');
  });

  test('the workspace shows all of it and offers no control that decides', async () => {
    for (const name of ['asks', 'wants', 'waits', 'greet', 'repair']) {
      const board = await showBoard(stage(), `/run/${runOf(stage(), name)}`);
      await expectNoDecision(board);
      const way = board.getByRole('link', { name: 'Decide at the desk' });
      expect(await way.getAttribute('href')).toBe(`${stage().world.daemon.deskUrl}/run/${runOf(stage(), name)}`);
    }
    for (const path of ['/runs', '/usage', `/task/${runOf(stage(), 'task')}`]) {
      await expectNoDecision(await showBoard(stage(), path), path.startsWith('/task') ? 'Delegation' : undefined);
    }
  });

  async function expectNoDecision(board: Page, region?: string): Promise<void> {
    const place = region
      ? board.locator('section').filter({ has: board.getByRole('heading', { level: 2, name: region }) })
      : board.getByRole('main');
    await place.first().waitFor();
    const names = await place
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
    expect(names.filter((name) => decides.test(name))).toEqual([]);
    expect(await place.getByRole('textbox').count()).toBe(0);
    expect(await place.getByRole('checkbox').count()).toBe(0);
  }

  /** What a script would send: each would decide something, if the desk sent it. */
  async function wishes() {
    const [asks, wants, greet, test] = await Promise.all(
      ['asks', 'wants', 'greet', 'test'].map((name) => viewOf(stage(), name)),
    );
    const { id: rootId = '' } =
      (ok(await stage().desk().call('read_delegation', {})) as { roots: { id: string }[] }).roots[0] ?? {};
    const waiting = { runId: runOf(stage(), 'waits') };
    const ended = { runId: greet?.run.id };
    const wish = { rootId, agentIds: ['rig'], modes: ['think'], maxLaunches: 9, until: '2099-01-01T00:00:00Z' };
    const inputs: Record<string, object> = {
      answer_question: { questionId: asks?.questions[0]?.id, answer: 'Left' },
      decide_request: { requestId: wants?.requests[0]?.id, allow: true },
      make_grant: wish,
      apply_result: ended,
      accept_run: { ...ended, notes: '' },
      send_back_run: { ...ended, notes: 'x' },
      cancel_run: waiting,
      observe_checks: { runId: test?.run.id },
      drop_worktree: { conversationId: greet?.run.conversationId },
      accept_changed_check: { checkRunId: test?.checks[0]?.id },
      stop_runs: {},
      change_limits: { maxWorkers: 1 },
      set_agent: { agentId: 'rig', base: 'custom', allowed: true, argv: ['/bin/sh'] },
      add_root: { path: '/' },
      change_root: { rootId, prepare: 'true' },
      remove_root: { rootId },
      revoke_grant: { grantId: 'x' },
      confirm_context: { contextId: 'x', expectedRevision: 1, ids: ['tests'], required: true },
    };
    const atDesk = operations.filter(({ who }) => who.includes('desk') && !who.includes('workspace'));
    for (const name of Object.keys(inputs)) expect(atDesk.map((one) => one.name)).toContain(name);
    return Object.entries(inputs).map(([name, input]) => ({ name, input }));
  }

  test('a script in the workspace page decides none of it, with no key that it finds', async () => {
    const { world, atBoard } = stage();
    const before = await seq();
    const calls = await wishes();
    const answers = await atBoard.evaluate(callSigned, { calls, to: world.daemon.url, mode: 'cors' as const });
    for (const answer of answers) expect(answer).toMatch(/ (403 forbidden|404 unknown_operation)$/);
    expect(answers).toHaveLength(calls.length);
    const { storage } = await atBoard.evaluate(lootOrigin);
    const { secret: token } = JSON.parse(storage['sidekicks-visitor'] ?? '{}') as { secret: string };
    expect(token).toMatch(/^\S{20,}$/);
    for (const answer of await atBoard.evaluate(callWithToken, { calls, token }))
      expect(answer).toMatch(/ (403 forbidden|404 unknown_operation)$/);
    await expectUndecided();
    expect(await seq()).toBe(before);
  });

  test('a control of the desk pressed by a script does nothing', async () => {
    const before = await seq();
    let pressed = 0;
    for (const path of [
      '/',
      ...['asks', 'wants', 'waits', 'greet'].map((name) => `/run/${runOf(stage(), name)}`),
      '/runs',
      '/delegation',
    ]) {
      const page = await showDesk(stage(), path);
      for (const field of await page.getByRole('main').getByRole('textbox').all()) await field.fill('Planted.');
      for (const button of await page.getByRole('main').getByRole('button').all()) {
        await button.evaluate(pressByScript);
        pressed += 1;
      }
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    expect(pressed).toBeGreaterThan(25);
    await stage().atDesk.waitForTimeout(300);
    await expectUndecided();
    expect(await seq()).toBe(before);
  });

  test('what waited is done with, by a person’s press', async () => {
    const page = await showDesk(stage(), `/run/${runOf(stage(), 'waits')}`);
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await showDesk(stage(), '/');
    await entry(page, 'Left or right?').getByRole('button', { name: 'Left', exact: true }).click();
    await entry(page, 'make install').getByRole('button', { name: 'Deny' }).click();
    for (const name of ['asks', 'wants', 'waits']) await settle(stage(), runOf(stage(), name));
    expect((await view(stage(), runOf(stage(), 'asks'))).questions).toMatchObject([
      { status: 'answered', answer: 'Left' },
    ]);
    // The rest is the rig's own, and needs none of the desk.
    const { roots } = ok(await stage().desk().call('read_delegation', {})) as { roots: { id: string }[] };
    await grant({ desk: stage().desk, rootId: roots[0]?.id ?? '' }, { ask: true });
  });
}
