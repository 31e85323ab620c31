/** Every page of both origins, each in the states that a person meets; held against the routers by pages.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeProject, rig, start } from '../delegation/scene.ts';
import { root } from '../rigs/daemon.ts';
import { approve, ok } from '../rigs/people.ts';
import { bringIn } from './bring-in.ts';
import { journalsPlan, pressPlan } from './plans.ts';
import { show } from './show.ts';
import type { World } from './world.ts';

export type Site = 'workspace' | 'desk';

const tasks = ['/task/T-1', '/task/T-8', '/task/T-999'];
const runs = ['/runs', '/run/:run', '/run/none', '/usage'];
const proposals = ['/proposal/:review', '/proposal/:committed', '/proposal/none'];

export const places: Readonly<Record<Site, readonly string[]>> = {
  workspace: [
    ...['/', '/list', '/week', '/proposals', '/activity', '/agents', '/trash', '/nowhere'],
    ...tasks,
    ...proposals,
    ...runs,
  ],
  desk: [
    ...['/', '/access', '/sidekicks', '/calendar', '/imports', '/activity', '/delegation', '/nowhere'],
    ...['/access/:token', '/sidekicks/release', '/imports/:import', '/enrol', '/pair'],
    ...proposals,
    ...runs,
  ],
};

/** What a page hides until a person presses something: the page, then the buttons in turn. */
export const opened: Readonly<Record<Site, readonly (readonly [string, ...string[]])[]>> = {
  workspace: [
    ['/', 'New task in Today'],
    ['/', 'Keys'],
    ['/', 'Empty the example'],
    ['/task/T-8', 'Edit the title', 'Edit the description', 'Add a dependency', 'Add a tag'],
    ['/task/T-8', 'Status: Today'],
    ['/week', 'New commitment'],
    ['/proposal/:committed', 'Undo the plan…'],
  ],
  desk: [
    ['/proposal/:review', 'Drop subtask 3'],
    ['/proposal/:review', 'Comment on subtask 1', 'Edit subtask 2', 'Reject'],
    ['/access', 'Make a token'],
    ['/access', 'Add a browser'],
    ['/access', 'Change claude', 'Revoke…'],
    ['/sidekicks/release', 'Edit'],
    ['/sidekicks', 'Bring in a skill folder'],
    ['/', 'Grant Look at the sum'],
    ['/delegation', 'Change rig'],
    ['/delegation', 'Take back Sums'],
    ['/run/:run', 'Grant this run…'],
  ],
};

/** Of the router itself, each with a pattern that its addresses fit. */
export function routesOf(site: Site): readonly { readonly route: string; readonly pattern: RegExp }[] {
  const source = readFileSync(join(root, `src/web/${site}/router.tsx`), 'utf8');
  return [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, route = '']) => ({
    route,
    pattern: new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`),
  }));
}

/** One place for each route, with something on it: the first that fits. */
export function firstOf(site: Site): readonly string[] {
  return routesOf(site).map(({ pattern }) => places[site].find((place) => pattern.test(place)) ?? '');
}

export interface Furnished {
  /** Goes there, in the world's own page of that site where no other is given. */
  go(site: Site, place: string, how?: { readonly anew?: boolean; readonly page?: Page }): Promise<Page>;
}

/** A plan under review with a comment and a second revision, one whose tasks were created, an import that waits. */
export async function furnish(world: World): Promise<Furnished> {
  const agent = await world.agent('claude');
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const stage = async (plan: object) => ok(await agent.callByName('stage_task_plan', plan)) as Record<string, string>;
  ok(await agent.callByName('match_sidekicks_to_task', { taskId: 'T-21' }));
  const journals = journalsPlan(version);
  const { proposalId: review = '' } = await stage(journals);
  const comment = { proposalId: review, revision: 1, candidateId: 'backup', text: 'Which second disk?' };
  ok(await world.person.call('comment_proposal', comment));
  await stage({ ...journals, subtasks: journals.subtasks.slice(0, 5), rationale: 'Shorter.' });
  const { proposalId: committed = '', digest = '' } = await stage(pressPlan(version));
  ok(await approve(world.person, { proposalId: committed, revision: 1, digest }, { notes: 'Go.', create: true }));
  const { tokens } = ok(await world.person.call('read_access', {}));
  const brought = { title: 'Paint the door', more: ['labels: [house]', 'odd: kept not'] };
  const ids: Record<string, string> = {
    review,
    committed,
    token: tokens.find(({ label }) => label === 'claude')?.id ?? '',
    import: await bringIn(world, [brought]),
    run: await delegate(world),
  };
  return {
    async go(site, place, { page = site === 'desk' ? world.desk : world.board, anew = false } = {}) {
      const origin = site === 'desk' ? world.daemon.deskUrl : world.daemon.url;
      await show(page, `${origin}${place.replace(/:(\w+)/, (_, name) => ids[name] ?? '')}`, { anew });
      return page;
    },
  };
}

/** A run that no grant covers, so it waits; delegation.test.ts has all that becomes of one. */
async function delegate(world: World): Promise<string> {
  const project = makeProject();
  const argv = [process.execPath, rig];
  ok(await world.person.call('set_agent', { agentId: 'rig', base: 'custom', allowed: true, argv }));
  ok(await world.person.call('add_root', { path: project, label: 'Sums', defaultAgentId: 'rig' }));
  const agent = await world.agent('codex');
  const { task_id } = await start({ agent: () => agent, project }, 'Look at the sum', { mode: 'work' });
  return task_id;
}

export async function press(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
}
