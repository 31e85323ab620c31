/** What comes of work: worktrees, results, checks that the daemon runs itself, and a person's word on all of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enrolPage, ok } from '../rigs/people.ts';
import { processesBelow } from './processes.ts';
import { projectOf } from './project-of.ts';
import { grant, logOf, openScene, result, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await grant(scene);
});
afterAll(() => scene?.close());

const { desk, inProject, content, put, git, commit, worked, goOn, apply } = projectOf(() => scene);

describe('a worktree', () => {
  test('is the same for every turn, and holds what the turns before left', async () => {
    const { runId, conversationId } = await worked(['write', 'one.txt', 'one\n']);
    expect(existsSync(inProject('one.txt'))).toBe(false);
    const second = await goOn(conversationId, ['read', 'one.txt'], ['write', 'two.txt', 'two\n']);
    expect(await logOf(scene, second)).toContain('read one.txt: one');
    const [first, later] = [await view(scene, runId), await view(scene, second)];
    expect(later.conversation.worktree).toEqual(first.conversation.worktree);
    expect(first.run.result?.files).toEqual(['one.txt']);
    expect(later.run.result?.files).toEqual(['one.txt', 'two.txt']);
    // The first as it is, then the second on top of it.
    expect(ok(await apply(runId))).toMatchObject({ how: 'fast_forward' });
    expect(ok(await apply(runId))).toMatchObject({ how: 'fast_forward' });
    expect(ok(await apply(second))).toMatchObject({ how: 'fast_forward' });
    expect([content('one.txt'), content('two.txt')]).toEqual(['one\n', 'two\n']);
  });

  test('is worked in where the run was started, also below its top', async () => {
    commit('part/deep/here.txt', 'x\n');
    const prompt = script(['exec', 'pwd; ls'], ['write', 'made.txt', 'made\n'], ['finish', 'success']);
    const { task_id } = await start(scene, prompt, { mode: 'work', cwd: inProject('part/deep') });
    await settle(scene, task_id);
    const { run, conversation } = await view(scene, task_id);
    expect(await logOf(scene, task_id)).toContain(`exit 0 ${conversation.worktree?.path}/part/deep\nhere.txt`);
    expect(run.result?.files).toEqual(['part/deep/made.txt']);
    const artifactId = run.result?.diffArtifactId ?? '';
    const diff = ok(await scene.agent().call('tandem_read_artifact', { artifact_id: artifactId }));
    expect(JSON.stringify(diff)).toContain('+++ b/part/deep/made.txt');
    ok(await apply(task_id));
    expect(content('part/deep/made.txt')).toBe('made\n');
  });

  test('needs a checkout with a commit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sidekicks-plain-'));
    const plain = ok(await desk('add_root', { path: folder, defaultAgentId: 'rig' })) as { id: string };
    const answer = await scene.agent().call('tandem_start', { cwd: folder, prompt: 'x', mode: 'work' });
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'not_a_git_root', next: expect.stringMatching(/\S/) } });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const empty = await scene.agent().call('tandem_start', { cwd: folder, prompt: 'x', mode: 'work' });
    expect(empty).toMatchObject({ ok: false, refusal: { code: 'not_a_git_root' } });
    ok(await desk('remove_root', { rootId: plain.id }));
    rmSync(folder, { recursive: true });
  });

  test('is given by an absolute path, in which ~ means nothing', async () => {
    const refused = await desk('add_root', { path: '~/project' });
    expect(refused).toMatchObject({ refusal: { code: 'invalid_root', message: '~ is not expanded here.' } });
  });

  test('lacks what was not committed, and everybody is told', async () => {
    put('scratch.txt', 'mine\n');
    const { preflight } = await start(scene, 'look', { mode: 'work', preflight: true });
    expect(preflight).toMatchObject({ uncommitted_files_absent: 1 });
    const { runId } = await worked(['read', 'scratch.txt']);
    expect(await logOf(scene, runId)).toMatch(/1 uncommitted files of the checkout are absent here/);
    expect(await logOf(scene, runId)).toContain('read scratch.txt: failed ENOENT');
    expect((await view(scene, runId)).run.result).toBeNull();
    expect(await apply(runId)).toMatchObject({ ok: false, refusal: { code: 'no_result' } });
    rmSync(inProject('scratch.txt'));
  });

  test('with work that is nowhere else is never deleted; without, it goes, and a later turn has a new one', async () => {
    const { runId, conversationId } = await worked(['write', 'precious.txt', 'precious\n']);
    const { path } = (await view(scene, runId)).conversation.worktree ?? { path: '' };
    expect(ok(await desk('drop_worktree', { conversationId }))).toMatchObject({ removed: false });
    expect(readFileSync(join(path, 'precious.txt'), 'utf8')).toBe('precious\n');
    ok(await apply(runId));
    expect(ok(await desk('drop_worktree', { conversationId }))).toMatchObject({ removed: true });
    expect(existsSync(path)).toBe(false);
    expect((await view(scene, runId)).conversation).toMatchObject({ worktree: null, closedAt: expect.any(String) });
    const next = await goOn(conversationId, ['read', 'precious.txt']);
    expect(await logOf(scene, next)).toContain('read precious.txt: precious');
    expect((await view(scene, next)).conversation).toMatchObject({ worktree: { path }, closedAt: null });
  });

  test('is not taken from under a run', async () => {
    const { task_id, conversation_id } = await start(scene, script(['sleep', 60_000], ['message', 'under']), {
      mode: 'work',
    });
    await settle(scene, task_id, ({ run }) => run.status === 'running');
    expect(await desk('drop_worktree', { conversationId: conversation_id })).toMatchObject({
      ok: false,
      refusal: { code: 'run_active' },
    });
    ok(await scene.agent().call('tandem_cancel', { task_id }));
    await settle(scene, task_id);
  });

  test('keeps what a run left that was stopped: its end comes first, then its bytes', async () => {
    const { task_id } = await start(scene, script(['write', 'stopped-half.txt', 'half\n'], ['sleep', 60_000]), {
      mode: 'work',
    });
    await expect.poll(() => logOf(scene, task_id), { timeout: 20_000 }).toContain('stopped-half.txt: ok');
    ok(await desk('stop_runs', {}));
    await expect
      .poll(async () => (await view(scene, task_id)).run, { timeout: 20_000 })
      .toMatchObject({ status: 'cancelled', result: { files: ['stopped-half.txt'] } });
    ok(await desk('change_limits', { stopped: false }));
  });

  test('that takes too long to read when everything is stopped stays as it is, and the log says how to go on', async () => {
    const prompt = script(['exec', 'truncate -s 6G big'], ['finish', 'success']);
    const { task_id, conversation_id } = await start(scene, prompt, { mode: 'work' });
    const reading = () => processesBelow(scene.daemon.pid).filter(({ command }) => command.includes(' add --all'));
    await expect.poll(reading, { timeout: 20_000, interval: 20 }).toHaveLength(1);
    const began = performance.now();
    ok(await desk('stop_runs', {}));
    await settle(scene, task_id);
    expect(performance.now() - began).toBeLessThan(2000);
    await expect
      .poll(() => logOf(scene, task_id), { timeout: 10_000, interval: 50 })
      .toMatch(/was not collected.*Continue the conversation/);
    expect(performance.now() - began).toBeLessThan(3000);
    expect(reading()).toEqual([]);
    const { run, conversation } = await view(scene, task_id);
    expect(run).toMatchObject({ status: 'completed', result: null });
    expect(statSync(join(conversation.worktree?.path ?? '', 'big')).size).toBe(6 * 1024 ** 3);
    ok(await desk('change_limits', { stopped: false }));
    const next = await goOn(conversation_id, ['exec', 'truncate -s 3 big && mkfifo pipe']);
    expect((await view(scene, next)).run.result?.files).toEqual(['big']);
    expect(await logOf(scene, next)).toMatch(/left out, for no commit holds .*: pipe/);
  });

  test('becomes a commit under a goal of any characters', async () => {
    const goal = `\0\u001b[2J${script(['write', 'odd.txt', 'odd\n'], ['finish', 'success'])}`;
    const { task_id } = await start(scene, goal, { mode: 'work' });
    await settle(scene, task_id);
    const { result: made } = (await view(scene, task_id)).run;
    expect(made?.files).toEqual(['odd.txt']);
    expect(git('log', '-1', '--format=%s', made?.commit ?? '')).toMatch(/^\\u0000\\u001b\[2J/);
  });

  test('keeps what a run left that failed', async () => {
    const { task_id } = await start(scene, script(['write', 'half.txt', 'half\n'], ['crash', 1]), { mode: 'work' });
    expect((await settle(scene, task_id)).run.code).toBe('agent_crashed');
    expect((await view(scene, task_id)).run.result?.files).toEqual(['half.txt']);
  });
});

describe('a result', () => {
  test('becomes a patch when the checkout went on elsewhere, also turn after turn', async () => {
    const { runId, conversationId } = await worked(['write', 'src/new.js', 'exports.a = 1;\n']);
    commit('elsewhere.txt', 'x\n');
    expect(ok(await apply(runId))).toMatchObject({ how: 'patch' });
    expect([content('src/new.js'), content('elsewhere.txt')]).toEqual(['exports.a = 1;\n', 'x\n']);
    expect((await view(scene, runId)).run.result).toMatchObject({ how: 'patch', appliedBy: 'Mara' });
    const second = await goOn(conversationId, ['write', 'src/new.js', 'exports.a = 2;\n']);
    expect(ok(await apply(second))).toMatchObject({ how: 'patch' });
    expect(content('src/new.js')).toBe('exports.a = 2;\n');
  });

  test('is refused over changes that were not committed, and over a checkout that moved on in the same lines', async () => {
    const { runId } = await worked(['write', 'hello.txt', 'hello from the worker\n']);
    put('hello.txt', 'hello, mine\n');
    expect(await apply(runId)).toMatchObject({ ok: false, refusal: { code: 'checkout_dirty' } });
    expect(content('hello.txt')).toBe('hello, mine\n');
    commit('hello.txt', 'hello, mine\n');
    expect(await apply(runId)).toMatchObject({ ok: false, refusal: { code: 'checkout_moved' } });
    expect(content('hello.txt')).toBe('hello, mine\n');
    expect((await view(scene, runId)).run.result?.appliedAt).toBeNull();
    expect(git('status', '--porcelain')).toBe('');
  });
});

describe("a person's word", () => {
  async function delegated(title: string): Promise<{ taskId: string; runId: string }> {
    const description = script(['finish', 'success'], ['message', title]);
    const task = ok(await desk('create_task', { title, description })) as { id: string };
    const started = ok(await scene.agent().call('delegate_task', { taskId: task.id })) as { task_id: string };
    return { taskId: task.id, runId: started.task_id };
  }

  test('moves a delegated task to done; nobody and nothing else does', async () => {
    const { taskId, runId } = await delegated('Only by acceptance');
    const page = await enrolPage(scene.daemon, scene.desk());
    const done = { taskId, status: 'done' };
    const attempts = [scene.desk(), page].map((client) => () => client.callByName('edit_task', done));
    for (const attempt of attempts)
      expect(await attempt()).toMatchObject({
        ok: false,
        refusal: { code: 'acceptance_needed', next: expect.stringMatching(/desk/) },
      });
    await settle(scene, runId);
    for (const attempt of attempts) expect(await attempt()).toMatchObject({ refusal: { code: 'acceptance_needed' } });
    for (const verb of ['edit_task', 'accept_run', 'send_back_run', 'apply_result'])
      expect((await scene.agent().callByName(verb, verb === 'edit_task' ? done : { runId, notes: '' })).ok).toBe(false);
    expect((await page.callByName('accept_run', { runId, notes: '' })).ok).toBe(false);
    ok(await desk('send_back_run', { runId, notes: 'Once more, please.' }));
    expect(await result(scene, runId)).toMatchObject({
      verdict: { kind: 'sent_back', notes: 'Once more, please.' },
      next: expect.stringMatching(/sent it back.*tandem_continue/),
    });
    expect(await attempts[1]?.()).toMatchObject({ refusal: { code: 'acceptance_needed' } });
    expect(ok(await desk('accept_run', { runId, notes: 'Good.' }))).toMatchObject({ taskDone: true });
    expect(await result(scene, runId)).toMatchObject({ next: expect.stringMatching(/accepted it. Nothing is left/) });
    expect(ok(await scene.agent().call('get_task', { taskId }))).toMatchObject({ task: { status: 'done' } });
    expect(await desk('accept_run', { runId, notes: '' })).toMatchObject({ refusal: { code: 'already_accepted' } });
    // The same start is still the same run; another one of a task that is done is refused, preflight or not.
    expect(ok(await scene.agent().call('delegate_task', { taskId }))).toMatchObject({
      ...{ task_id: runId, repeated: true },
      next: expect.stringMatching(/^This repeats the run .*\. The task is done\. Delegate an open task/),
    });
    for (const other of [{ mode: 'think' }, { preflight: true }] as const)
      expect(await scene.agent().call('delegate_task', { taskId, ...other })).toMatchObject({
        refusal: { code: 'task_done' },
      });
    // A further turn would be a newer run of a done task, which nobody accepted: `verify` would find it.
    const { conversation_id } = (await result(scene, runId)).run as unknown as { conversation_id: string };
    const more = { conversation_id, prompt: script(['finish', 'success'], ['message', 'one more turn']) };
    expect(await scene.agent().call('tandem_continue', more)).toMatchObject({ refusal: { code: 'task_done' } });
    ok(await desk('edit_task', { taskId, status: 'today' }));
    const again = ok(await scene.agent().call('tandem_continue', more)) as unknown as { task_id: string };
    await settle(scene, again.task_id);
    expect(await attempts[0]?.()).toMatchObject({ refusal: { code: 'acceptance_needed' } });
  });

  test('on an older run is no word on a newer one: the task waits for that', async () => {
    const { taskId, runId } = await delegated('Twice');
    await settle(scene, runId);
    const description = script(['finish', 'success'], ['message', 'once more']);
    ok(await desk('edit_task', { taskId, description }));
    const again = ok(await scene.agent().call('delegate_task', { taskId })) as { task_id: string };
    expect(again.task_id).not.toBe(runId);
    await settle(scene, again.task_id);
    expect(ok(await desk('accept_run', { runId, notes: '' }))).toMatchObject({ taskDone: false });
    expect(ok(await desk('accept_run', { runId: again.task_id, notes: '' }))).toMatchObject({ taskDone: true });
  });

  test('is about what ended', async () => {
    const { task_id } = await start(scene, script(['sleep', 60_000], ['message', 'judged early']));
    for (const verb of ['accept_run', 'send_back_run'])
      expect(await desk(verb, { runId: task_id, notes: 'x' })).toMatchObject({ refusal: { code: 'run_active' } });
    ok(await scene.agent().call('tandem_cancel', { task_id }));
    await settle(scene, task_id);
  });
});
