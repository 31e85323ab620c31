/** Broken and offline: each page about runs says so, and nothing that was typed is lost. */
import { expect, test } from 'vitest';
import { script, settle, start } from '../../delegation/scene.ts';
import { violations } from '../axe.ts';
import { entry, found, runOf, type Stage, section, showBoard, showDesk } from './stage.ts';

const LOST = 'The connection to Sidekicks is lost.';

export function breaking(stage: () => Stage): void {
  test.each([
    ['desk', '/', 'read_inbox'],
    ['desk', '/runs', 'read_runs'],
    ['desk', '/run/repair', 'read_run'],
    ['desk', '/usage', 'read_usage'],
    ['desk', '/delegation', 'read_delegation'],
    ['workspace', '/runs', 'read_runs'],
    ['workspace', '/run/repair', 'read_run'],
    ['workspace', '/usage', 'read_usage'],
  ] as const)('the %s page %s without an answer to %s, and after “Try again”', async (where, path, name) => {
    const page = where === 'desk' ? stage().atDesk : stage().atBoard;
    const showIt = where === 'desk' ? showDesk : showBoard;
    await showIt(stage(), where === 'desk' ? '/calendar' : '/week');
    await page.route(`**/api/${name}`, (route) => route.abort());
    await showIt(stage(), path.replace('repair', runOf(stage(), 'repair')));
    const main = page.getByRole('main');
    await main.getByText('Sidekicks does not answer.').first().waitFor();
    expect(await found(page)).toEqual([]);
    await page.unroute(`**/api/${name}`);
    await main.getByRole('button', { name: 'Try again' }).first().click();
    await main.getByText('Sidekicks does not answer.').waitFor({ state: 'detached' });
  });

  test('offline: both say so, an answer that is not sent stays, and what became of the question is told', async () => {
    const { world, atDesk: desk, atBoard: board } = stage();
    const prompt = script(['ask_until', 'Still there?'], ['finish']);
    const { task_id } = await start(stage(), `Outlive. ${prompt}`, { mode: 'think', question_timeout_seconds: 600 });
    await settle(stage(), task_id, ({ run }) => run.status === 'waiting_input');
    await showBoard(stage(), `/run/${task_id}`);
    await showDesk(stage(), '/');
    const asked = entry(desk, 'Still there?');
    const field = asked.getByLabel('Your answer');
    await field.fill('Yes, I am.');
    await world.daemon.kill();
    for (const page of [board, desk]) {
      await page.bringToFront();
      await page.getByText(LOST).waitFor();
      expect(await found(page)).toEqual([]);
    }
    await asked.getByRole('button', { name: 'Answer' }).click();
    await asked.getByText('It is not known whether it was done').waitFor();
    expect(await field.inputValue()).toBe('Yes, I am.');
    for (const path of ['/runs', '/delegation', '/usage']) {
      await showDesk(stage(), path);
      await desk.getByText(LOST).waitFor();
      expect(await violations(desk)).toEqual([]);
    }
    await showDesk(stage(), '/');
    await world.restart();
    await desk.getByText(LOST).waitFor({ state: 'detached' });
    // Its run ended with the daemon, and is not started again by itself.
    await board.bringToFront();
    await board.getByText('Interrupted', { exact: true }).first().waitFor();
    await section(board, 'Questions and permissions').getByText('Closed with the run').waitFor();
  });
}
