/** Texts that lie, on every page of both origins: they show as what they are, and nothing in them runs. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { ok } from '../rigs/people.ts';
import { BELL_AND_RED, expectHarmlessAt, IMAGE, LIE, MARKDOWN, RTL } from './harmless.ts';
import { keepPictures } from './pictures.ts';
import { pressPlan } from './plans.ts';
import { openWorld, seen, type World } from './world.ts';

const LONG = `${LIE} ${IMAGE} ${'Donaudampfschiff'.repeat(40)}`.slice(0, 500);
let world: World;
let agent: Client;
let proposalId: string;
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
});

afterAll(() => world?.close());

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
  ({ proposalId } = staged);
  const comment = { proposalId, revision: 1, text: `${LIE} ${IMAGE}` };
  ok(await world.person.call('comment_proposal', comment));
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

test.each(['/', '/list', '/task/T-26', '/week', '/proposals', '/proposal/:id', '/activity', '/trash'])(
  'the workspace page %s',
  (path) => expectHarmlessAt(world.board, `${world.daemon.url}${path.replace(':id', proposalId)}`),
);

test.each(['/', '/proposal/:id', '/access', '/activity'])('the desk page %s', (path) =>
  expectHarmlessAt(world.desk, `${world.daemon.deskUrl}${path.replace(':id', proposalId)}`),
);

test('the desk shows every stored character of a plan, hidden ones by their code', async () => {
  const { desk } = world;
  await desk.setViewportSize({ width: 1280, height: 800 });
  await desk.goto(`${world.daemon.deskUrl}/proposal/${proposalId}`);
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

test('nothing was asked of anybody else, and nothing asked the person', () => {
  const ours = [world.daemon.url, world.daemon.deskUrl];
  expect(asked.filter((url) => !ours.includes(new URL(url).origin))).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(world.faults).toEqual([]);
});
