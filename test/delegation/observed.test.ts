import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { ok } from '../rigs/people.ts';
import { projectOf } from './project-of.ts';
import { grant, openScene, result, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await grant(scene);
});
afterAll(() => scene?.close());

const { desk, inProject } = projectOf(() => scene);

describe('an observed check', () => {
  const command = 'test -f test/sum.test.js';
  const set = { set_id: 's', items: [{ id: 'c1', text: 'It is tested' }] };
  let revision = '';

  async function checked(...given: readonly unknown[]): Promise<string> {
    const [first, ...rest] = given;
    const [own, steps] = typeof first === 'string' ? [first, rest] : [command, given];
    const refs = [{ set_id: 's', revision, criterion_id: 'c1' }];
    const contract = {
      goal: script(...steps, [
        'finish',
        'success',
        {
          checks: [
            { id: 'k', status: 'passed' },
            { id: 'slow', status: 'passed' },
          ],
        },
      ]),
      acceptance: ['It is tested'],
      acceptance_set: { ...set, revision },
      verification: {
        stage: 'targeted',
        checks: [
          { id: 'slow', criterion: 'slowly', command: 'sleep 2', phase: 'targeted' },
          { id: 'k', criterion: 'tested', command: own, phase: 'targeted', acceptance_refs: refs },
        ],
      },
    };
    const { task_id } = ok(
      await scene.agent().call('tandem_start', { cwd: scene.project, mode: 'work', contract }),
    ) as unknown as { task_id: string };
    expect((await settle(scene, task_id)).run).toMatchObject({ status: 'completed', outcome: 'success' });
    return task_id;
  }

  const observe = (runId: string, ...checkIds: string[]) =>
    desk('observe_checks', { runId, ...(checkIds.length > 0 && { checkIds }) });
  const checksOf = async (runId: string) =>
    (await view(scene, runId)).checks.filter(({ source }) => source === 'observed');
  const eligible = async (runId: string) => (await result(scene, runId)).coverage.totals?.eligible;

  beforeAll(async () => {
    const refused = await scene.agent().call('tandem_start', {
      cwd: scene.project,
      contract: { goal: 'x', acceptance: ['It is tested'], acceptance_set: { ...set, revision: 'a'.repeat(64) } },
    });
    revision =
      [...JSON.stringify(refused).matchAll(/[0-9a-f]{64}/g)].map(([one]) => one).find((one) => !/^a+$/.test(one)) ?? '';
    ok(await desk('change_root', { rootId: scene.rootId, testPaths: ['test'] }));
  });

  test('runs only under the digest of its exact command, and not when that goes while it waits its turn', async () => {
    const runId = await checked(['write', 'other.txt', 'x\n']);
    await grant(scene, { runId, commandDigests: [sha256(`${command} `), sha256('sleep 3')] });
    expect(ok(await observe(runId, 'k'))).toMatchObject({
      started: [],
      refused: [{ checkId: 'k', code: 'command_not_granted' }],
    });
    const id = await grant(scene, { runId, commandDigests: [sha256(command), sha256('sleep 2')] });
    expect(ok(await observe(runId))).toMatchObject({ started: ['slow', 'k'] });
    ok(await desk('revoke_grant', { grantId: id }));
    await expect.poll(async () => (await view(scene, runId)).observing, { timeout: 20_000 }).toEqual([]);
    expect((await checksOf(runId)).filter(({ checkId }) => checkId === 'k')).toMatchObject([
      { status: 'not_run', reason: expect.stringContaining('grant'), exitCode: null },
    ]);
    expect(await eligible(runId)).toBe(0);
  });

  test('that fails is recorded so, with its exit code, its output and where it ran; another id is refused', async () => {
    const failing = 'echo no such luck; exit 3';
    const runId = await checked(failing, ['write', 'failing.txt', 'x\n']);
    await grant(scene, { runId, commandDigests: [sha256(failing)] });
    expect(ok(await observe(runId, 'k', 'nobody'))).toMatchObject({
      started: ['k'],
      refused: [{ checkId: 'nobody', code: 'check_not_selected', next: expect.stringMatching(/\S/) }],
    });
    await expect
      .poll(async () => (await checksOf(runId)).at(-1), { timeout: 20_000 })
      .toMatchObject({
        status: 'failed',
        exitCode: 3,
        environment: { platform: process.platform, arch: process.arch },
      });
    const artifactId = (await checksOf(runId)).at(-1)?.artifactId ?? '';
    expect(ok(await desk('tandem_read_artifact', { artifact_id: artifactId }))).toMatchObject({
      content: expect.stringContaining('no such luck'),
    });
    expect((await result(scene, runId)).coverage).toMatchObject({
      totals: { eligible: 0 },
      gaps: { current_failure: 1 },
    });
  });

  test('whose folder the result does not have is not run: nothing failed', async () => {
    const { id } = ok(await desk('add_root', { path: join(scene.project, 'src'), defaultAgentId: 'rig' })) as {
      id: string;
    };
    await grant(scene, { rootId: id });
    const check = { id: 'k', criterion: 'runs', command: 'true', phase: 'targeted' };
    const gone = script(['exec', 'rm -r ../src'], ['finish', 'partial', { checks: [{ id: 'k', status: 'not_run' }] }]);
    const contract = { goal: gone, verification: { stage: 'targeted', checks: [check] } };
    const asked = { cwd: join(scene.project, 'src'), mode: 'work', contract };
    const { task_id } = ok(await scene.agent().call('tandem_start', asked as never)) as unknown as { task_id: string };
    await settle(scene, task_id);
    await grant(scene, { rootId: id, runId: task_id, commandDigests: [sha256('true')] });
    expect(ok(await observe(task_id, 'k'))).toMatchObject({ started: ['k'] });
    await expect
      .poll(async () => (await checksOf(task_id)).at(-1), { timeout: 20_000 })
      .toMatchObject({ status: 'not_run', exitCode: null, reason: expect.stringContaining('not in the result') });
    ok(await desk('remove_root', { rootId: id }));
  });

  test('without a command cannot be observed, whatever blanks stand for it', async () => {
    const runId = await checked('  ', ['write', 'blank.txt', 'x\n']);
    await grant(scene, { runId, commandDigests: [sha256('  ')] });
    expect(ok(await observe(runId, 'k'))).toMatchObject({ started: [], refused: [{ code: 'no_command' }] });
  });

  test('is recorded as not run when the daemon is killed, also while it waits its turn', async () => {
    const runId = await checked(['write', 'killed.txt', 'x\n']);
    await grant(scene, { runId, commandDigests: [sha256(command), sha256('sleep 2')] });
    expect(ok(await observe(runId))).toMatchObject({ started: ['slow', 'k'] });
    await expect.poll(async () => (await checksOf(runId)).length, { interval: 20 }).toBe(2);
    await scene.daemon.kill();
    await scene.restart();
    expect((await checksOf(runId)).map(({ checkId, status, reason }) => [checkId, status, reason])).toEqual([
      ['slow', 'not_run', 'The daemon ended while it ran.'],
      ['k', 'not_run', 'The daemon ended while it ran.'],
    ]);
    expect(await eligible(runId)).toBe(0);
  });

  test('is stopped with everything else, and nothing that waits behind it begins', async () => {
    const runId = await checked(['write', 'stopped.txt', 'x\n']);
    await grant(scene, { runId, commandDigests: [sha256(command), sha256('sleep 2')] });
    expect(ok(await observe(runId))).toMatchObject({ started: ['slow', 'k'] });
    ok(await desk('stop_runs', {}));
    await expect.poll(async () => (await view(scene, runId)).observing, { timeout: 20_000 }).toEqual([]);
    expect((await checksOf(runId)).map(({ checkId, status, reason }) => [checkId, status, reason])).toEqual([
      ['slow', 'not_run', 'It was stopped before it gave anything.'],
      ['k', 'not_run', 'It was stopped before it gave anything.'],
    ]);
    expect(ok(await observe(runId))).toMatchObject({ started: [] });
    ok(await desk('change_limits', { stopped: false }));
  });

  test('that the run itself changed satisfies nothing until a person accepts it', async () => {
    const runId = await checked(['exec', 'mkdir -p test'], ['write', 'test/sum.test.js', 'ok\n']);
    await grant(scene, { runId, commandDigests: [sha256(command)] });
    ok(await observe(runId, 'k'));
    await expect
      .poll(() => checksOf(runId), { timeout: 20_000 })
      .toMatchObject([{ status: 'passed', changedByRun: true, changeAccepted: false }]);
    expect(await eligible(runId)).toBe(0);
    const checkRunId = (await checksOf(runId))[0]?.id ?? '';
    expect((await scene.agent().callByName('accept_changed_check', { checkRunId })).ok).toBe(false);
    ok(await desk('accept_changed_check', { checkRunId }));
    expect(await eligible(runId)).toBe(1);
  });

  test('reported of a changed judge satisfies nothing either, at the finish and after it', async () => {
    const runId = await checked(['exec', 'mkdir -p test'], ['write', 'test/told.test.js', 'ok\n']);
    const told = (await view(scene, runId)).checks.filter(({ source }) => source === 'reported');
    expect(told.map(({ changedByRun, changeAccepted }) => [changedByRun, changeAccepted])).toEqual([
      [true, false],
      [true, false],
    ]);
    const clean = await checked(['write', 'told.txt', 'x\n']);
    expect((await view(scene, clean)).checks.map(({ changedByRun }) => changedByRun)).toEqual([false, false]);
  });

  test.each([
    ['a setting of its tool', '.npmrc', 'script-shell=/bin/true\n', {}],
    ['a manifest that a person declared', 'ci/gate.toml', 'open = true\n', { manifests: ['ci/gate.toml'] }],
    ['a file that its command names', 'verify.sh', 'exit 0\n', {}],
  ])('passes and satisfies nothing when the run changed %s', async (_, file, text, set) => {
    ok(await desk('change_root', { rootId: scene.rootId, ...set }));
    const runs = 'test ! -f verify.sh || sh verify.sh';
    const runId = await checked(runs, ['exec', 'mkdir -p ci'], ['write', file, text]);
    await grant(scene, { runId, commandDigests: [sha256(runs)] });
    ok(await observe(runId, 'k'));
    await expect
      .poll(() => checksOf(runId), { timeout: 20_000 })
      .toMatchObject([{ status: 'passed', changedByRun: true, changeAccepted: false }]);
    expect(await eligible(runId)).toBe(0);
    const told = (await view(scene, runId)).checks.filter(({ source }) => source === 'reported');
    expect(told.find(({ checkId }) => checkId === 'k')).toMatchObject({ changedByRun: true });
    ok(await desk('accept_changed_check', { checkRunId: (await checksOf(runId))[0]?.id ?? '' }));
    expect(await eligible(runId)).toBe(1);
  });

  test('after a prepare command, which needs a grant of its own', async () => {
    const prepare = 'mkdir -p test && echo made > test/sum.test.js';
    ok(await desk('change_root', { rootId: scene.rootId, prepare }));
    const runId = await checked(['write', 'more.txt', 'x\n']);
    await grant(scene, { runId, commandDigests: [sha256(command)] });
    expect(ok(await observe(runId, 'k'))).toMatchObject({ refused: [{ code: 'prepare_not_granted' }] });
    await grant(scene, { runId, commandDigests: [sha256(prepare)] });
    expect(ok(await observe(runId, 'k'))).toMatchObject({ started: ['k'] });
    await expect
      .poll(() => checksOf(runId), { timeout: 20_000 })
      .toMatchObject([{ status: 'passed', changedByRun: false }]);
    expect(await eligible(runId)).toBe(1);
    expect(existsSync(inProject('test/sum.test.js'))).toBe(false);
  });

  test('does not run when its grant, or the prepare command, goes while that command runs', async () => {
    const prepare = 'sleep 2';
    ok(await desk('change_root', { rootId: scene.rootId, prepare }));
    const begun = async () => (await checksOf(runId)).at(-1);
    const runId = await checked(['write', 'gone.txt', 'x\n']);
    await grant(scene, { runId, commandDigests: [sha256(prepare)] });
    const commandGrant = (of: string) => grant(scene, { runId: of, commandDigests: [sha256(command)] });
    const id = await commandGrant(runId);
    for (const [go, reason] of [
      [() => desk('change_root', { rootId: scene.rootId, prepare: null }), 'changed meanwhile'],
      [() => desk('revoke_grant', { grantId: id }), 'No live grant'],
    ] as const) {
      ok(await desk('change_root', { rootId: scene.rootId, prepare }));
      ok(await observe(runId, 'k'));
      await expect.poll(begun, { timeout: 20_000, interval: 20 }).toMatchObject({ lease: { pid: expect.any(Number) } });
      ok(await go());
      await expect
        .poll(begun, { timeout: 20_000 })
        .toMatchObject({ running: false, status: 'not_run', reason: expect.stringContaining(reason) });
    }
    // Where another grant names it too, the record says under which one it ran.
    const [first, second] = [await commandGrant(runId), await commandGrant(runId)];
    ok(await observe(runId, 'k'));
    await expect
      .poll(begun, { timeout: 20_000, interval: 20 })
      .toMatchObject({ lease: { pid: expect.any(Number) }, grantId: first });
    ok(await desk('revoke_grant', { grantId: first }));
    await expect
      .poll(begun, { timeout: 20_000 })
      .toMatchObject({ running: false, exitCode: expect.any(Number), grantId: second });
    ok(await desk('change_root', { rootId: scene.rootId, prepare: null }));
  });

  test('of a run without a commit is refused: there are no exact bytes', async () => {
    const { task_id } = await start(scene, script(['finish', 'success'], ['message', 'no bytes']));
    await settle(scene, task_id);
    expect(await observe(task_id)).toMatchObject({ refusal: { code: 'no_contract' } });
  });
});
