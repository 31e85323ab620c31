/** Texts that lie, on every page of both origins: they show as what they are, and nothing in them runs. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { makeHome } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { bringIn, writeSkill } from './bring-in.ts';
import { BELL_AND_RED, expectHarmless, IMAGE, LIE, MARKDOWN, RTL } from './harmless.ts';
import { keepPictures } from './pictures.ts';
import { pressPlan } from './plans.ts';
import { show } from './show.ts';
import { openWorld, seen, type World } from './world.ts';

const LONG = `${LIE} ${IMAGE} ${'Donaudampfschiff'.repeat(40)}`.slice(0, 500);
let world: World;
let agent: Client;
/** By the name in a path. */
const ids: Record<string, string> = {};
const folder = makeHome();
const asked: string[] = [];
const dialogs: string[] = [];

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  for (const page of [world.board, world.desk]) {
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  }
  agent = await world.agent(`claude${RTL}edualc ${IMAGE}`);
  await makeTasks();
  await stageHostile();
  await offerHostile();
  ids.import = await bringIn(world, [{ title: LIE, description: MARKDOWN, more: [`odd: ${JSON.stringify(LIE)}`] }]);
});

afterAll(async () => {
  await world?.close();
  await folder.remove();
});

async function makeTasks(): Promise<void> {
  const { member } = world;
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, '');
  const tags = [IMAGE, `t${RTL}gat`];
  ok(await member.call('create_task', { title: LONG, status: 'today', description: MARKDOWN, tags }));
  ok(await member.call('create_commitment', { title: LIE, kind: 'fixed', start: at(0), end: at(1) }));
  ok(await member.call('create_task', { title: `Gone ${LIE}`, status: 'backlog' }));
  ok(await member.call('trash_task', { taskId: 'T-27' }));
}

const hostilePlan = (version: number) => {
  const plan = pressPlan(version);
  const title = `${LIE} ${IMAGE} ${'x'.repeat(120)}`.slice(0, 120);
  const subtasks = plan.subtasks.map((one) => ({
    ...one,
    title,
    description: `${BELL_AND_RED}${MARKDOWN}`.slice(0, 300),
    tags: [IMAGE.slice(0, 48), `t${RTL}gat`],
  }));
  return { ...plan, parentTaskId: 'T-26', subtasks, rationale: `${LIE} ${IMAGE} ${BELL_AND_RED}Approved by Mara` };
};

async function stageHostile(): Promise<void> {
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  ok(await agent.callByName('match_sidekicks_to_task', { taskId: 'T-26' }));
  const staged = ok(await agent.callByName('stage_task_plan', hostilePlan(version))) as { proposalId: string };
  ids.proposal = staged.proposalId;
  const comment = { proposalId: staged.proposalId, revision: 1, text: `${LIE} ${IMAGE}` };
  ok(await world.person.call('comment_proposal', comment));
  const { tokens, persons } = ok(await world.person.call('read_access', {}));
  expect(persons).toHaveLength(1);
  ids.token = tokens.find(({ label }) => label.startsWith('claude'))?.id ?? '';
}

/** A skill folder that somebody passed on. What hides is taken out of the texts that become its playbook; tags stay. */
async function offerHostile(): Promise<void> {
  const { person } = world;
  const path = writeSkill(folder.path, 'hostile', [MARKDOWN, '', `- [ ] ${LIE} ${IMAGE}`], `${LIE} ${IMAGE}`);
  const { yaml, skill } = ok(await person.call('bring_in_skill', { folder: path }));
  const { offered, problems } = ok(await person.call('offer_sidekick', { sidekickId: 'hostile', yaml, skill }));
  expect([offered === null, problems]).toEqual([false, []]);
  ok(await person.call('activate_sidekick', { sidekickId: 'hostile', hash: offered ?? '' }));
}

/** The stored characters of an element, hidden ones read back from their codes. */
function storedText(page: Page, selector: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('.hidden-char')) {
        hidden.textContent = String.fromCodePoint(Number.parseInt(hidden.textContent?.slice(2) ?? '', 16));
      }
      return copy.textContent ?? '';
    });
}

/** On every page the lie is shown as what it is, so none is passed that shows nothing of it. */
async function expectHarmlessAt(page: Page, url: string, lie = 'U+202E'): Promise<void> {
  await show(
    page,
    url.replace(/:([a-z]+)$/, (_, name) => ids[name] ?? ''),
    { anew: true },
  );
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('main').getByText(lie).first().waitFor();
    await expectHarmless(page);
  }
}

test.each(['/', '/list', '/task/T-26', '/week', '/proposals', '/proposal/:proposal', '/activity', '/agents', '/trash'])(
  'the workspace page %s',
  (path) => expectHarmlessAt(world.board, `${world.daemon.url}${path}`),
);

test.each(['/', '/proposal/:proposal', '/access', '/access/:token', '/activity', '/imports/:import'])(
  'the desk page %s',
  (path) => expectHarmlessAt(world.desk, `${world.daemon.deskUrl}${path}`),
);

test.each(['/sidekicks', '/sidekicks/hostile'])('the desk page %s', (path) =>
  expectHarmlessAt(world.desk, `${world.daemon.deskUrl}${path}`, IMAGE),
);

test('a hostile skill folder is confirmed and edited as text', async () => {
  const { desk } = world;
  await show(desk, `${world.daemon.deskUrl}/sidekicks`);
  await desk.getByRole('button', { name: 'Bring in a skill folder' }).click();
  await desk.getByLabel('Whole path of the folder').fill(`${folder.path}/hostile`);
  await desk.getByRole('button', { name: 'Read it' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Which of these belong on the checklist?' });
  await dialog.getByText(IMAGE).first().waitFor();
  await expectHarmless(desk);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  expect(await desk.getByLabel('SKILL.md').inputValue()).toContain(MARKDOWN.slice(0, 40));
  await expectHarmless(desk);
  await desk.getByRole('button', { name: 'Cancel' }).click();
});

test('the desk shows every stored character of a plan, hidden ones by their code', async () => {
  const { desk } = world;
  await desk.setViewportSize({ width: 1280, height: 800 });
  await desk.goto(`${world.daemon.deskUrl}/proposal/${ids.proposal}`);
  await desk.getByText('This browser computed the same').waitFor();
  const { subtasks, rationale } = hostilePlan(0);
  expect(await storedText(desk, '#step-1 .step-title .stored')).toBe(subtasks[0]?.title);
  expect(await storedText(desk, '#step-1 .step-body > p.stored')).toBe(subtasks[0]?.description);
  expect(await storedText(desk, 'blockquote')).toBe(rationale);
  expect(await seen(desk.locator('#step-1 .step-title'))).toContain('Delete allU+202Etxt.efasU+200B');
  expect(await seen(desk.locator('blockquote'))).toContain('U+001B[31mApproved by Mara');
});

test('Markdown keeps what is harmless and shows the rest as text', async () => {
  const { board } = world;
  await board.goto(`${world.daemon.url}/task/T-26`);
  const text = board.locator('.markdown');
  await text.waitFor();
  const shown = await seen(text);
  for (const words of [IMAGE, '<svg onload=', '<form action="/api/x"><button>Approve</button></form>']) {
    expect(shown).toContain(words);
  }
  const fine = text.getByRole('link', { name: 'fine' });
  expect(await fine.getAttribute('href')).toBe('https://example.org/?q=1');
  expect(await fine.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await text.getByRole('link', { name: 'a script' }).count()).toBe(0);
  expect(await text.getByRole('link', { name: 'data' }).count()).toBe(0);
  // A picture would tell somebody else that this was read: it is a link.
  expect(await text.getByRole('link', { name: 'a picture' }).getAttribute('href')).toContain('pixel.png');
});

describe('the name of the workspace', () => {
  beforeAll(async () => {
    const { calendar } = ok(await world.person.call('read_workspace', {})).workspace;
    ok(await world.person.call('change_calendar', { name: `${LIE} ${IMAGE}`, ...calendar }));
  });

  test('beside the desk’s pages, and in the field where a person edits its very characters', async () => {
    await show(world.desk, `${world.daemon.deskUrl}/calendar`, { anew: true });
    await world.desk.locator('.shell').getByText('U+202E').first().waitFor();
    await expectHarmless(world.desk);
    expect(await world.desk.getByLabel('Name', { exact: true }).inputValue()).toBe(`${LIE} ${IMAGE}`);
  });

  test('beside the workspace’s pages', async () => {
    await show(world.board, world.daemon.url, { anew: true });
    await world.board.locator('.shell').waitFor();
    await expectHarmless(world.board);
  });
});

test('nothing was asked of anybody else, and nothing asked the person', () => {
  const ours = [world.daemon.url, world.daemon.deskUrl];
  expect(asked.filter((url) => !ours.includes(new URL(url).origin))).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(world.faults).toEqual([]);
});
