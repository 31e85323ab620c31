/** What a run waits for: answers of whoever started it or of a person, and permissions, which only a person gives. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentClient, enrolPage, makeAgent, ok } from '../rigs/people.ts';
import {
  grant,
  logOf,
  openScene,
  type ResultAnswer,
  result,
  type Scene,
  script,
  settle,
  start,
  view,
} from './scene.ts';

let scene: Scene;
/** Asked at once and answered last: the worker is told `pending` after 20 s and polls. */
let slow: { readonly taskId: string; readonly questionId: string };

const desk = (name: string, input: object) => scene.desk().call(name as never, input as never);
const hasQuestion = ({ questions }: ResultAnswer) => questions.some((one) => one.status === 'open');

async function asked(prompt: string, more: object = {}): Promise<{ taskId: string; questionId: string }> {
  const { task_id: taskId } = await start(scene, prompt, more);
  const { questions } = await settle(scene, taskId, hasQuestion);
  return { taskId, questionId: questions[0]?.question_id ?? '' };
}

const reply = (questionId: string, answer: string, client = scene.agent()) =>
  client.call('tandem_reply', { question_id: questionId, answer });
const asksOnce = (mark: string) => script(['ask', `Which, ${mark}?`], ['finish', 'success']);

beforeAll(async () => {
  scene = await openScene();
  ok(await desk('change_limits', { maxWorkers: 16 }));
  await grant(scene);
  slow = await asked(script(['ask_until', 'Patience?'], ['finish', 'success']));
});
afterAll(() => scene?.close());

describe.concurrent('a question', () => {
  test('is answered by whoever started the run; the same again is no conflict, another answer is', async () => {
    const { taskId, questionId } = await asked(asksOnce('starter'));
    const wait = { task_ids: [taskId], wait_seconds: 0 };
    expect(ok(await scene.agent().call('tandem_wait', wait))).toMatchObject({
      questions: [{ question_id: questionId }],
      next: expect.stringContaining('tandem_reply'),
    });
    expect(ok(await reply(questionId, 'left'))).toMatchObject({ repeated: false });
    expect(ok(await reply(questionId, 'left'))).toMatchObject({ repeated: true });
    expect(await reply(questionId, 'right')).toMatchObject({ ok: false, refusal: { code: 'already_answered' } });
    expect(await desk('answer_question', { questionId, answer: 'right' })).toMatchObject({
      refusal: { code: 'already_answered' },
    });
    expect((await settle(scene, taskId)).run.outcome).toBe('success');
    expect(await logOf(scene, taskId)).toMatch(
      /"status":"answered","answer":"left"|"answer":"left".*"status":"answered"/,
    );
  });

  test('is answered by a person, in the inbox', async () => {
    const { taskId, questionId } = await asked(asksOnce('person'));
    const { items } = ok(await desk('read_inbox', {})) as { items: { kind: string; question?: { id: string } }[] };
    expect(items.some(({ kind, question }) => kind === 'question' && question?.id === questionId)).toBe(true);
    expect(ok(await desk('answer_question', { questionId, answer: 'up' }))).toMatchObject({ late: false });
    await settle(scene, taskId);
    expect((await view(scene, taskId)).questions).toMatchObject([
      { status: 'answered', answer: 'up', answeredBy: 'Mara' },
    ]);
  });

  test('of another token does not exist', async () => {
    const { taskId, questionId } = await asked(asksOnce('foreign'));
    const other = agentClient(scene.daemon, await makeAgent(scene.desk(), 'Stranger'));
    expect(await reply(questionId, 'mine', other)).toMatchObject({ refusal: { code: 'unknown_question' } });
    ok(await reply(questionId, 'ours'));
    await settle(scene, taskId);
  });

  test('expires: TIMED_OUT for the worker, a late answer is kept and refused as question_expired', async () => {
    const { taskId, questionId } = await asked(asksOnce('late'), { question_timeout_seconds: 1 });
    const end = await settle(scene, taskId);
    expect(end.run.outcome).toBe('success');
    expect(await logOf(scene, taskId)).toContain('TIMED_OUT');
    expect(await reply(questionId, 'yes')).toMatchObject({ ok: false, refusal: { code: 'question_expired' } });
    expect((await view(scene, taskId)).questions).toMatchObject([{ status: 'late', answer: 'yes' }]);
    expect((await result(scene, taskId)).questions).toMatchObject([{ status: 'late' }]);
    expect(await logOf(scene, taskId)).not.toContain('"answer":"yes"');
  });

  test('stops the clock of the run', async () => {
    const { taskId, questionId } = await asked(asksOnce('clock'), { timeout_seconds: 2 });
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect((await result(scene, taskId)).run.status).toBe('waiting_input');
    ok(await reply(questionId, 'go'));
    expect((await settle(scene, taskId)).run).toMatchObject({ status: 'completed', outcome: 'success' });
  });

  test('closes with its run, and a person is told that nobody waits', async () => {
    const { taskId, questionId } = await asked(asksOnce('closed'));
    ok(await scene.agent().call('tandem_cancel', { task_id: taskId }));
    await settle(scene, taskId);
    expect(ok(await desk('answer_question', { questionId, answer: 'too late' }))).toMatchObject({ late: true });
    const { items } = ok(await desk('read_inbox', {})) as { items: { run: { id: string } }[] };
    expect(items.filter(({ run }) => run.id === taskId)).toEqual([]);
  });

  test('is pending for the worker after 20 seconds, and polled', async () => {
    await expect
      .poll(async () => Date.now() - Date.parse((await view(scene, slow.taskId)).questions[0]?.askedAt ?? ''), {
        timeout: 40_000,
      })
      .toBeGreaterThan(21_000);
    ok(await reply(slow.questionId, 'enough'));
    expect((await settle(scene, slow.taskId)).run.outcome).toBe('success');
    expect(await logOf(scene, slow.taskId)).toMatch(/"answer":"enough".*"polls":[1-9]/);
  });
});

describe('a permission request', () => {
  const wants = (mark: string) => script(['permission', 'execute', `make ${mark}`], ['finish', 'success']);
  beforeAll(async () => {
    const { grants } = ok(await desk('read_delegation', {})) as { grants: { id: string; live: boolean }[] };
    for (const { id } of grants.filter(({ live }) => live)) ok(await desk('revoke_grant', { grantId: id }));
    await grant(scene, { ask: true });
  });

  async function requested(prompt: string): Promise<{ taskId: string; requestId: string }> {
    const { task_id: taskId } = await start(scene, prompt);
    await settle(scene, taskId, ({ run }) => run.status === 'waiting_input');
    return { taskId, requestId: (await view(scene, taskId)).requests[0]?.id ?? '' };
  }

  test.each([
    [true, 'allow_once', 'allowed'],
    [false, 'reject_once', 'denied'],
  ])('is decided by a person, once: %s', async (allow, word, status) => {
    const { taskId, requestId } = await requested(wants(word));
    const { items } = ok(await desk('read_inbox', {})) as { items: { kind: string; request?: { id: string } }[] };
    expect(items.some(({ kind, request }) => kind === 'permission' && request?.id === requestId)).toBe(true);
    ok(await desk('decide_request', { requestId, allow }));
    expect((await settle(scene, taskId)).run.outcome).toBe('success');
    expect(await logOf(scene, taskId)).toContain(`permission execute: ${word}`);
    expect((await view(scene, taskId)).requests).toMatchObject([{ status, decidedBy: 'Mara' }]);
    expect(await desk('decide_request', { requestId, allow })).toMatchObject({ refusal: { code: 'request_over' } });
  });

  test('is answered by no tool, no other token and no page', async () => {
    const { taskId, requestId } = await requested(wants('guarded'));
    expect(await reply(requestId, 'allow')).toMatchObject({ refusal: { code: 'unknown_question' } });
    expect(await desk('answer_question', { questionId: requestId, answer: 'allow' })).toMatchObject({
      refusal: { code: 'unknown_question' },
    });
    const page = await enrolPage(scene.daemon, scene.desk());
    for (const client of [scene.agent(), page])
      expect((await client.callByName('decide_request', { requestId, allow: true })).ok).toBe(false);
    expect((await view(scene, taskId)).requests).toMatchObject([{ status: 'open' }]);
    ok(await desk('decide_request', { requestId, allow: false }));
    await settle(scene, taskId);
  });

  test('that nobody decides in time is denied', async () => {
    ok(await desk('change_limits', { requestSeconds: 1 }));
    const { taskId, requestId } = await requested(wants('unheard'));
    expect((await settle(scene, taskId)).run.outcome).toBe('success');
    expect(await logOf(scene, taskId)).toContain('permission execute: reject_once');
    expect((await view(scene, taskId)).requests).toMatchObject([{ status: 'timed_out', decidedBy: null }]);
    expect(await desk('decide_request', { requestId, allow: true })).toMatchObject({
      refusal: { code: 'request_over' },
    });
    ok(await desk('change_limits', { requestSeconds: 300 }));
  });

  test('that is taken back waits for nobody; after a hundred of them a run asks nobody more', async () => {
    const prompt = script(['take_back', 120, 10], ['permission', 'edit', 'one too many'], ['finish', 'success']);
    const { task_id: taskId } = await start(scene, prompt);
    expect((await settle(scene, taskId)).run.outcome).toBe('success');
    const { requests } = await view(scene, taskId);
    expect(requests).toHaveLength(100);
    expect(requests.filter(({ status }) => status !== 'closed')).toEqual([]);
    const log = await logOf(scene, taskId);
    expect(log).toContain('permission edit: reject_once');
    expect(log.match(/note: This run has asked for 100 permissions/g)).toHaveLength(1);
  });

  test('that is taken back lets the run go on while it lives', async () => {
    const { task_id: taskId } = await start(scene, script(['take_back', 1, 2500], ['sleep', 60_000]));
    // Looked at often: a wait that began a moment too late would sleep through it.
    const becomes = (status: string) =>
      expect.poll(async () => (await view(scene, taskId)).run.status, { timeout: 30_000, interval: 100 }).toBe(status);
    await becomes('waiting_input');
    await becomes('running');
    expect((await view(scene, taskId)).requests).toMatchObject([{ status: 'closed', decidedBy: null }]);
    ok(await scene.agent().call('tandem_cancel', { task_id: taskId }));
    await settle(scene, taskId);
  });
});
