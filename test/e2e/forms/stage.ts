/** What the chapters about forms share: one world with a plan that waits, open in a page of its own. */
import type { Page } from 'playwright-core';
import { ok } from '../../rigs/people.ts';
import { pressPlan } from '../plans.ts';
import { show } from '../show.ts';
import { openWorld, type World } from '../world.ts';

export interface Forms {
  readonly world: World;
  readonly board: Page;
  readonly desk: Page;
  /** A second page of the desk, at the plan. */
  readonly reviewing: Page;
  /** The path of the plan. */
  readonly review: string;
  readonly at: (page: Page, path: string) => string;
}

export async function openForms(): Promise<Forms> {
  const world = await openWorld();
  const { board, desk } = world;
  const at = (page: Page, path: string) => `${page === desk ? world.daemon.deskUrl : world.daemon.url}${path}`;
  const agent = await world.agent('claude');
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const staged = ok(await agent.callByName('stage_task_plan', pressPlan(version))) as { proposalId: string };
  const review = `/proposal/${staged.proposalId}`;
  const reviewing = await world.context.newPage();
  await show(reviewing, at(desk, review));
  return { world, board, desk, reviewing, review, at };
}
