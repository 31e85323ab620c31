/** What came out: its evidence, its diff, and a person's word on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { result, script, settle, start, view } from '../../delegation/scene.ts';
import { ok } from '../../rigs/people.ts';
import { hasFocus, tabTo } from '../keys.ts';
import { entry, found, git, makeGrant, put, runOf, type Stage, section, showBoard, showDesk, viewOf } from './stage.ts';

const word = (page: Page) => section(page, 'Your word on it');

async function observeChecks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Grant the commands…' }).click();
  await page
    .getByRole('dialog')
    .getByText(/a check, digest/)
    .waitFor();
  await makeGrant(page);
  await page.getByRole('button', { name: 'Grant the commands…' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Run the checks' }).click();
  await section(page, 'Checks').getByText('Observed', { exact: true }).waitFor();
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply to the checkout…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Apply \d/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

export function judging(stage: () => Stage): void {
  const showRun = (name: string) => showDesk(stage(), `/run/${runOf(stage(), name)}`);
  const content = (path: string) => readFileSync(join(stage().project, path), 'utf8');

  test('a check runs only under the digest of its command; the matrix goes from the gap to none', async () => {
    const page = await showRun('repair');
    const coverage = section(page, 'Coverage');
    await coverage.getByText('0 of 2 units').waitFor();
    expect(await coverage.getByText('No evidence').count()).toBe(2);
    await word(page).getByText('2 of 2 criteria without current evidence.').waitFor();
    const run = page.getByRole('button', { name: 'Run the checks' });
    expect(await run.getAttribute('aria-disabled')).toBe('true');
    expect(await found(page)).toEqual([]);
    await observeChecks(page);
    await coverage.getByText('2 of 2 units').waitFor();
    expect(await coverage.getByText('Evidence, observed').count()).toBe(2);
    expect(await coverage.getByText('No evidence').count()).toBe(0);
    expect(await page.locator('.refused').count()).toBe(0);
    await page.getByRole('button', { name: 'Output' }).first().click();
    await page.getByRole('button', { name: 'Close the output' }).waitFor();
    expect(await found(page)).toEqual([]);
  });

  test('its diff is read by keyboard, hunk by hunk and file by file', async () => {
    const page = await showRun('repair');
    await page.getByRole('button', { name: 'Apply to the checkout…' }).focus();
    await tabTo(page, page.getByRole('button', { name: 'Next file' }));
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (const [key, words] of [
      ['Enter', 'docs/notes.md'],
      ['n', 'src/sum.js'],
      ['j', '@@'],
      ['p', 'src/sum.js'],
      ['k', '@@'],
      ['p', 'docs/notes.md'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(), `after ${key}`).toContain(words);
    }
    await page.keyboard.press('Enter');
    const closed = page.getByRole('button', { name: 'docs/notes.md', expanded: false });
    await closed.waitFor();
    expect(await hasFocus(closed)).toBe(true);
  });

  test('a checkout with changes of its own is left alone, and says so; a clean one is moved forward', async () => {
    const page = await showRun('repair');
    put(stage(), 'src/sum.js', 'mine\n');
    await apply(page);
    const refused = page.getByRole('alert');
    await refused.getByText('It was not applied; your checkout is as it was.').waitFor();
    await refused.getByText('1 changed file, first src/sum.js. Commit or put aside').waitFor();
    await refused.getByText('checkout_dirty').waitFor();
    expect(content('src/sum.js')).toBe('mine\n');
    git(stage(), 'checkout', 'src/sum.js');
    await apply(page);
    await section(page, 'Result').getByText('as a fast-forward: the checkout moved to its commit').waitFor();
    expect(content('src/sum.js')).toContain('a + b');
  });

  test('is sent back with what is missing, which who started it reads', async () => {
    const page = await showRun('repair');
    const sendBack = word(page).getByRole('button', { name: 'Send back' });
    expect(await sendBack.getAttribute('aria-disabled')).toBe('true');
    await word(page).getByLabel('Notes').fill('It has no test.');
    await sendBack.click();
    await page.getByText('Sent back by Mara').waitFor();
    const { verdict } = await result(stage(), runOf(stage(), 'repair'));
    expect(verdict).toMatchObject({ kind: 'sent_back', notes: 'It has no test.' });
  });

  test('a second turn that changed what judges it shows nothing before a person accepts that', async () => {
    const { contract, run } = await viewOf(stage(), 'repair');
    const goal = script(
      ['exec', 'mkdir test'],
      ['write', 'test/sum.test.js', "require('../src/sum.js');\n"],
      ['finish', 'success', { summary: 'Tested.', checks: [{ id: 'check-1', status: 'passed' }] }],
    );
    const { acceptance, acceptance_set, verification } = contract ?? {};
    const next = {
      conversation_id: run.conversationId,
      contract: { goal: `Write its test. ${goal}`, acceptance, acceptance_set, verification },
    };
    const { task_id } = ok(await stage().agent().callByName('tandem_continue', next)) as { task_id: string };
    stage().runs.set('test', task_id);
    expect((await settle(stage(), task_id)).run.outcome).toBe('success');
    const page = await showRun('test');
    await page
      .getByRole('link', { name: /Repair the sum/ })
      .first()
      .waitFor();
    await observeChecks(page);
    const coverage = section(page, 'Coverage');
    await section(page, 'Checks').getByText('Passed, check changed by this run').first().waitFor();
    await coverage.getByText('0 of 2 units').waitFor();
    expect(await found(page)).toEqual([]);
    const observed = section(page, 'Checks').getByRole('listitem').filter({ hasText: 'Observed' });
    await observed.getByRole('button', { name: 'Accept the changed check' }).click();
    await observed.getByText('a person accepted that it changed the check').waitFor();
    await coverage.getByText('2 of 2 units').waitFor();
  });

  test('a checkout that went on takes a patch, and one that went on in the same lines says so', async () => {
    put(stage(), 'elsewhere.txt', 'x\n');
    git(stage(), 'add', '-A');
    git(stage(), 'commit', '-qm', 'elsewhere');
    const page = await showRun('test');
    await apply(page);
    await section(page, 'Result').getByText('as a patch: the same changes are a new commit').waitFor();
    expect(git(stage(), 'status', '--porcelain')).toBe('');
    expect(git(stage(), 'log', '-2', '--format=%s')).toMatch(/\nelsewhere\n$/);
    expect(content('test/sum.test.js')).toContain('sum.js');
    const prompt = script(['write', 'hello.txt', 'hello from the worker\n'], ['finish']);
    const { task_id } = await start(stage(), `Greet. ${prompt}`, { mode: 'work' });
    await settle(stage(), task_id);
    stage().runs.set('greet', task_id);
    put(stage(), 'hello.txt', 'hello, mine\n');
    git(stage(), 'add', '-A');
    git(stage(), 'commit', '-qm', 'mine');
    await showRun('greet');
    await apply(page);
    await page.getByRole('alert').getByText('checkout_moved').waitFor();
    expect(content('hello.txt')).toBe('hello, mine\n');
    expect(await found(page)).toEqual([]);
  });

  test('a run that changed nothing is checked on the commit that it stood on; what saw no project cannot be', async () => {
    const { contract } = await viewOf(stage(), 'repair');
    const run = async (mode: string) => {
      const goal = `Look at it in ${mode}. ${script(['finish', 'success', { summary: 'Seen.' }])}`;
      const input = { cwd: stage().project, mode, contract: { ...contract, goal } };
      const { task_id } = ok(await stage().agent().callByName('tandem_start', input)) as { task_id: string };
      await settle(stage(), task_id);
      expect((await view(stage(), task_id)).run.result).toBeNull();
      return showDesk(stage(), `/run/${task_id}`);
    };
    const page = await run('analyze');
    const checks = section(page, 'Checks');
    await checks.getByText('It left no commit, so they run on the one that it stood on.').waitFor();
    await observeChecks(page);
    await section(page, 'Coverage').getByText('2 of 2 units').waitFor();
    await run('think');
    await checks.getByText('There are no exact bytes to check: think sees no project.').waitFor();
    expect(await checks.getByRole('button', { name: 'Run the checks' }).getAttribute('aria-disabled')).toBe('true');
    expect(await checks.getByRole('button', { name: 'Grant the commands…' }).count()).toBe(0);
    expect(await found(page)).toEqual([]);
  });

  test('accepted, its task is done, and the card on the board shows with which evidence', async () => {
    const board = await showBoard(stage(), '/');
    const done = board.getByRole('region', { name: /^Done/ });
    expect(await done.getByText('Repair the sum').count()).toBe(0);
    const page = await showRun('test');
    await word(page).getByRole('button', { name: 'Accept, and the task is done' }).click();
    await page.getByText('Accepted. The task is done.').waitFor();
    await board.bringToFront();
    const card = done.getByRole('listitem').filter({ hasText: 'Repair the sum' });
    await card.getByText('Accepted by Mara').waitFor();
    await card.getByText('evidence for 2 of 2').waitFor();
    expect(await found(board)).toEqual([]);
    await card.getByRole('link', { name: /Repair the sum/ }).click();
    await entry(board, 'turn 2').getByText('Accepted by Mara').waitFor();
    expect(await found(board)).toEqual([]);
  });
}
