/** The whole of delegation by a real agent: from an approved plan to accepted work, and the log holds it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src/kit/json.ts';
import { approvedTask } from '../delegation/approved-task.ts';
import { grant, type StartedAnswer, script, view } from '../delegation/scene.ts';
import { program } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { eventually, newMark, settled, succeeded, type World } from './world.ts';

/** From an approved plan to accepted work, as evidence.test.ts has it with the rig's own agent; and the log holds it. */
export async function whole(world: World): Promise<string> {
  const { id: agentId, tries } = world.agentUnderTest;
  const file = 'board.txt';
  const command = `grep -qx level ${file}`;
  const worked = script(['ask', 'How?'], tries.write(`{cwd}/${file}`, 'level\n'), [
    'finish',
    'success',
    { checks: [{ id: 'check-1', status: 'passed', acceptance_refs: [] }] },
  ]);
  const description = `${worked}\n\nFiles:\n- ${file}\n\nChecks:\n- \`${command}\` covers 1`;
  assert.ok(description.length <= 300, `a candidate cannot hold ${description.length} characters`);
  const { id: taskId } = await approvedTask(world, { title: 'Level it', description, checklist: ['It lies level'] });
  const taskNow = async () =>
    ok(await world.agent().call('get_task', { taskId })) as unknown as {
      readonly description: string;
      readonly task: { readonly status: string };
    };
  assert.equal((await taskNow()).description, description, 'the plan did not say it');

  const delegated = await world.agent().call('delegate_task', { taskId, mode: 'work', agent: agentId });
  const { task_id: runId } = ok(delegated) as unknown as StartedAnswer;
  world.current = runId;
  const { questions } = await settled(world, runId, ({ questions: open }) => open.length > 0);
  const answer = `with a ${newMark()}`;
  ok(await world.desk().call('answer_question', { questionId: questions[0]?.question_id ?? '', answer }));
  const { run } = await succeeded(world, runId);
  assert.ok(
    world.asked.some(({ body }) => body.includes(answer)),
    'its model never heard the answer',
  );
  assert.deepEqual([run.held?.jail, run.held?.project], ['bubblewrap', 'worktree']);
  assert.deepEqual(run.result?.files, [file]);
  assert.ok(!existsSync(join(world.project, file)), 'it is there before anybody applied it');

  await judged(world, { runId, agentId, command });
  ok(await world.desk().call('apply_result', { runId }));
  assert.equal(readFileSync(join(world.project, file), 'utf8').trim(), 'level');
  const accepted = ok(await world.desk().call('accept_run', { runId, notes: 'Good.' })) as { taskDone: boolean };
  assert.equal(accepted.taskDone, true);
  assert.equal((await taskNow()).task.status, 'done');

  await world.daemon.stop();
  const verified = execFileSync(process.execPath, [program, 'verify', '--home', world.daemon.home], {
    encoding: 'utf8',
  });
  await world.restart();
  assert.match(verified, /All of it holds/);
  return 'asked, observed, applied, accepted, verified';
}

/** Coverage shows the gap; the check is granted by digest and observed; then there is none. */
async function judged(
  world: World,
  { runId, agentId, command }: { readonly runId: string; readonly agentId: string; readonly command: string },
): Promise<void> {
  const covered = async () => (await settled(world, runId)).coverage;
  const gap = await covered();
  assert.deepEqual([gap.assessment, gap.totals?.units, gap.totals?.eligible], ['assessed', 1, 0]);
  assert.notDeepEqual(gap.gaps, {}, 'no gap is shown');
  const observe = async () =>
    ok(await world.desk().call('observe_checks', { runId })) as {
      started: string[];
      refused: { code: string }[];
    };
  assert.equal((await observe()).refused[0]?.code, 'command_not_granted');
  await grant(world, { agentIds: [agentId], runId, commandDigests: [sha256(command)] });
  assert.deepEqual((await observe()).started, ['check-1']);
  const observed = async () => (await view(world, runId)).checks.find(({ source }) => source === 'observed');
  await eventually('observed check', async () => ((await observed())?.status ?? 'not_run') !== 'not_run');
  assert.deepEqual([(await observed())?.status, (await observed())?.exitCode], ['passed', 0]);
  const none = await covered();
  assert.deepEqual([none.totals?.units, none.totals?.eligible, none.gaps], [1, 1, {}]);
}
