/** While nothing answers a press says so and what was typed stays; once it is back the same controls act. */
import { expect, test } from 'vitest';
import type { DelegationView } from '../../../src/protocol/delegation-views.ts';
import { ok } from '../../rigs/people.ts';
import { audit } from '../axe.ts';
import { show } from '../show.ts';
import type { Forms } from './stage.ts';

const LOST = 'The connection to Sidekicks is lost.';

export function away(forms: () => Forms): void {
  test('an inbox that cannot read who asks to be let in says so, and reads it when a person asks', async () => {
    const { desk, at } = forms();
    await show(desk, at(desk, '/calendar'));
    await desk.route('**/api/read_access', (route) => route.abort());
    await show(desk, at(desk, '/'));
    const failed = desk.getByRole('alert').filter({ hasText: 'Which agents ask to be let in could not be read' });
    await failed.getByText('Sidekicks does not answer.').waitFor();
    // What can be read is there all the same.
    await desk.getByRole('list', { name: 'What waits for you' }).getByText('Write the press note').waitFor();
    expect(await audit(desk)).toEqual([]);
    await desk.unroute('**/api/read_access');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
  });

  test('while the daemon is away, what is pressed does nothing and says so; what was typed stays', async () => {
    const { world, desk, board, reviewing, review, at } = forms();
    // Parts of the program that came already do not have to come now.
    for (const path of ['/runs', '/activity', review]) await show(desk, at(desk, path));
    await show(desk, at(desk, '/delegation'));
    await desk.getByLabel('Workers at the same time').fill('5');
    await desk.getByLabel('Wait for your permission, seconds').fill('900');
    await show(reviewing, at(desk, review));
    for (const path of ['/usage', '/']) await show(board, at(board, path));
    await world.daemon.kill();

    await reviewing.getByText(LOST).waitFor();
    const approve = reviewing.getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    expect(await approve.getAttribute('title')).toMatch(/does not answer/);

    await desk.bringToFront();
    await desk.getByRole('button', { name: 'Save the limits' }).click();
    await desk.getByRole('alert').getByText('It is not known whether it was done').waitFor();
    expect(await desk.getByLabel('Workers at the same time').inputValue()).toBe('5');

    await board.bringToFront();
    await board.getByRole('button', { name: 'New task in Today' }).click();
    const title = board.getByRole('textbox', { name: 'New task in Today' });
    await title.fill('Typed while away');
    await title.press('Enter');
    await board.getByText('Sidekicks does not answer.').first().waitFor();
    expect(await title.inputValue()).toBe('Typed while away');
  });

  test('once it is back, the same controls act', async () => {
    const { world, desk, board, reviewing } = forms();
    await world.restart();
    for (const page of [desk, board, reviewing]) await page.getByText(LOST).waitFor({ state: 'detached' });
    await desk.bringToFront();
    await desk.getByRole('button', { name: 'Save the limits' }).click();
    await desk.getByText('The limits were changed.').waitFor();
    expect(await desk.getByText('It is not known whether it was done').count()).toBe(0);
    const { limits } = ok(await world.person.call('read_delegation', {})) as DelegationView;
    expect(limits).toMatchObject({ maxWorkers: 5, requestSeconds: 900 });
    await board.bringToFront();
    await board.getByRole('textbox', { name: 'New task in Today' }).press('Enter');
    await board.getByRole('link', { name: 'Typed while away' }).waitFor();
    await expect
      .poll(() => reviewing.getByRole('button', { name: 'Approve', exact: true }).getAttribute('aria-disabled'))
      .toBeNull();
  });

  test('a page that could not be read comes by itself when the daemon is back', async () => {
    const { world, desk, board, review, at } = forms();
    for (const path of ['/activity', review]) await show(desk, at(desk, path));
    await show(board, at(board, '/usage'));
    await show(board, at(board, '/'));
    await world.daemon.kill();
    const failed = [
      [desk, '/activity'],
      [board, '/usage'],
    ] as const;
    for (const [page, path] of failed) {
      await show(page, at(page, path));
      await page.getByRole('main').getByText('Sidekicks does not answer.').waitFor();
    }
    await world.restart();
    for (const page of [desk, board]) {
      await page.bringToFront();
      await page.getByRole('main').getByText('Sidekicks does not answer.').waitFor({ state: 'detached' });
      await page.getByText(LOST).waitFor({ state: 'detached' });
    }
  });
}
