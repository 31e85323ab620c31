/** What a person does by hand on the workspace page, mostly with no agent about: the week, dependencies, the trash, a plan undone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approve, ok } from '../rigs/people.ts';
import { keepPictures } from './pictures.ts';
import { pressPlan, workday } from './plans.ts';
import { show } from './show.ts';
import { openWorld, seen, type World } from './world.ts';

let world: World;
let board: Page;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ({ board } = world);
});

afterAll(() => world?.close());

const open = (path: string) => show(board, `${world.daemon.url}${path}`);
const press = (name: string) => board.getByRole('button', { name, exact: true }).click();
const dialog = () => board.getByRole('dialog');
const choose = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const state = async () => ok(await world.person.call('read_workspace', {}));
const task = async (alias: string) => (await state()).tasks.find(({ number }) => `T-${number}` === alias);

describe('a commitment of the week', () => {
  // The next working day may be next week's.
  const day = workday(1, '00:00').slice(0, 10);
  const entry = (words: string) => board.locator('.block').filter({ hasText: words });
  const named = async (title: string) => (await state()).commitments.find((one) => one.title === title);

  test('is made, once it ends after it starts', async () => {
    await show(board, `${world.daemon.url}/week?from=${day}`, { anew: true });
    await press('New commitment');
    await dialog().getByLabel('Title').fill('Piano tuner');
    await dialog()
      .getByLabel(/^Start/)
      .fill(`${day}T14:00`);
    await dialog().getByLabel('End').fill(`${day}T13:00`);
    await dialog().getByText('It must end after it starts.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
    await dialog().getByLabel('End').fill(`${day}T15:30`);
    await choose('Save');
    await entry('Piano tuner').waitFor();
    expect(await seen(entry('Piano tuner'))).toContain('14:00 to 15:30, fixed');
    expect(await named('Piano tuner')).toMatchObject({
      kind: 'fixed',
      start: `${day}T14:00:00Z`,
      end: `${day}T15:30:00Z`,
    });
  });

  test('is changed', async () => {
    await entry('Piano tuner').click();
    await dialog().getByLabel('Title').fill('Piano tuner, moved');
    await dialog().getByLabel('Kind').selectOption('flexible');
    await dialog().getByLabel('End').fill(`${day}T15:00`);
    await choose('Save');
    await entry('Piano tuner, moved').waitFor();
    expect(await seen(entry('Piano tuner, moved'))).toContain('14:00 to 15:00, flexible');
    expect(await named('Piano tuner, moved')).toMatchObject({ kind: 'flexible', end: `${day}T15:00:00Z` });
  });

  test('is removed, and undo brings it back', async () => {
    await entry('Piano tuner, moved').click();
    await choose('Remove');
    await entry('Piano tuner, moved').waitFor({ state: 'detached' });
    expect(await named('Piano tuner, moved')).toBeUndefined();
    const said = board.getByText('You removed Piano tuner, moved.');
    await said.waitFor();
    await board.locator('.toast').filter({ has: said }).getByRole('button', { name: 'Undo' }).click();
    await board.getByText('You undid: removed the commitment Piano tuner, moved.').waitFor();
    expect(await named('Piano tuner, moved')).toMatchObject({ kind: 'flexible' });
  });

  test('that was brought back is there at once', async () => {
    await expect.poll(() => entry('Piano tuner, moved').count(), { timeout: 1_000 }).toBe(1);
  });

  test('that was brought back is there after a load', async () => {
    await show(board, `${world.daemon.url}/week?from=${day}`, { anew: true });
    await entry('Piano tuner, moved').waitFor();
  });
});

describe('a dependency', () => {
  const waiting = () => board.locator('section').filter({ has: board.getByRole('heading', { name: 'Depends on' }) });
  const idOf = async (alias: string) => (await task(alias))?.id ?? '';

  test('is added, and seen from both tasks', async () => {
    await open('/task/T-17');
    await press('Add a dependency');
    const field = board.getByLabel('Must be done first', { exact: true }).first();
    await field.fill('T-14');
    await board.getByRole('option', { name: /Write the press note/ }).click();
    await waiting().getByRole('link', { name: 'Write the press note' }).waitFor();
    expect((await task('T-17'))?.dependsOn).toContain(await idOf('T-14'));
    await open('/task/T-14');
    await waiting().getByRole('heading', { name: 'Waiting for this task' }).waitFor();
    await waiting().getByRole('link', { name: 'Write ten standard answers' }).waitFor();
  });

  test('that would close a circle is refused in words', async () => {
    await press('Add a dependency');
    const field = board.getByLabel('Must be done first', { exact: true }).first();
    await field.fill('T-17');
    await field.press('Enter');
    await board.getByRole('alert').getByText('T-17 already waits for this task.').waitFor();
    expect((await task('T-14'))?.dependsOn).not.toContain(await idOf('T-17'));
    await waiting().getByRole('button', { name: 'Close' }).click();
  });

  test('is removed, and undo brings it back', async () => {
    await open('/task/T-17');
    await press('Remove the dependency on T-14');
    await waiting().getByText('Write the press note').waitFor({ state: 'detached' });
    expect((await task('T-17'))?.dependsOn).not.toContain(await idOf('T-14'));
    await board.locator('.shell-side').getByRole('button', { name: 'Undo' }).click();
    await waiting().getByRole('link', { name: 'Write the press note' }).waitFor();
  });
});

describe('the trash', () => {
  test('takes a task with its subtasks', async () => {
    await open('/task/T-7');
    const before = (await state()).tasks.filter(({ trashedAt }) => trashedAt === null).length;
    await press('Move to trash');
    await board.getByText('This task is in the trash since').waitFor();
    // What lies there is read, not changed.
    expect(await board.getByRole('button', { name: 'Add a dependency' }).getAttribute('aria-disabled')).toBe('true');
    await open('/trash');
    await board.getByRole('main').getByRole('link', { name: 'Take the three screenshots' }).waitFor();
    const rows = await board
      .getByRole('main')
      .getByRole('button', { name: /^Restore T-/ })
      .count();
    expect(rows).toBeGreaterThan(1);
    expect((await state()).tasks.filter(({ trashedAt }) => trashedAt === null)).toHaveLength(before - rows);
  });

  test('gives a task back', async () => {
    await press('Restore T-7');
    await board.getByText('You took T-7 out of the trash.').waitFor();
    expect((await task('T-7'))?.trashedAt).toBeNull();
    await open('/task/T-7');
    await board.getByRole('button', { name: 'Move to trash' }).waitFor();
  });
});

describe('a plan whose tasks were created', () => {
  const titles = ['Outline: one reader, one sentence to remember', 'Draft the note, 250 words'];
  const edited = 'Let Ines edit it and check the figures';
  const made = async () => (await state()).tasks.filter(({ title }) => [...titles, edited].includes(title));

  test('is undone as a whole, shown first; what was edited since goes only when it is ticked', async () => {
    const agent = await world.agent('claude');
    const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
    const staged = ok(await agent.callByName('stage_task_plan', pressPlan(version))) as Record<string, string>;
    const { proposalId = '', digest = '' } = staged;
    ok(await approve(world.person, { proposalId, revision: 1, digest }, { notes: '', create: true }));
    const third = (await made()).find(({ title }) => title === edited);
    ok(await world.member.call('edit_task', { taskId: third?.id ?? '', priority: 'low' }));
    await open(`/proposal/${proposalId}`);
    await press('Undo the plan…');
    const going = dialog().locator('section').filter({ hasText: 'Goes to the trash' });
    await going.getByText(titles[0] ?? '').waitFor();
    expect(await going.getByRole('listitem').count()).toBe(2);
    await dialog().getByText('Move 2 tasks to the trash').waitFor();
    await choose('Keep the plan');
    expect((await made()).map(({ trashedAt }) => trashedAt)).toEqual([null, null, null]);
    await press('Undo the plan…');
    await dialog().getByLabel(new RegExp(edited)).check();
    await choose('Move 3 tasks to the trash');
    await board.getByText('You undid the plan: 3 tasks went to the trash.').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect((await made()).filter(({ trashedAt }) => trashedAt === null)).toEqual([]);
    const facts = board.locator('section').filter({ has: board.getByRole('heading', { name: 'Created tasks' }) });
    await facts.getByText(/undone by Mara/).waitFor();
    expect(await facts.getByText('in the trash').count()).toBe(3);
    expect(await board.getByRole('button', { name: 'Undo the plan…' }).count()).toBe(0);
    await open('/');
    await board.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
    for (const title of titles) expect(await board.getByRole('link', { name: title }).count()).toBe(0);
  });
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
