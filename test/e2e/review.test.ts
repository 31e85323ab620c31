/** A review that is interrupted, edited and refused: what was typed survives, and nothing but a decision decides. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { ok } from '../rigs/people.ts';
import { audit } from './axe.ts';
import { keepPictures } from './pictures.ts';
import { answersPlan, journalsPlan, pressPlan } from './plans.ts';
import { show } from './show.ts';
import { openWorld, seen, type World } from './world.ts';

type Value = Record<string, unknown>;

let world: World;
let agent: Client;
let desk: Page;
let proposalId: string;

keepPictures(() => world?.browser);

beforeAll(async () => {
  world = await openWorld();
  agent = await world.agent('claude');
  desk = world.desk;
  proposalId = await stage(journalsPlan);
  await open();
});

afterAll(() => world?.close());

const ask = async (name: string, input: unknown) => ok(await agent.callByName(name, input)) as Value;
const read = () => ask('get_proposal', { proposalId });
const step = (number: number) => desk.locator(`#step-${number}`);
const decision = () => desk.getByRole('region', { name: /Your decision|It is approved/ });
const words = () => decision().getByLabel('Your words');
const saved = () => desk.getByText(/^Draft saved/).waitFor();

async function stage(plan: typeof journalsPlan): Promise<string> {
  const { version } = await ask('get_workspace_state', {});
  const candidate = plan(version as number);
  await ask('match_sidekicks_to_task', { taskId: candidate.parentTaskId });
  return (await ask('stage_task_plan', candidate)).proposalId as string;
}

/** In a new tab, as after the old one was closed. */
async function open(): Promise<void> {
  await desk.close();
  desk = await world.context.newPage();
  await desk.goto(`${world.daemon.deskUrl}/proposal/${proposalId}`);
  await decision().getByText('This browser computed the same').waitFor();
}

async function expectUndecided(): Promise<void> {
  expect(await read()).toMatchObject({ status: 'awaiting_approval', revision: 1 });
  expect(await ask('commit_task_plan', { proposalId })).toMatchObject({ status: 'approval_required' });
}

test('what a person types survives a closed tab, and is no decision', async () => {
  await words().fill('Looks right; I want to sleep on it.');
  await step(2).getByRole('button', { name: 'Comment on subtask 2' }).click();
  await step(2).getByLabel('Comment on subtask 2').fill('Which second disk?');
  await step(6).getByRole('button', { name: 'Edit subtask 6' }).click();
  await step(6).getByLabel('Estimate in working minutes').fill('20');
  await saved();
  await open();
  expect(await words().inputValue()).toBe('Looks right; I want to sleep on it.');
  expect(await step(2).getByLabel('Comment on subtask 2').inputValue()).toBe('Which second disk?');
  expect(await seen(step(6))).toMatch(/Changed in your edit\s+Estimate\s+not stated\s+20 min/);
  await desk.getByText('Unsent edit', { exact: true }).waitFor();
  await expectUndecided();
});

test('the editor offers the items of every sidekick, and the page what the task has already', async () => {
  ok(await world.member.call('create_task', { title: 'Ask who still needs the old files', parentId: 'T-21' }));
  await desk
    .locator('.glance')
    .getByRole('link', { name: /Ask who still needs the old files/ })
    .waitFor();
  await step(3).getByRole('button', { name: 'Edit subtask 3' }).click();
  const covers = step(3).getByRole('group', { name: 'Checklist items it covers' });
  await covers.getByLabel(/A backup was made and read back/).waitFor();
  await step(3)
    .getByText(/items of sidekicks that do not vote on this plan/)
    .click();
  const { sidekicks } = ok(await world.person.call('read_sidekicks', {}));
  const all = sidekicks.flatMap(({ active }) => active?.playbook.checklist ?? []);
  const offered = step(3).getByRole('group', { name: /^(Checklist items it covers|Items of other sidekicks)$/ });
  await expect.poll(() => offered.getByRole('checkbox').count()).toBe(all.length);
  await step(3).getByRole('button', { name: 'Close the fields' }).click();
});

test('what an evaluation left out is said, not passed over', async () => {
  const address = '**/api/read_proposal';
  await world.context.route(address, async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as { readonly evaluation: object };
    const omitted = { votes: 0, reasons: 2, coverage: 1, scheduled: 3 };
    await route.fulfill({ response, json: { ...view, evaluation: { ...view.evaluation, omitted } } });
  });
  await open();
  for (const left of ['2 reasons more are', '1 item more is', '3 subtasks more are']) {
    await desk.getByText(`${left} not shown: the evaluation was cut to fit.`).waitFor();
  }
  await world.context.unroute(address);
  await open();
  expect(await desk.getByText('the evaluation was cut to fit').count()).toBe(0);
});

test('equal words of several issues are one line, with every subtask that they concern', async () => {
  const address = '**/api/read_proposal';
  const words = { severity: 'warning', code: 'rule_concern', message: 'Say what is cut.', path: '', repairIds: [] };
  const issues = [
    { ...words, id: 'one', raisedBy: 'deadline', candidateIds: ['profile'] },
    { ...words, id: 'two', raisedBy: 'writing', candidateIds: ['rehearse', 'profile'] },
  ];
  await world.context.route(address, async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as { readonly evaluation: object };
    await route.fulfill({ response, json: { ...view, evaluation: { ...view.evaluation, issues } } });
  });
  await open();
  const listed = desk.locator('.issues');
  await expect.poll(() => listed.getByText('Say what is cut.').count()).toBe(1);
  expect(await listed.locator('.step-link').count()).toBe(2);
  await desk.getByText('Valid, 1 issue').waitFor();
  expect(await step(1).getByText('Say what is cut.').count()).toBe(1);
  const { board } = world;
  await show(board, `${world.daemon.url}/proposal/${proposalId}`);
  const line = board.getByRole('listitem').filter({ hasText: 'Say what is cut.' });
  expect((await seen(line)).replaceAll(/\s+/g, ' ')).toContain('Deadline, Writing, subtasks 1, 3');
  await world.context.unroute(address);
  await show(board, world.daemon.url);
});

test('an unsent edit holds every approval back', async () => {
  const approve = decision().getByRole('button', { name: 'Approve', exact: true });
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  await decision().getByText('You have an unsent edit. Send it as a revision, or discard it.').waitFor();
  // It stays focusable, so that the reason can be read; a press does nothing.
  await approve.click({ force: true });
  await decision().getByRole('button', { name: 'Approve and create tasks' }).click({ force: true });
  await expectUndecided();
});

test('a dead daemon keeps what is typed; the draft is sent when it is back', async () => {
  await world.daemon.kill();
  await desk.getByText('The connection to Sidekicks is lost.').waitFor();
  await words().fill('Typed while nothing answered.');
  await desk.getByText(/^Draft not saved/).waitFor();
  await world.restart();
  await desk.getByText('The connection to Sidekicks is lost.').waitFor({ state: 'detached' });
  await saved();
  await open();
  expect(await words().inputValue()).toBe('Typed while nothing answered.');
  await expectUndecided();
});

test('an approval that is cut off on its way decides nothing, and the page says that it does not know', async () => {
  await desk.getByRole('button', { name: 'Discard the edit' }).click();
  await step(2).getByRole('button', { name: 'Discard' }).click();
  await desk.route('**/api/approve_proposal', (route) => route.abort('connectionfailed'));
  await decision().getByRole('button', { name: 'Approve', exact: true }).click();
  await decision().getByText('It is not known whether it was decided').waitFor();
  expect(await words().inputValue()).toBe('Typed while nothing answered.');
  await desk.unroute('**/api/approve_proposal');
  await expectUndecided();
});

test('a tab that is closed while the desk still asks decides nothing', async () => {
  await step(1).getByRole('button', { name: 'Comment on subtask 1' }).click();
  await step(1).getByLabel('Comment on subtask 1').fill('Not sent yet.');
  await saved();
  await decision().getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByRole('dialog', { name: '1 comment not sent' }).waitFor();
  await open();
  await expectUndecided();
  await step(1).getByRole('button', { name: 'Discard' }).click();
});

test('a person edits a field and drops a subtask: a new revision with their name on it', async () => {
  await step(1).getByRole('button', { name: 'Edit subtask 1' }).click();
  await step(1).getByLabel('Title of subtask 1').fill('Count the old journals per year');
  await step(1).getByRole('button', { name: 'Close the fields' }).click();
  // The fields were taller than the window: the step that was edited is still what a person sees.
  await expect.poll(async () => (await step(1).boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
  await step(6).getByRole('button', { name: 'Drop subtask 6' }).click();
  const edit = desk.getByRole('region', { name: 'Your unsent edit' });
  await edit.getByRole('button', { name: 'Put back' }).waitFor();
  await edit.getByRole('button', { name: 'Check the edit' }).click();
  await edit.getByText('Checked: valid.').waitFor();
  await edit.getByRole('button', { name: 'Send as revision 2' }).click();
  await desk.getByText('Sent as revision 2.').waitFor();
  await desk.getByText(/Mara edited revision 1 .*: this is revision 2\./).waitFor();
  const { subtasks, ...proposal } = await read();
  expect(proposal).toMatchObject({ revision: 2, status: 'awaiting_approval', author: 'claude', editedBy: 'Mara' });
  const titles = (subtasks as { title: string }[]).map(({ title }) => title);
  expect(titles).toHaveLength(5);
  expect(titles[0]).toBe('Count the old journals per year');
  // The agent's own bytes of before are not what would be approved any more.
  expect(await ask('stage_task_plan', journalsPlan(0))).toMatchObject({ revision: 1, latest: false });
});

test('a person approves what they edited; the record names both', async () => {
  await words().fill('With my two changes.');
  await decision().getByRole('button', { name: 'Approve and create tasks' }).click();
  const receipt = desk.locator('.receipt');
  await receipt.getByText(/Mara created 5 tasks at the desk/).waitFor();
  await receipt
    .getByRole('link', { name: /^T-\d+ / })
    .first()
    .waitFor();
  await receipt.getByText(/all of them under/).waitFor();
  expect(await seen(receipt)).toMatch(/Mara approved revision 2 at this desk, attended, just now; Mara had edited it/);
  await world.board.getByLabel('Filter the board').fill('journals');
  // Among everything else on the board, what the plan became is marked.
  const card = world.board.getByRole('link', { name: /Count the old journals per year/ });
  await card.getByText('New', { exact: true }).waitFor();
});

test('a rejection needs a reason; a later plan that repeats it is warned', async () => {
  proposalId = await stage(pressPlan);
  await open();
  await decision().getByRole('button', { name: 'Reject' }).click();
  await decision().getByText('Say why. The reason is remembered for this task.').waitFor();
  expect((await read()).status).toBe('awaiting_approval');
  await words().fill('An agency writes it.');
  await decision().getByRole('button', { name: 'Reject' }).click();
  await desk.getByRole('heading', { level: 2, name: 'Rejected', exact: true }).waitFor();
  // The decision took the draft with it: there is nothing to say of one.
  expect(await desk.getByText(/^(Draft saved|Saving the draft)/).count()).toBe(0);
  expect(await read()).toMatchObject({ status: 'rejected', reason: 'An agency writes it.' });
  const { version } = await ask('get_workspace_state', {});
  const again = { ...pressPlan(version as number), rationale: 'Please?' };
  const { issues } = await ask('evaluate_task_plan', again);
  expect(issues).toContainEqual(
    expect.objectContaining({ code: 'near_duplicate_title', message: expect.stringContaining('An agency writes it.') }),
  );
});

test('whom a plan consulted and its rationale are edited too; both say by whom', async () => {
  proposalId = await stage((version) => ({ ...answersPlan(version), consultedSidekickIds: ['writing'] }));
  await open();
  const vote = desk.locator('.vote').filter({ hasText: 'Deadline' });
  await vote.waitFor();
  ok(await world.person.call('change_sidekick', { sidekickId: 'deadline', mandatory: true }));
  await desk.getByText('"deadline" is mandatory for this task and was not consulted.').first().waitFor();
  await desk.getByRole('button', { name: 'Edit the consulted sidekicks' }).click();
  const consulted = desk.getByRole('group', { name: 'Sidekicks that were consulted' });
  expect(await consulted.getByLabel('Writing').isChecked()).toBe(true);
  await consulted.getByLabel('Deadline').check();
  await vote.getByText('your edit says that it was consulted').waitFor();
  await desk.getByRole('button', { name: 'Edit the rationale' }).click();
  await desk.getByLabel('Rationale', { exact: true }).fill('Mara asked the deadline herself.');
  expect(await audit(desk)).toEqual([]);
  await desk.setViewportSize({ width: 1280, height: 800 });
  const edit = desk.getByRole('region', { name: 'Your unsent edit' });
  expect(await seen(edit)).toMatch(/Sidekicks it says were consulted: Writing Writing, Deadline/);
  await edit.getByRole('button', { name: 'Check the edit' }).click();
  await edit.getByText('Checked: valid.').waitFor();
  await edit.getByRole('button', { name: 'Send as revision 2' }).click();
  const words = desk
    .locator('section')
    .filter({ has: desk.getByRole('heading', { name: 'The agent’s words, edited' }) });
  await words.getByText('Mara wrote them so in revision 2. Nobody checked this.').waitFor();
  expect(await seen(words)).toMatch(/Mara asked the deadline herself\./);
  expect(await seen(words)).toMatch(/Mara changed whom it says that it consulted: Writing, Deadline\./);
  expect(await desk.getByLabel('Rationale', { exact: true }).count()).toBe(0);
  expect(await seen(vote)).toContain('Mara says that it was consulted');
  expect(await read()).toMatchObject({ revision: 2, author: 'claude', editedBy: 'Mara' });
  await show(world.board, `${world.daemon.url}/proposal/${proposalId}`);
  await world.board.getByText('Mara wrote it so in revision 2.').waitFor();
});

test('no page threw, and nothing was blocked', () => {
  expect(world.faults).toEqual([]);
});
