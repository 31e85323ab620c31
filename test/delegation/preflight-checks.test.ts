/** What a preflight says of checks, and of what a task lacks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { ok } from '../rigs/people.ts';
import { grant, openScene, type Scene, type StartedAnswer } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

test('sums the time of its checks, and says that it is unknown where one names none', async () => {
  const told = async (first: number | null, more: object = {}) => {
    const named = (id: string, estimated_seconds: number | null) => ({
      ...{ id, criterion: 'runs', command: 'true', phase: 'targeted' },
      ...(estimated_seconds !== null && { estimated_seconds }),
    });
    const unselected = { ...named('later', 900), phase: 'integration' };
    const checks = [named('one', first), named('two', 30), unselected];
    const contract = { goal: 'Look.', verification: { stage: 'targeted', checks, ...more } };
    const asked = { cwd: scene.project, mode: 'work', contract, preflight: true };
    return (ok(await scene.agent().call('tandem_start', asked as never)) as unknown as StartedAnswer).preflight;
  };
  expect(await told(12, { preparation_seconds: 7 })).toMatchObject({
    checks: [
      { id: 'one', estimated_seconds: 12 },
      { id: 'two', estimated_seconds: 30 },
    ],
    check_seconds: 42,
    preparation_seconds: 7,
  });
  expect(await told(null)).toMatchObject({
    checks: [{ estimated_seconds: null }, { estimated_seconds: 30 }],
    check_seconds: null,
    preparation_seconds: 0,
  });
});

test('names the references of checks that lead nowhere, and so does the start', async () => {
  const lost = { set_id: 'nowhere', criterion_id: 'c1', revision: 'a'.repeat(64) };
  const check = { id: 'k', criterion: 'runs', phase: 'targeted', acceptance_refs: [lost] };
  const contract = { goal: 'Look.', verification: { stage: 'targeted', checks: [check] } };
  for (const preflight of [true, false]) {
    const asked = { cwd: scene.project, contract, preflight };
    const answer = ok(await scene.agent().call('tandem_start', asked as never)) as unknown as StartedAnswer;
    expect(answer).toMatchObject({
      unresolved_refs: [{ path: expect.stringContaining('/checks/0/acceptance_refs/0') }],
    });
    if (!preflight) ok(await scene.agent().call('tandem_cancel', { task_id: answer.task_id }));
  }
});

test('says of a check whether a grant lets it be observed, and what none names', async () => {
  const check = { id: 'k', criterion: 'runs', command: 'true', phase: 'targeted' };
  const contract = { goal: 'Look.', verification: { stage: 'targeted', checks: [check] } };
  const asked = { cwd: scene.project, mode: 'work', contract, preflight: true };
  const told = async () => {
    const { preflight: said } = ok(await scene.agent().call('tandem_start', asked as never)) as never as StartedAnswer;
    return (said as unknown as { readonly checks: readonly object[] }).checks[0];
  };
  const nobody = (what: string) => ({ may_be_observed: false, why_not_observed: expect.stringContaining(what) });
  expect(await told()).toMatchObject(nobody('of its command: a person'));
  ok(await scene.desk().call('change_root', { rootId: scene.rootId, prepare: 'echo ready' }));
  expect(await told()).toMatchObject(nobody('of its command, nor of the prepare command'));
  await grant(scene, { commandDigests: [sha256('true')] });
  expect(await told()).toMatchObject(nobody('digest of the prepare command and caches of the folder'));
  await grant(scene, { commandDigests: [sha256('true'), sha256('echo ready')] });
  expect(await told()).toMatchObject({ may_be_observed: true, why_not_observed: null });
  ok(await scene.desk().call('change_root', { rootId: scene.rootId, prepare: null }));
});

test('of a task says what it lacks and what is wrong with it, in words of the task', async () => {
  const make = async (more: object) => (ok(await scene.desk().call('create_task', more as never)) as { id: string }).id;
  const ask = (taskId: string) => {
    const asked = { taskId, agent: 'rig', mode: 'work', cwd: scene.project, preflight: true };
    return scene.agent().call('delegate_task', asked as never);
  };
  const parent = await make({ title: 'Whole', description: 'Files:\n- a.txt\n\nChecks:\n- `true`' });
  await make({ title: 'Part', parentId: parent });
  expect(ok(await ask(parent)).preflight).toMatchObject({
    remarks: [
      { code: 'has_subtasks', message: expect.stringMatching(/^1 subtask of it is open: delegate those instead/) },
      {
        code: 'not_given',
        message: 'Nothing says when the task is done: a checklist would. Only a person can edit the task.',
      },
    ],
  });
  expect(await ask(await make({ title: 'Odd', description: 'Files:\n- a.txt\n- src/*.js' }))).toMatchObject({
    refusal: {
      code: 'invalid_contract',
      next: expect.stringMatching(
        /^Ask a person to correct the list in the task's description; .* Nothing was started\.$/,
      ),
      problems: [{ path: '/taskId', message: expect.stringMatching(/^File 2 of its list, "src\/\*\.js": /) }],
    },
  });
});
