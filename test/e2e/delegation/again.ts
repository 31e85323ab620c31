/** What came to nothing: nobody runs it again by itself, so the page says how an agent does. And what a contract is made of. */
import { expect, test } from 'vitest';
import type { DelegationView } from '../../../src/protocol/delegation-views.ts';
import { grant, script, settle, view } from '../../delegation/scene.ts';
import { ok } from '../../rigs/people.ts';
import { found, runOf, type Stage, section, showBoard, showDesk } from './stage.ts';

export function tryingAgain(stage: () => Stage): void {
  const again = (page: Parameters<typeof section>[0]) => section(page, 'Try again');
  let taskId: string;

  test('a failed run of a task says what to tell an agent, at the desk and from the task', async () => {
    const { world, desk } = stage();
    const description = script(['crash', 3]);
    taskId = (ok(await world.member.call('create_task', { title: 'Fall over', description })) as { id: string }).id;
    const [root] = (ok(await desk().call('read_delegation', {})) as DelegationView).roots;
    await grant({ desk, rootId: root?.id ?? '' }, { modes: ['think'] });
    const call = { taskId, mode: 'think', agent: 'rig' };
    const { task_id } = ok(await stage().agent().callByName('delegate_task', call)) as { task_id: string };
    stage().runs.set('fallen', task_id);
    expect((await settle(stage(), task_id)).run.status).toBe('failed');
    const page = await showDesk(stage(), `/run/${task_id}`);
    await again(page).getByText('Tell Claude:').waitFor();
    expect(await found(page)).toEqual([]);
    const board = await showBoard(stage(), `/task/${taskId}`);
    await board.getByRole('link', { name: 'how to try again' }).click();
    await again(board).getByRole('button', { name: 'Copy what to tell the agent' }).waitFor();
    expect(await found(board)).toEqual([]);
  });

  test('told so, the agent starts a new run, and the page of the failed one leads there', async () => {
    const fallen = runOf(stage(), 'fallen');
    const page = await showDesk(stage(), `/run/${fallen}`);
    const [same = '', anew = ''] = await again(page).locator('pre').allTextContents();
    const [, goOn = '', where = ''] = /^Call (\w+) with (\{.*?\}), with the contract that/.exec(same) ?? [];
    const [, name = '', input = ''] = /^Call (\w+) with (.*)\.$/.exec(anew) ?? [];
    // To the agent that began it the call that begins anew is the same start, for ten minutes; so the first line is another.
    const call = { ...JSON.parse(input) };
    const repeated = ok(
      await stage()
        .agent()
        .callByName(name as 'delegate_task', call),
    );
    expect(repeated).toMatchObject({ task_id: fallen, repeated: true });
    // To another agent it is new.
    const other = await stage().world.agent('Codex');
    const { task_id } = ok(await other.callByName(name as 'delegate_task', call)) as { task_id: string };
    expect(task_id).not.toBe(fallen);
    expect((await view(stage(), task_id)).run).toMatchObject({ mode: 'think', agentId: 'rig', taskId });
    await page.getByRole('link', { name: 'The newest run of this task' }).click();
    await page.waitForURL(`**/run/${task_id}`);
    expect(await again(page).count()).toBe(0);
    await settle({ agent: () => other }, task_id);
    await again(page).waitFor();
    // And the first line is a turn of the conversation that failed.
    const { preflight } = ok(
      await stage()
        .agent()
        .callByName(name as 'delegate_task', { ...call, preflight: true }),
    ) as { preflight: { contract: object } };
    const turn = { ...JSON.parse(where), contract: preflight.contract };
    const second = ok(
      await stage()
        .agent()
        .callByName(goOn as 'tandem_continue', turn),
    ) as { task_id: string };
    expect(second.task_id).not.toBe(fallen);
    expect((await settle(stage(), second.task_id)).run).toMatchObject({ turn: 2 });
    // Whose word is asked for now; the turn that it took up has no place for one.
    // Both have the title of the task, so each is loaded anew.
    const open = (runId: string) => page.goto(`${stage().world.daemon.deskUrl}/run/${runId}`);
    await open(second.task_id);
    await page.getByRole('link', { name: 'Accept or send back' }).waitFor();
    await open(fallen);
    await page.getByText('Turn 1, this one').waitFor();
    expect(await page.getByRole('link', { name: 'Accept or send back' }).count()).toBe(0);
    expect(await section(page, 'Your word on it').count()).toBe(0);
  });

  test('the lists that a contract reads are told where the description is written', async () => {
    const board = await showBoard(stage(), `/task/${taskId}`);
    await board.getByRole('button', { name: 'Edit the description' }).click();
    await board.getByText('Files and checks for delegation').click();
    await board.getByText('Checks: commands in backticks').waitFor();
    expect(await found(board)).toEqual([]);
    await board.getByRole('button', { name: 'Cancel' }).click();
  });
}
