/** Every field of a task is set by hand, by keyboard alone where a form opens; the focus goes back to what opened it. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { ok } from '../../rigs/people.ts';
import { show } from '../show.ts';
import type { Forms } from './stage.ts';

export function fields(forms: () => Forms): void {
  const board = () => forms().world.board;
  const task = async () => {
    const { tasks } = ok(await forms().world.person.call('read_workspace', {}));
    return tasks.find(({ number }) => number === 20);
  };
  const button = (name: string | RegExp) => board().getByRole('button', { name, exact: typeof name === 'string' });
  const opened = async (name: string | RegExp, field: string | RegExp): Promise<Locator> => {
    await button(name).press('Enter');
    return board()
      .getByLabel(field, { exact: typeof field === 'string' })
      .first();
  };
  const isFocused = (of: Locator) => expect.poll(() => of.evaluate((one) => one === document.activeElement)).toBe(true);

  test('words: title and description', async () => {
    await show(board(), forms().at(board(), '/task/T-20'));
    const title = await opened('Edit the title', 'Title');
    await title.fill('Oil the hinges');
    await title.press('Enter');
    await board().getByRole('heading', { level: 1, name: 'Oil the hinges' }).waitFor();
    const description = await opened('Edit the description', 'Markdown');
    await description.fill('All **four** of them.');
    // Nothing is set up that could delegate it.
    expect(await board().getByText('Files and checks for delegation').count()).toBe(0);
    await description.press('Control+Enter');
    await board().locator('strong').filter({ hasText: 'four' }).waitFor();
    await isFocused(button('Edit the description'));
    expect(await task()).toMatchObject({ title: 'Oil the hinges', description: 'All **four** of them.' });
  });

  test('lists: tags and the checklist, one line after the other', async () => {
    const tag = await opened('Add a tag', 'New tag');
    for (const word of ['hinge', 'oil', 'hinge']) {
      await tag.fill(word);
      await tag.press('Enter');
      await expect.poll(() => tag.inputValue()).toBe('');
    }
    await tag.fill('half typed');
    await tag.press('Escape');
    expect(await tag.inputValue()).toBe('half typed');
    await tag.fill('');
    await tag.press('Escape');
    await isFocused(button('Add a tag'));
    await button('Remove the tag oil').press('Enter');
    const item = await opened('Add to the checklist', 'New item');
    await item.fill('Left one');
    await item.press('Enter');
    await board().getByRole('checkbox', { name: 'Left one' }).press('Space');
    await board().getByRole('heading', { name: 'Checklist, 1 of 1 done' }).waitFor();
    await item.press('Escape');
    await isFocused(button('Add to the checklist'));
    const { tags, checklist } = (await task()) ?? {};
    expect(tags).toContain('hinge');
    expect(tags).not.toContain('oil');
    expect(new Set(tags).size).toBe(tags?.length);
    expect(checklist?.at(-1)).toMatchObject({ text: 'Left one', done: true });
  });

  test('times: due, planned start and estimate', async () => {
    const day = await opened(/(change the|a) due$/, /^(Day|Time \()/);
    await board().getByLabel('Kind').selectOption('date');
    await board().getByLabel('Day', { exact: true }).fill('2031-05-07');
    await button('Save').press('Enter');
    await day.waitFor({ state: 'detached' });
    await isFocused(button(/change the due$/));
    const start = await opened(/(change the|a) planned start$/, /^Start \(/);
    await start.fill('2031-05-05T09:30');
    await button('Save').press('Enter');
    await start.waitFor({ state: 'detached' });
    const estimate = await opened(/change the estimate$/, 'Working time');
    await estimate.fill('a while');
    await board().getByText('Write hours and minutes, such as 1 h 30 min.').waitFor();
    await estimate.fill('1 h 30 min');
    await estimate.press('Enter');
    await estimate.waitFor({ state: 'detached' });
    await isFocused(button(/change the estimate$/));
    expect(await task()).toMatchObject({
      due: { date: '2031-05-07' },
      plannedStart: '2031-05-05T09:30:00Z',
      estimateMinutes: 90,
    });
  });

  test('choices: status, priority and what it is part of', async () => {
    const choose = async (menu: RegExp, item: string) => {
      await button(menu).press('Enter');
      await board().getByRole('menuitemradio', { name: item }).press('Enter');
    };
    await choose(/^Status: /, 'In progress');
    await choose(/^Priority: /, 'Urgent');
    const parent = await opened(/^(Change the|Set a) parent$/, 'Parent task');
    await parent.fill('T-1');
    await parent.press('Enter');
    await parent.waitFor({ state: 'detached' });
    await isFocused(button('Change the parent'));
    await expect.poll(task).toMatchObject({ status: 'in-progress', priority: 'urgent' });
    const { tasks } = ok(await forms().world.person.call('read_workspace', {}));
    expect((await task())?.parentId).toBe(tasks.find(({ number }) => number === 1)?.id);
  });
}
