/** From a browser that nobody paired to tasks on the board and back: one agent, one person, one plan. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DaemonProcess, makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { codeFromTerminal } from '../rigs/people.ts';
import { homeSecret } from '../rigs/secrets.ts';
import { type McpSurface, overHttp, overStdio } from '../surfaces/over-mcp.ts';
import { given, refused, type Value } from '../surfaces/surface.ts';
import { expectJournalsInTime } from './in-time.ts';
import { keepPictures } from './pictures.ts';
import { journalsPlan, pressPlan } from './plans.ts';
import { launchBrowser, newVisit, noSecretsLeft, pairAtDesk, seen, type Visit } from './world.ts';

const home = makeHome();
let daemon: DaemonProcess;
let browser: Browser;
let visit: Visit;
let board: Page;
let desk: Page;
let claude: McpSurface;
let codex: McpSurface;
let proposalId: string;
/** What was minted so far, by name. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  [daemon, browser] = await Promise.all([startDaemon(home.path, { example: true }), launchBrowser()]);
  visit = await newVisit(browser);
  board = await visit.context.newPage();
  desk = await visit.context.newPage();
  secrets.home = homeSecret(home.path);
});

afterAll(async () => {
  await noSecretsLeft({
    ...{ visit, board, secrets, home: home.path },
    async end() {
      await Promise.all([claude?.close(), codex?.close(), browser.close()]);
      return daemon.stop();
    },
  });
  await home.remove();
});

keepPictures(() => browser);

const step = (number: number) => desk.locator(`#step-${number}`);
const decision = () => desk.getByRole('region', { name: /Your decision|It is approved/ });
const section = (title: string | RegExp) =>
  desk.locator('section').filter({ has: desk.getByRole('heading', { level: 2, name: title }) });

async function versionFor(agent: McpSurface): Promise<number> {
  return (await given(agent, 'get_workspace_state', {})).version as number;
}

async function consult(agent: McpSurface, taskId: string): Promise<void> {
  const { matches } = await given(agent, 'match_sidekicks_to_task', { taskId });
  for (const { sidekickId } of matches as Value[]) await given(agent, 'consult_sidekick', { taskId, sidekickId });
}

test('an unpaired visitor sees the example and can change nothing', async () => {
  await board.goto(daemon.url);
  await board.getByText('You are looking at the example.').waitFor();
  await board.getByRole('link', { name: /Take the three screenshots/ }).waitFor();
  const add = board.getByRole('button', { name: 'New task in Backlog' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await desk.goto(`${daemon.deskUrl}/access`);
  await desk.getByRole('heading', { level: 1, name: /^Pair this browser with the desk/ }).waitFor();
  expect(await desk.getByRole('navigation').count()).toBe(0);
});

test('pairs at the desk with the code that a terminal shows', async () => {
  await desk.bringToFront();
  const code = await codeFromTerminal(home.path);
  secrets.code = code;
  await desk.getByLabel('Your name').fill('Mara');
  await desk.getByLabel('Code', { exact: true }).fill('AAAA-AAAA');
  await desk.getByRole('button', { name: 'Pair this browser' }).click();
  await desk.getByText('That is not the code').waitFor();
  await pairAtDesk(desk, code);
  await desk.goto(daemon.deskUrl);
  await desk.getByText('No plan waits for you').waitFor();
  await desk.getByRole('heading', { name: 'One step is left: let the workspace page in' }).waitFor();
});

test('lets the workspace page in; both show the same fingerprint', async () => {
  await board.bringToFront();
  await board.reload();
  await board.getByRole('heading', { name: /^This browser is not paired/ }).waitFor();
  // Whoever comes from the desk is told of the one step that is left.
  const way = (await desk.getByRole('link', { name: 'Open the workspace' }).getAttribute('href')) ?? '';
  await board.goto('about:blank');
  await board.goto(way);
  await board.getByRole('heading', { level: 1, name: 'One step is left' }).waitFor();
  expect(board.url()).toBe(`${daemon.url}/`);
  const shown = board.locator('.fingerprint').filter({ hasText: /^[0-9A-F]{4}( [0-9A-F]{4}){3}$/ });
  const mine = await shown.textContent();
  await board.getByRole('button', { name: 'Go to the desk and confirm' }).click();
  await board.getByRole('heading', { level: 1, name: 'Let the workspace page in' }).waitFor();
  await expect.poll(() => board.locator('.fingerprint').textContent()).toBe(mine);
  // Nothing of the request stays in the address, where a copied link would carry it on.
  expect(board.url()).toBe(`${daemon.deskUrl}/enrol`);
  await board.getByRole('button', { name: 'It is the same: let it in' }).click();
  await board.getByRole('heading', { level: 1, name: 'Board' }).waitFor();
  expect(new URL(board.url()).origin).toBe(daemon.url);
  await board.getByText('Mara', { exact: true }).waitFor();
});

test('agents come in: one over stdio that waits to be allowed, one with a token made at the desk', async () => {
  await desk.bringToFront();
  const args = [program, 'mcp', '--as', 'claude', '--home', home.path];
  claude = await overStdio({ era: 'legacy', command: process.execPath, args });
  expect(await refused(claude, 'get_workspace_state', {})).toMatchObject({ code: 'token_waiting' });
  const asking = section('Agents that ask to be let in').getByRole('listitem').filter({ hasText: 'claude' });
  await asking.getByRole('button', { name: 'Allow' }).click();
  await asking.waitFor({ state: 'detached' });
  await desk.getByRole('link', { name: 'Access' }).click();
  await desk.getByRole('button', { name: /Make a token/ }).click();
  await desk.getByLabel('Name of the agent').fill('codex');
  await desk.getByRole('button', { name: 'Make the token' }).click();
  const token = (await desk.getByRole('dialog').locator('pre').first().textContent()) ?? '';
  secrets['the token of codex'] = token;
  codex = await overHttp({ era: 'modern', url: daemon.url, token });
  expect(await versionFor(codex)).toBe(await versionFor(claude));
  await desk.getByRole('button', { name: 'I have it' }).click();
  expect(await desk.content()).not.toContain(token);
});

test('an agent stages a plan; the open board says so at once', async () => {
  await consult(claude, 'T-21');
  const staged = await given(claude, 'stage_task_plan', journalsPlan(await versionFor(claude)));
  proposalId = staged.proposalId as string;
  await board.getByText(/^claude proposes a plan for .*Move old journals/).waitFor();
  const waiting = board.getByRole('region', { name: 'Waiting proposals' });
  await waiting.getByText(/claude plans .*Move old journals to the new storage format in 6 subtasks/).waitFor();
  expect(await waiting.getByRole('link', { name: 'Review at the desk' }).getAttribute('href')).toBe(staged.approveUrl);
  await board.getByRole('region', { name: 'Agents here' }).getByText('claude').waitFor();
  // The other agent has an idea of its own for the same task.
  await consult(codex, 'T-21');
  const own = journalsPlan(await versionFor(codex));
  await given(codex, 'stage_task_plan', { ...own, rationale: 'The same, but I would like to do it.' });
});

test('the desk shows the plan in full', async () => {
  await desk.goto(`${daemon.deskUrl}/proposal/${proposalId}`);
  await desk.getByRole('heading', { level: 1, name: 'Plan for Move old journals to the new storage format' }).waitFor();
  const { subtasks, rationale } = journalsPlan(0);
  for (const [at, subtask] of subtasks.entries()) {
    const words = await seen(step(at + 1));
    expect(words).toContain(subtask.title);
    expect(words).toContain(subtask.description);
  }
  const second = await seen(step(2));
  expect(second).toMatch(/Urgent\s+45 min\s+data\s+backup/);
  expect(second).toMatch(/Due\s+\w{3} \d+ \w{3}, 17:00/);
  expect(second).toMatch(/Depends on\s+1\s+Count the old journals/);
  expect(second).toMatch(/Covers\s+A backup was made and read back\./);
  expect(await seen(step(1))).toMatch(/Runs \w{3} \d+ \w{3}, 10:00 to 11:30/);
  expectJournalsInTime(await seen(desk.locator('.glance')), await seen(section('In time')));
  const votes = await seen(section('What the sidekicks say'));
  expect(votes).toMatch(/Concern\s+Deadline\s+the agent says it consulted it/);
  expect(votes).toContain('Every step has an estimate');
  expect(votes).toMatch(/Approves\s+Data migration/);
  expect(await seen(section(/^0 errors, \d+ warnings?$/))).toContain('Every step has an estimate');
  expect(await seen(section('Checklist: 7 of 8 claimed'))).toContain('Everything that comes from others');
  const words = await seen(section('The agent’s words'));
  expect(words).toContain(rationale);
  expect(words).toContain('claude, an agent. Nobody checked this.');
  expect(await seen(desk.locator('.masthead'))).toContain('staged it over MCP (stdio)');
  expect(await seen(section('Other plans for the same task'))).toMatch(/By codex, 6 subtasks/);
  const { digest } = await given(claude, 'get_proposal', { proposalId });
  const fingerprint = (await seen(decision().locator('.digest code'))).replaceAll(/\s/g, '');
  expect(fingerprint).toBe(digest);
  await decision().getByText('This browser computed the same').waitFor();
});

test('a person comments on a subtask and requests changes; the agent reads both', async () => {
  await step(6).getByRole('button', { name: 'Comment on subtask 6' }).click();
  await step(6).getByLabel('Comment on subtask 6').fill('How long does it take Ines?');
  await step(6).getByRole('button', { name: 'Send comment' }).click();
  await step(6).locator('.thread').getByText('How long does it take Ines?').waitFor();
  await decision().getByRole('button', { name: 'Request changes' }).click();
  await desk.getByText('Say what should change. The agent reads it.').waitFor();
  await decision().getByLabel('Your words').fill('Give the last step an estimate.');
  await decision().getByRole('button', { name: 'Request changes' }).click();
  await desk.getByRole('heading', { level: 2, name: 'Changes requested' }).waitFor();
  const read = await given(claude, 'get_proposal', { proposalId });
  expect(read).toMatchObject({ status: 'changes_requested', reason: 'Give the last step an estimate.' });
  expect(read.comments).toContainEqual(
    expect.objectContaining({ candidateId: 'cleanup', text: 'How long does it take Ines?', by: 'Mara' }),
  );
  expect(await given(claude, 'commit_task_plan', { proposalId })).toMatchObject({ status: 'changes_requested' });
});

test('the agent revises; the open desk asks the person to take note and shows the difference', async () => {
  const plan = journalsPlan(await versionFor(claude));
  const subtasks = plan.subtasks.map((one) =>
    one.candidateId === 'cleanup' ? { ...one, estimatedDurationMinutes: 15 } : one,
  );
  const staged = await given(claude, 'stage_task_plan', { ...plan, subtasks });
  expect(staged).toMatchObject({ proposalId, revision: 2, status: 'awaiting_approval' });
  await desk.getByText('claude made revision 2 while you were at revision 1.').waitFor();
  const approve = decision().getByRole('button', { name: 'Approve', exact: true });
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  await desk.getByRole('button', { name: 'Go on with revision 2' }).click();
  const difference = await seen(section('What revision 2 changes'));
  expect(difference).toMatch(/1 field changed in 6\s+Delete the old files/);
  expect(difference).toMatch(/Estimate\s+not stated 15 min/);
  expect(await seen(step(6))).toContain('Changed since revision 1');
  expect(await seen(step(6))).toContain('How long does it take Ines?');
  await board.getByText('claude sent revision 2 of the plan').waitFor();
});

test('a person approves with notes; the waiting agent hears it and commits; tasks appear on the board', async () => {
  const answer = given(claude, 'get_proposal', { proposalId, waitSeconds: 50 });
  await decision().getByLabel('Your words').fill('Go ahead. Ines knows.');
  await decision().getByRole('button', { name: 'Approve', exact: true }).click();
  await desk.getByRole('heading', { level: 2, name: 'Approved', exact: true }).waitFor();
  expect(await answer).toMatchObject({
    status: 'approved',
    approval: { by: 'Mara', level: 'attended', notes: 'Go ahead. Ines knows.' },
  });
  const receipt = desk.locator('.receipt');
  expect(await seen(receipt)).toMatch(/Mara approved revision 2 at this desk, attended/);
  expect(await seen(receipt)).toContain('Not committed yet.');
  expect(await board.getByRole('link', { name: /Back up the journals/ }).count()).toBe(0);
  expect(await given(claude, 'commit_task_plan', { proposalId })).toMatchObject({ status: 'committed' });
  await receipt.getByText(/claude created 6 tasks over MCP \(stdio\)/).waitFor();
  await board.getByLabel('Filter the board').fill('journals');
  const today = board.getByRole('region', { name: /^Today/ });
  await today.getByRole('link', { name: /Count the old journals/ }).waitFor();
  await board
    .getByRole('region', { name: /^Backlog/ })
    .getByRole('link', { name: /Back up the journals/ })
    .waitFor();
  expect(await board.getByRole('region', { name: 'Waiting proposals' }).count()).toBe(0);
});

test('the competing plan is superseded', async () => {
  await desk.goto(daemon.deskUrl);
  const row = section('Decided within two weeks').getByRole('listitem').filter({ hasText: 'codex' });
  await row.getByText('Superseded').waitFor();
});

test('a person undoes the whole plan, shown first; what was edited since stays', async () => {
  await board.bringToFront();
  await board.getByRole('link', { name: /Back up the journals/ }).click();
  await board.getByRole('button', { name: 'Priority: Urgent' }).click();
  await board.getByRole('menuitemradio', { name: 'Low' }).click();
  await board.getByRole('button', { name: 'Priority: Low' }).waitFor();
  await desk.bringToFront();
  await desk.goto(`${daemon.deskUrl}/proposal/${proposalId}`);
  await desk.getByRole('button', { name: 'Undo this plan…' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByText('These go to the trash:').waitFor();
  expect(await dialog.locator('.bullets li').count()).toBe(5);
  await dialog.getByLabel(/Back up the journals/).waitFor();
  await dialog.getByRole('button', { name: 'Move 5 tasks to the trash' }).click();
  await desk.getByRole('heading', { level: 2, name: 'Undone' }).waitFor();
  expect(await seen(desk.locator('.receipt'))).toContain('Undone by Mara ');
  await board.goto(`${daemon.url}/trash`);
  await board.getByRole('link', { name: /Count the old journals/ }).waitFor();
  expect(
    await board
      .getByRole('main')
      .getByRole('link', { name: /Back up the journals/ })
      .count(),
  ).toBe(0);
  await board.goto(daemon.url);
});

test('a person approves and creates the tasks in one go', async () => {
  await consult(claude, 'T-14');
  const { proposalId: second } = await given(claude, 'stage_task_plan', pressPlan(await versionFor(claude)));
  await desk.goto(`${daemon.deskUrl}/proposal/${second}`);
  await decision().getByText('This browser computed the same').waitFor();
  const glance = await seen(desk.locator('.glance'));
  expect(glance).toMatch(/, end of the day\. The plan meets it\. Its last placed step ends /);
  expect(glance).toMatch(/Capacity\s+It fits: 2 h 45 min of work\. Begun now, it would be done by /);
  expect(await seen(section('In time'))).not.toMatch(/Misses the deadline|At risk|after the deadline/);
  await decision().getByRole('button', { name: 'Approve and create tasks' }).click();
  await desk
    .locator('.receipt')
    .getByText(/Mara created 3 tasks at the desk/)
    .waitFor();
  await board.getByLabel('Filter the board').fill('note');
  await board.getByRole('link', { name: /Draft the note, 250 words/ }).waitFor();
  const { receipt } = await given(claude, 'commit_task_plan', { proposalId: second });
  expect(receipt).toMatchObject({ revision: 1 });
});

test('no page threw, and nothing was blocked', () => {
  expect(visit.faults).toEqual([]);
});
