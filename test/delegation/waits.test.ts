/** Waiting calls: bounded whatever is asked, over on the first event, ended with the credential. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentClient, makeAgent, ok } from '../rigs/people.ts';
import { grant, openScene, result, type Scene, script, settle, start, view } from './scene.ts';

let scene: Scene;
/** On all the time, without an event. */
let quiet: string;
/** What every start falls under. */
const standing: string[] = [];
beforeAll(async () => {
  scene = await openScene();
  standing.push(await grant(scene));
  quiet = (await start(scene, script(['sleep', 120_000], ['message', 'quiet']))).task_id;
  await settle(scene, quiet, ({ run }) => run.status === 'running');
  ok(await scene.desk().call('change_limits', { maxWaitSeconds: 1 }));
});
afterAll(() => scene?.close());

interface Waited {
  readonly status: string;
  readonly cursor: number;
  readonly waited_seconds: number;
  readonly runs: readonly { readonly status: string }[];
  readonly questions: readonly { readonly question: string }[];
}

async function wait(ids: readonly string[], more: object = {}): Promise<{ answer: Waited; seconds: number }> {
  const began = performance.now();
  const answer = ok(await scene.agent().call('tandem_wait', { task_ids: ids, ...more })) as unknown as Waited;
  return { answer, seconds: (performance.now() - began) / 1000 };
}

describe('the bounds', () => {
  test.each([
    [-5, 0],
    [0, 0],
    [0.25, 0.25],
    [1e9, 1],
    [undefined, 1],
  ])('wait_seconds %s waits %s', async (given, expected) => {
    const more = given === undefined ? {} : { wait_seconds: given };
    const { answer, seconds } = await wait([quiet], more);
    expect(answer).toMatchObject({ status: 'unchanged', runs: [{ status: 'running' }] });
    expect(seconds).toBeGreaterThanOrEqual(expected - 0.01);
    expect(answer.waited_seconds).toBeLessThan(expected + 1);
    const began = performance.now();
    ok(await scene.agent().call('tandem_result', { task_id: quiet, ...more }));
    expect((performance.now() - began) / 1000).toBeGreaterThanOrEqual(expected - 0.01);
  });

  test.each([['"5"'], ['"forever"'], ['true'], ['[1]'], ['null'], ['NaN']])(
    'wait_seconds %s is refused',
    async (text) => {
      for (const [name, ids] of [
        ['tandem_wait', `"task_ids":["${quiet}"]`],
        ['tandem_result', `"task_id":"${quiet}"`],
      ]) {
        const response = await fetch(`${scene.daemon.url}/api/${name}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${scene.token.secret}`, 'content-type': 'application/json' },
          body: `{${ids},"wait_seconds":${text}}`,
        });
        expect([400, 422]).toContain(response.status);
      }
    },
  );

  test('of ids: none, a stranger, too many', async () => {
    for (const task_ids of [[], ['nope'], [quiet, 'nope'], Array.from({ length: 33 }, () => quiet)])
      expect((await scene.agent().call('tandem_wait', { task_ids })).ok).toBe(false);
  });
});

test('no person sets more than the 50 seconds that every description promises', async () => {
  for (const maxWaitSeconds of [0, 51, 600])
    expect((await scene.desk().call('change_limits', { maxWaitSeconds })).ok).toBe(false);
});

describe('the first event', () => {
  beforeAll(async () => void ok(await scene.desk().call('change_limits', { maxWaitSeconds: 50 })));

  test('ends the wait, and the cursor loses none', async () => {
    const { task_id } = await start(scene, script(['sleep', 700], ['ask', 'Now?'], ['finish', 'success']));
    const first = (await wait([quiet, task_id], { wait_seconds: 0 })).answer;
    const statuses: string[] = [];
    let { cursor } = first;
    for (let calls = 0; calls < 12 && statuses.at(-1) !== 'completed'; calls += 1) {
      const { answer, seconds } = await wait([quiet, task_id], { wait_seconds: 30, cursor });
      expect(answer.status).toBe('changed');
      expect(seconds).toBeLessThan(20);
      cursor = answer.cursor;
      statuses.push(answer.runs[1]?.status ?? '');
      const [question] = (await result(scene, task_id)).questions.filter(({ status }) => status === 'open');
      if (question) ok(await scene.agent().call('tandem_reply', { question_id: question.question_id, answer: 'yes' }));
    }
    expect(statuses).toContain('waiting_input');
    expect(statuses.at(-1)).toBe('completed');
    // What is over is told at once.
    expect((await wait([task_id], { wait_seconds: 30 })).seconds).toBeLessThan(2);
    const gone = await wait([task_id], { wait_seconds: 30, cursor });
    expect(gone.seconds).toBeLessThan(2);
  });

  test('may have come already: an open question is told at once to whoever has no cursor, and once', async () => {
    const { task_id } = await start(scene, script(['ask', 'Already?'], ['finish', 'success']));
    await settle(scene, task_id, ({ questions }) => questions.length > 0);
    const { answer, seconds } = await wait([quiet, task_id], { wait_seconds: 30 });
    expect(seconds).toBeLessThan(5);
    expect(answer).toMatchObject({
      status: 'changed',
      questions: [{ question: 'Already?', status: 'open' }],
      next: expect.stringMatching(/tandem_reply.*tandem_wait/),
    });
    const again = await wait([quiet, task_id], { wait_seconds: 1, cursor: answer.cursor });
    expect(again.answer).toMatchObject({ status: 'unchanged', questions: [{ status: 'open' }] });
    expect(again.seconds).toBeGreaterThan(0.9);
    // tandem_result counts events as tandem_wait does, and the cursor of the one is good for the other.
    const began = performance.now();
    const read = await result(scene, task_id, 30);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(read).toMatchObject({ questions: [{ status: 'open' }], next: expect.stringMatching(/tandem_reply/) });
    const { waited_seconds } = await result(scene, task_id, 1, { cursor: read.cursor });
    expect(waited_seconds).toBeGreaterThan(0.9);
    expect((await wait([task_id], { wait_seconds: 1, cursor: read.cursor })).answer.status).toBe('unchanged');
    const ending = result(scene, task_id, 30, { cursor: read.cursor });
    ok(await scene.agent().call('tandem_cancel', { task_id }));
    expect((await ending).cursor).not.toBe(read.cursor);
    await settle(scene, task_id);
  });

  test('of a permission request counts too', async () => {
    for (const id of standing.splice(0)) ok(await scene.desk().call('revoke_grant', { grantId: id }));
    standing.push(await grant(scene, { ask: true }));
    const { task_id } = await start(
      scene,
      script(['sleep', 1500], ['permission', 'execute', 'make it'], ['finish', 'success']),
    );
    await settle(scene, task_id, ({ run }) => run.status === 'running');
    const { cursor } = (await wait([task_id], { wait_seconds: 0 })).answer;
    const { answer, seconds } = await wait([task_id], { wait_seconds: 30, cursor });
    expect(answer).toMatchObject({ status: 'changed', runs: [{ status: 'waiting_input' }], questions: [] });
    expect(seconds).toBeLessThan(20);
    // No tool answers it: whoever reads the run is sent to the desk.
    const told = await result(scene, task_id);
    expect(told.next).toMatch(/permission.*desk.*\/run\//);
    expect(told.next).not.toContain('tandem_reply');
    const { requests } = await view(scene, task_id);
    expect(requests).toMatchObject([{ status: 'open', kind: 'execute' }]);
    // And its decision is the next one.
    const next = wait([task_id], { wait_seconds: 30, cursor: answer.cursor });
    ok(await scene.desk().call('decide_request', { requestId: requests[0]?.id ?? '', allow: false }));
    expect((await next).answer).toMatchObject({ status: 'changed' });
    expect((await settle(scene, task_id)).run).toMatchObject({ status: 'completed', outcome: 'success' });
  });
});

test('a waiting call ends with its token, and with the daemon', async () => {
  const token = await makeAgent(scene.desk(), 'Goes away');
  const theirs = agentClient(scene.daemon, token);
  const mine = ok(
    await theirs.call('tandem_start', { cwd: scene.project, prompt: script(['sleep', 60_000], ['message', 'theirs']) }),
  ) as unknown as { task_id: string };
  // Past the run's own first events, so that only the end of the token can end the wait.
  for (;;) {
    const { run } = ok(await theirs.call('tandem_result', { task_id: mine.task_id, wait_seconds: 5 })) as unknown as {
      run: { status: string };
    };
    if (run.status === 'running') break;
  }
  const began = performance.now();
  const waiting = [
    theirs.call('tandem_wait', { task_ids: [mine.task_id], wait_seconds: 40 }),
    theirs.call('tandem_result', { task_id: mine.task_id, wait_seconds: 40 }),
  ];
  await new Promise((resolve) => setTimeout(resolve, 300));
  ok(await scene.desk().call('revoke_token', { tokenId: token.id }));
  for (const answer of await Promise.all(waiting))
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'unauthenticated' } });
  expect(performance.now() - began).toBeLessThan(10_000);
  const last = scene.agent().call('tandem_wait', { task_ids: [quiet], wait_seconds: 40 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const stopped = performance.now();
  await scene.daemon.stop();
  await last;
  expect(performance.now() - stopped).toBeLessThan(15_000);
  await scene.restart();
});
