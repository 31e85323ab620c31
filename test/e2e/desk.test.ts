/** What a person does at the desk beside deciding on plans: sidekicks, tokens, imports, the calendar. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHome, root } from '../rigs/daemon.ts';
import { agentClient, ok } from '../rigs/people.ts';
import { bringIn, writeSkill } from './bring-in.ts';
import { keepPictures } from './pictures.ts';
import { show } from './show.ts';
import { openWorld, seen, type World } from './world.ts';

let world: World;
let desk: Page;
const folder = makeHome();

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  ({ desk } = world);
});

afterAll(async () => {
  await world?.close();
  await folder.remove();
});

const open = (path: string) => show(desk, `${world.daemon.deskUrl}${path}`);
const press = (name: string | RegExp) => desk.getByRole('button', { name, exact: typeof name === 'string' }).click();
const dialog = () => desk.getByRole('dialog');
const choose = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

async function sidekick(id: string) {
  const { sidekicks } = ok(await world.person.call('read_sidekicks', {}));
  return sidekicks.find((one) => one.id === id);
}

describe('a sidekick', () => {
  const toggle = (name: string): Locator => desk.getByRole('switch', { name });
  const source = (label: string): Locator => desk.getByLabel(label, { exact: true });

  test('is made mandatory, and switched off and on; agents meet it so', async () => {
    const agent = await world.agent('claude');
    const matched = async () => {
      const { matches } = ok(await agent.callByName('match_sidekicks_to_task', { taskId: 'T-21' })) as {
        matches: { sidekickId: string }[];
      };
      return matches.map(({ sidekickId }) => sidekickId);
    };
    expect(await matched()).toContain('data-migration');
    await open('/sidekicks');
    await toggle('Data migration: enabled').click();
    await expect.poll(() => toggle('Data migration: enabled').getAttribute('aria-checked')).toBe('false');
    expect(await matched()).not.toContain('data-migration');
    await toggle('Data migration: enabled').click();
    await expect.poll(() => toggle('Data migration: enabled').getAttribute('aria-checked')).toBe('true');
    expect(await matched()).toContain('data-migration');
    await toggle('Data migration: mandatory').click();
    await expect.poll(() => toggle('Data migration: mandatory').getAttribute('aria-checked')).toBe('true');
    expect(await sidekick('data-migration')).toMatchObject({ enabled: true, mandatory: true });
  });

  test('a broken source is named by file and line, and the active version stays', async () => {
    await open('/sidekicks/focus');
    await press('Edit');
    const yaml = await source('sidekick.yaml').inputValue();
    await source('sidekick.yaml').fill(yaml.replace('threshold: 3', 'threshold: three'));
    await press('Offer this version');
    const problem = desk.getByRole('alert');
    await problem.getByText('Nothing was offered; what is active stays.').waitFor();
    const line = yaml.split('\n').findIndex((one) => one.includes('threshold: 3')) + 1;
    await problem.getByRole('button', { name: `focus/sidekick.yaml, line ${line}` }).click();
    // The name leads to the line.
    const selected = () =>
      source('sidekick.yaml').evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      );
    expect((await selected()).trim()).toBe('threshold: three');
    expect(await sidekick('focus')).toMatchObject({ active: { number: 1 }, offered: null });
  });

  test('a changed source is offered with its difference, and counts when it is activated', async () => {
    const yaml = await source('sidekick.yaml').inputValue();
    await source('sidekick.yaml').fill(
      yaml.replace('threshold: three', 'threshold: 3').replace(/^summary: .*$/m, 'summary: One thing at a time.'),
    );
    await press('Offer this version');
    await desk.getByRole('heading', { level: 2, name: 'Version 2 is offered' }).waitFor();
    const difference = desk.locator('.text-difference').filter({ hasText: 'sidekick.yaml' });
    await difference.getByText('summary: One thing at a time.').waitFor();
    await difference.locator('.cm-deletedChunk').getByText('Guards attention.').waitFor();
    await desk.getByText('SKILL.md: nothing differs.').waitFor();
    expect(await sidekick('focus')).toMatchObject({ active: { number: 1 }, offered: { number: 2 } });
    await press('Activate version 2');
    await desk.getByRole('heading', { level: 2, name: 'Version 2 is active' }).waitFor();
    await desk.getByRole('main').getByText('One thing at a time.', { exact: true }).waitFor();
    expect(await sidekick('focus')).toMatchObject({ active: { number: 2, by: 'Mara' }, offered: null });
  });

  test('an offer is dropped, and nothing has changed', async () => {
    await press('Edit');
    await source('SKILL.md').fill(`${await source('SKILL.md').inputValue()}\nOne more line.\n`);
    await press('Offer this version');
    await desk.getByText('One more line.').waitFor();
    await press('Drop the offer');
    await desk.getByRole('heading', { level: 2, name: 'Version 3 is offered' }).waitFor({ state: 'detached' });
    expect(await sidekick('focus')).toMatchObject({ active: { number: 2 }, offered: null });
  });

  test('any folder with a SKILL.md is brought in; its checkboxes are confirmed one by one', async () => {
    const items = ['- [ ] Read it aloud', '- [ ] Check every name', '- [ ] Drink coffee'];
    const path = writeSkill(folder.path, 'proofreading', ['# Proofreading', '', ...items], 'Finds what is wrong.');
    await open('/sidekicks');
    await press('Bring in a skill folder');
    await dialog().getByLabel('Whole path of the folder').fill(join(folder.path, 'nothing-here'));
    await choose('Read it');
    await dialog().getByText('there is no such folder').waitFor();
    await dialog().getByLabel('Whole path of the folder').fill(path);
    await choose('Read it');
    await dialog().getByText('Which of these belong on the checklist?').waitFor();
    await dialog()
      .getByRole('checkbox', { name: /^Drink coffee/ })
      .uncheck();
    const names = dialog().getByRole('listitem').filter({ hasText: 'Check every name' });
    await names.getByRole('checkbox', { name: 'Required' }).check();
    await choose('Go on');
    expect(await source('SKILL.md').inputValue()).toBe(readFileSync(join(path, 'SKILL.md'), 'utf8'));
    await press('Offer this version');
    await press('Activate version 1');
    await desk.getByRole('heading', { level: 2, name: 'Version 1 is active' }).waitFor();
    const { active } = (await sidekick('proofreading')) ?? {};
    expect(active?.playbook.checklist.map(({ text, required }) => [text, required])).toEqual([
      ['Read it aloud', false],
      ['Check every name', true],
    ]);
  });
});

describe('a token', () => {
  let secret = '';
  const row = (name: string) => desk.getByRole('listitem').filter({ hasText: name });
  const call = (name: string, input: object) => agentClient(world.daemon, { secret } as never).callByName(name, input);

  test('is made, and seen once', async () => {
    await open('/access');
    await press('Make a token');
    await dialog().getByLabel('Name of the agent').fill('codex');
    await dialog().getByLabel('It ends').selectOption({ label: 'after a week' });
    await dialog().getByLabel('Proposals open at a time').fill('1');
    await choose('Make the token');
    secret = (await dialog().locator('pre').first().textContent()) ?? '';
    expect(secret).toMatch(/^\S{20,}$/);
    world.secrets['the token made at the desk'] = secret;
    await choose('I have it');
    await row('codex').getByText('Never used.').waitFor();
    expect(await seen(row('codex'))).toMatch(/0 of 1 proposals open, ends /);
    expect(await desk.content()).not.toContain(secret);
  });

  test('shows when it was used last, and for what', async () => {
    ok(await call('get_workspace_state', {}));
    await open('/calendar');
    await open('/access');
    await row('codex').getByText('get_workspace_state').waitFor();
    expect(await seen(row('codex'))).toContain('Last used');
  });

  test('is renamed and limited: it then reads, and stages nothing', async () => {
    await press('Change codex');
    await dialog().getByLabel('Name', { exact: true }).fill('codex the second');
    await dialog()
      .getByRole('checkbox', { name: /stage nothing$/ })
      .check();
    await choose('Save');
    await row('codex the second').getByText('reads only').waitFor();
    ok(await call('get_workspace_state', {}));
    const refused = await call('stage_task_plan', {});
    expect(refused.ok ? null : refused.refusal.code).toBe('forbidden');
    await desk.getByRole('link', { name: 'codex the second' }).click();
    await desk.getByRole('heading', { level: 1, name: 'All that codex the second did' }).waitFor();
    expect(await seen(desk.getByRole('main'))).toMatch(/reads only, made\s+by Mara/);
  });

  test('is revoked for ever', async () => {
    await press('Limit or revoke');
    await choose('Revoke…');
    await choose('Revoke for ever');
    await desk.getByText(/, revoked, made/).waitFor();
    const refused = await call('get_workspace_state', {});
    expect(refused.ok ? null : refused.refusal.code).toBe('unauthenticated');
    await open('/access');
    await desk.getByText('1 revoked token').click();
    await row('codex the second')
      .getByText(/^revoked/)
      .waitFor();
    expect(await row('codex the second').getByRole('button').count()).toBe(0);
  });
});

describe('an import', () => {
  const count = async (text: string) => ok(await world.person.call('search_tasks', { text })).tasks.length;

  test('is read, with what could not be kept, and rejected: nothing comes in', async () => {
    await bringIn(world, [{ title: 'Paint the fence', more: ['odd: kept not'] }]);
    await open('/imports');
    await desk.getByRole('main').getByRole('link').first().click();
    await desk.getByText(/wants to bring in 1 task from/).waitFor();
    await desk.getByText('Paint the fence').waitFor();
    await desk.getByText('odd, 1 time').click();
    await press('Reject');
    await desk.getByText(/^Rejected by Mara/).waitFor();
    expect(await count('fence')).toBe(0);
  });

  test('is accepted: its tasks stand on the board', async () => {
    await bringIn(world, [{ title: 'Paint the door' }, { title: 'Oil the hinges', more: ['dependencies: [task-1]'] }]);
    await open('/imports');
    await desk.getByRole('main').getByRole('link').first().click();
    await press('Accept 2 tasks');
    await desk.getByText(/^Accepted by Mara/).waitFor();
    expect(await count('hinges')).toBe(1);
    await world.board.bringToFront();
    await world.board.getByLabel('Filter the board').fill('hinges');
    await world.board.getByRole('link', { name: /Oil the hinges/ }).waitFor();
    await open('/imports');
    const decided = desk.locator('section').filter({ has: desk.getByRole('heading', { name: 'Decided' }) });
    await decided.getByText('accepted').waitFor();
    await decided.getByText('rejected').waitFor();
  });
});

describe('the calendar', () => {
  const save = () => desk.getByRole('button', { name: 'Save', exact: true });
  const calendar = async () => ok(await world.person.call('read_workspace', {})).workspace.calendar;

  test('takes no hours that make no sense, and keeps them as typed', async () => {
    await open('/calendar');
    await desk.getByLabel('Monday').fill('17:00-09:00');
    await desk.getByText('“17:00-09:00” ends before it starts.').waitFor();
    await desk.getByLabel('Time zone').fill('Europe/Atlantis');
    await desk.getByText('There is no such time zone. An example').waitFor();
    expect(await save().getAttribute('aria-disabled')).toBe('true');
    const before = await calendar();
    await save().click({ force: true });
    expect(await calendar()).toEqual(before);
    expect(await desk.getByLabel('Monday').inputValue()).toBe('17:00-09:00');
  });

  test('changes the zone and the hours', async () => {
    await desk.getByLabel('Time zone').fill('Europe/Berlin');
    await desk.getByLabel('Monday').fill('09:00-12:30, 13:30-18:00');
    await desk.getByLabel('Friday').fill('');
    await save().click();
    await desk.getByText('The calendar is saved.').waitFor();
    expect(await calendar()).toMatchObject({
      zone: 'Europe/Berlin',
      hours: {
        mon: [
          { from: '09:00', to: '12:30' },
          { from: '13:30', to: '18:00' },
        ],
        fri: [],
      },
    });
    await show(world.board, `${world.daemon.url}/week`);
    await world.board.getByText(/, Europe\/Berlin$/).waitFor();
  });
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});

test('the shipped playbook on the disk is as it was', () => {
  expect(readFileSync(join(root, 'playbooks/focus/sidekick.yaml'), 'utf8')).toContain('Guards attention.');
});
