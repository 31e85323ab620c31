/** A paired desk and workspace, a project under git and a token for an agent. Everything else is given at the desk. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Client } from '../../../src/client/client.ts';
import type { DelegationView, RunView } from '../../../src/protocol/delegation-views.ts';
import { makeProject, type Scene, view } from '../../delegation/scene.ts';
import { ok } from '../../rigs/people.ts';
import { audit } from '../axe.ts';
import { show } from '../show.ts';
import { openWorld, type World } from '../world.ts';

export interface Stage extends Pick<Scene, 'desk' | 'agent' | 'project'> {
  readonly world: World;
  readonly desk: () => Client;
  readonly atDesk: Page;
  readonly atBoard: Page;
  /** Who runs are of, by a name for the story. */
  readonly runs: Map<string, string>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const world = await openWorld({ example: false });
  const claude = await world.agent('Claude');
  const project = makeProject();
  return {
    world,
    project,
    desk: () => world.person,
    agent: () => claude,
    atDesk: world.desk,
    atBoard: world.board,
    runs: new Map(),
    async close() {
      await world.close();
      rmSync(project, { recursive: true, force: true });
    },
  };
}

export async function showDesk({ world, atDesk }: Stage, path: string): Promise<Page> {
  await show(atDesk, `${world.daemon.deskUrl}${path}`);
  return atDesk;
}

export async function showBoard({ world, atBoard }: Stage, path: string): Promise<Page> {
  await show(atBoard, `${world.daemon.url}${path}`);
  return atBoard;
}

/** For `expect(await found(page)).toEqual([])`; the page is wide and light again afterwards. */
export async function found(page: Page): Promise<string[]> {
  const all = await audit(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  return all;
}

export function section(page: Page, title: string | RegExp): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
}

/** An entry of the inbox or another list, by words in it. */
export function entry(page: Page, words: string | RegExp): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: words });
}

/** Through the preview, which is the only way. */
export async function makeGrant(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Make the grant' }).click();
  await dialog.waitFor({ state: 'detached' });
}

export function runOf(stage: Stage, name: string): string {
  const id = stage.runs.get(name);
  if (!id) throw new Error(`no run is called ${name}`);
  return id;
}

export function viewOf(stage: Stage, name: string): Promise<RunView> {
  return view(stage, runOf(stage, name));
}

export async function delegate(stage: Stage, taskId: string): Promise<string> {
  return (ok(await stage.agent().call('delegate_task', { taskId, mode: 'work' })) as { task_id: string }).task_id;
}

export function put({ project }: Stage, path: string, text: string): void {
  writeFileSync(join(project, path), text);
}

export function git({ project }: Stage, ...args: string[]): string {
  const who = ['-c', 'user.name=Rig', '-c', 'user.email=rig@example.invalid'];
  return execFileSync('git', [...who, ...args], { cwd: project, encoding: 'utf8' });
}

/** The grants that count now. */
export async function live({ desk }: Stage): Promise<DelegationView['grants']> {
  const { grants } = ok(await desk().call('read_delegation', {})) as DelegationView;
  return grants.filter((one) => one.live);
}
