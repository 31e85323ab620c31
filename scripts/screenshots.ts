/**
 * `npm run screenshots`: the pictures of the README, from a real run. A daemon with the example, a person in a real
 * browser, two agents that stage plans over HTTP; what is seen is what the pages draw. Both themes, 1280 by 800.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Client } from '../src/client/client.ts';
import type { Candidate, Subtask } from '../src/core/plan/candidate.ts';
import { answersPlan, journalsPlan, pressPlan, workday } from '../test/e2e/plans.ts';
import { openWorld, type World } from '../test/e2e/world.ts';
import { root } from '../test/rigs/daemon.ts';
import { approve, ok } from '../test/rigs/people.ts';

// The plans state UTC, and the pictures should not depend on where they are made.
process.env.TZ = 'UTC';

const folder = join(root, 'docs/images');

await main();

async function main(): Promise<void> {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
  mkdirSync(folder, { recursive: true });
  const world = await openWorld();
  try {
    const reviewed = await play(world);
    await picture(world.board, world.daemon.url, 'board');
    await picture(world.desk, `${world.daemon.deskUrl}/proposal/${reviewed}`, 'desk');
  } finally {
    await world.close();
  }
}

/** A morning of the launch week. Answers the proposal that the desk shows. */
async function play({ member, person, agent }: World): Promise<string> {
  ok(await member.call('edit_task', { taskId: 'T-21', due: { date: workday(8, '12:00').slice(0, 10) } }));
  ok(await member.call('edit_task', { taskId: 'T-3', status: 'done' }));
  ok(await member.call('edit_task', { taskId: 'T-8', status: 'in-progress' }));
  const [claude, codex] = [await agent('claude'), await agent('codex')];
  const note = await stage(claude, pressPlan);
  ok(await approve(person, { ...note, revision: 1 }, { create: true }));
  await stage(codex, answersPlan);
  const { proposalId } = await stage(claude, eveningPlan);
  const text = 'Are the two test accounts counted too?';
  ok(await person.call('comment_proposal', { proposalId, revision: 1, candidateId: 'profile', text }));
  return proposalId;
}

/** Every step has an estimate, and one starts in the evening: a warning, and a repair for it, in the margin. */
function eveningPlan(version: number): Candidate {
  const plan = journalsPlan(version);
  const changed: Readonly<Record<string, Partial<Subtask>>> = {
    backup: { plannedStart: workday(1, '19:00') },
    cleanup: { estimatedDurationMinutes: 15 },
  };
  return { ...plan, subtasks: plan.subtasks.map((one) => ({ ...one, ...changed[one.candidateId] })) };
}

async function stage(agent: Client, plan: (version: number) => Candidate) {
  const { version } = ok(await agent.call('get_workspace_state', {})) as { version: number };
  const candidate = plan(version);
  ok(await agent.callByName('match_sidekicks_to_task', { taskId: candidate.parentTaskId }));
  return ok(await agent.callByName('stage_task_plan', candidate)) as { proposalId: string; digest: string };
}

async function picture(page: Page, url: string, name: string): Promise<void> {
  await page.bringToFront();
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.loading').waitFor({ state: 'detached' });
  for (const [colorScheme, suffix] of [
    ['light', ''],
    ['dark', '-dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}${suffix}.png`) });
  }
}
