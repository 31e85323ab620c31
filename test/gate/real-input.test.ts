/** The loop on real tasks of another tool, brought in by the command line. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readBacklogFolder } from '../../src/app/sources/backlog-md.ts';
import { needs } from '../../src/kit/needs.ts';
import { makeHome, program, root, startDaemon } from '../rigs/daemon.ts';
import { approve, makeAgent, ok, pairPerson, type Staged } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import { overHttp } from '../surfaces/over-mcp.ts';
import { type Prepared, prepare } from '../surfaces/plans.ts';
import { given, type Surface, type Value } from '../surfaces/surface.ts';

const folder = resolve(root, '../shared/data/backlog-md');
const isThere = needs(existsSync(join(folder, 'tasks')), `the real tasks are not on this machine (${folder})`);

test.runIf(isThere)(
  'real tasks come in by the hundred, and one of them is planned, approved and committed',
  async () => {
    const home = makeHome();
    // Replaces the untouched example of a home that never had a person.
    const daemon = await startDaemon(home.path, { example: true });
    const sidekicks = (...words: string[]) =>
      run(
        { command: process.execPath, args: [program], env: { ...process.env, SIDEKICKS_HOME: home.path } },
        words,
        '',
      );
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    const { code, stdout } = await sidekicks('import', 'backlog-md', folder, '--yes');
    expect(code, stdout).toBe(0);
    const created = Number(/(\d+) tasks created/.exec(stdout)?.[1]);
    // A file becomes a task or is named as lost whole: none goes missing without a word.
    const lost = (await readBacklogFolder(folder)).losses.filter(({ field }) => field === '');
    console.log(`${files.length} files, ${created} tasks created, ${lost.length} files lost whole`);
    expect(created).toBeGreaterThan(600);
    expect(created + lost.length).toBe(files.length);

    const person = (await pairPerson(daemon)).at(daemon);
    const { secret } = await makeAgent(person, 'claude');
    const agent = await overHttp({ era: 'modern', url: daemon.url, token: secret });
    const { totals, example } = await given(agent, 'get_workspace_state', {});
    expect(example).toBe(false);
    expect((totals as Value).tasks).toBe(created);

    const prepared = await validPlan(agent);
    const { subtasks: before } = (await given(agent, 'get_task', { taskId: prepared.taskId })).task as {
      subtasks: number;
    };
    const staged = (await given(agent, 'stage_task_plan', prepared.plan)) as unknown as Staged;
    ok(await approve(person, staged));
    expect(await given(agent, 'commit_task_plan', { proposalId: staged.proposalId })).toMatchObject({
      status: 'committed',
    });
    const parent = await given(agent, 'get_task', { taskId: prepared.taskId });
    expect(parent.task).toMatchObject({ subtasks: before + 2 });

    await agent.close();
    await daemon.stop();
    const verified = await sidekicks('verify');
    expect(verified.code, verified.stdout).toBe(0);
    await home.remove();
  },
);

/** For the first open task whose specialists have nothing against a plan of two plain steps. */
async function validPlan(agent: Surface): Promise<Prepared> {
  const { tasks } = await given(agent, 'search_tasks', { status: 'backlog', limit: 20 });
  const refused: unknown[] = [];
  for (const { title } of tasks as { readonly title: string }[]) {
    const prepared = await prepare(agent, title.split(/\s+/).slice(0, 4).join(' '), 'backlog');
    const { valid, issues } = await given(agent, 'evaluate_task_plan', prepared.plan);
    if (valid) return prepared;
    refused.push(issues);
  }
  throw new Error(`no plan was valid: ${JSON.stringify(refused).slice(0, 4000)}`);
}
