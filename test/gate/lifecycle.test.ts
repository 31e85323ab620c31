/** What happens to a plan between stage and commit, over HTTP: nothing but the approved revision becomes tasks, once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { makePersonKey, signerOf } from '../../src/client/credential.ts';
import type { Evaluation } from '../../src/core/plan/evaluation.ts';
import { openRig } from '../../src/daemon/http/rig.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import type { Refusal } from '../../src/kit/result.ts';
import { approve as approveAt, ok, type Staged } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import { codeOf, commit, openScene, type Scene } from './scene.ts';

let scene: Scene;
let other: Client;
let tasks = 0;

beforeAll(async () => {
  scene = await openScene();
  other = await scene.newAgent('codex');
});
afterAll(() => scene?.close());

async function staged(agent = scene.agent, parent?: string, mark = 'one'): Promise<Staged & { parent: string }> {
  const taskId = parent ?? (await scene.newTask(`Shelf ${++tasks}`));
  return { ...(await scene.stage(agent, await scene.plan(taskId, mark))), parent: taskId };
}

const approve = (plan: Staged, create = false) => approveAt(scene.person, plan, { create });

/** Does something that must leave everything as it was. */
async function nothingMoves<T>(work: () => Promise<T>): Promise<T> {
  const before = await scene.position();
  const answer = await work();
  expect(await scene.position()).toEqual(before);
  return answer;
}

const childrenOf = async (parentTaskId: string) =>
  ok(await scene.person.call('search_tasks', { parentTaskId, limit: 50 })).tasks;

describe('a commit that creates nothing', () => {
  const answers = async (plan: Staged, client: Client = scene.agent) => {
    const answer = await nothingMoves(() => commit(client, plan));
    expect(answer.message).toMatch(/\S/);
    expect(answer.next).toMatch(/\S/);
    return answer.status;
  };

  test('not approved yet', async () => {
    expect(await answers(await staged())).toBe('approval_required');
  });

  test('changes requested', async () => {
    const plan = await staged();
    const { proposalId, revision } = plan;
    ok(await scene.person.call('request_changes', { proposalId, revision, text: 'Which boards?' }));
    expect(await answers(plan)).toBe('changes_requested');
  });

  test('rejected, also for a person', async () => {
    const plan = await staged();
    const { proposalId, revision } = plan;
    ok(await scene.person.call('reject_proposal', { proposalId, revision, reason: 'No shelf.' }));
    expect(await answers(plan)).toBe('rejected');
    expect(await answers(plan, scene.person)).toBe('rejected');
    expect(codeOf(await nothingMoves(() => approve(plan)))).toBe('not_open');
  });

  test('withdrawn after the approval', async () => {
    const plan = await staged();
    ok(await approve(plan));
    ok(await scene.agent.call('withdraw_proposal', { proposalId: plan.proposalId }));
    expect(await answers(plan)).toBe('withdrawn');
    expect(codeOf(await nothingMoves(() => approve(plan)))).toBe('not_open');
  });

  test('superseded by the plan of another agent', async () => {
    const mine = await staged();
    const theirs = await staged(other, mine.parent, 'another one');
    ok(await approve(theirs));
    ok(await approve(mine, true));
    expect(await answers(theirs, other)).toBe('superseded');
    expect(await childrenOf(mine.parent)).toHaveLength(3);
  });

  test('committed already: the same receipt, no second task', async () => {
    const plan = await staged();
    ok(await approve(plan));
    const first = await commit(scene.agent, plan);
    expect(first.status).toBe('committed');
    for (const client of [scene.agent, scene.person]) {
      expect(await nothingMoves(() => commit(client, plan))).toEqual(first);
    }
    expect(codeOf(await nothingMoves(() => approve(plan, true)))).toBe('not_open');
  });

  test('somebody else has no say: neither commit nor withdraw', async () => {
    const plan = await staged();
    ok(await approve(plan));
    for (const operation of ['commit_task_plan', 'withdraw_proposal']) {
      const result = await nothingMoves(() => other.callByName(operation, { proposalId: plan.proposalId }));
      expect(result).toMatchObject({ ok: false, refusal: { code: 'not_yours', problems: [{ path: '/proposalId' }] } });
    }
    expect((await commit(scene.agent, plan)).status).toBe('committed');
  });

  test('lapsed after seven days', async () => {
    // The daemon's clock cannot be moved from outside, so this one runs in the process, behind the same HTTP.
    const rig = await openRig({ empty: true });
    const person = rig.desk(await rig.pair());
    const agent = createClient({
      baseUrl: rig.urls.workspace,
      credential: { kind: 'bearer', token: await rig.token('agent') },
    });
    ok(
      await person.call('change_token', {
        tokenId: ok(await person.call('read_access', {})).tokens[0]?.id ?? '',
        allow: true,
      }),
    );
    const { id: parentTaskId } = ok(await person.call('create_task', { title: 'Shelf' })) as { id: string };
    const { version } = rig.app.state().workspace;
    const plan = ok(
      await agent.callByName('stage_task_plan', plainPlan({ parentTaskId, version, subtasks: 3, mark: 'x' })),
    );
    ok(await approveAt(person, plan as Staged));
    rig.forward(7 * DAY_MS);
    const { seq } = rig.app.state().workspace;
    expect(await commit(agent, plan as Staged)).toMatchObject({ status: 'approval_lapsed' });
    expect(rig.app.state().workspace.seq).toBe(seq);
    await rig.close();
  });
});

describe('a stage that comes too late', () => {
  test('the parent was deleted after the evaluation', async () => {
    const parent = await scene.newTask('Soon gone');
    const plan = await scene.plan(parent);
    expect(ok(await scene.agent.callByName('evaluate_task_plan', plan))).toMatchObject({ valid: true });
    ok(await scene.person.call('trash_task', { taskId: parent }));
    const late = await nothingMoves(() => scene.agent.callByName('stage_task_plan', plan));
    const fresh = { ...plan, expectedWorkspaceVersion: (await scene.position()).version };
    const again = await nothingMoves(() => scene.agent.callByName('stage_task_plan', fresh));
    expect(codeOf(again)).toBe('plan_invalid');
    for (const result of [late, again]) {
      const { data } = (result as { refusal: Refusal }).refusal;
      const { evaluation } = data as { evaluation: Evaluation };
      expect(evaluation.issues.map(({ code }) => code)).toContain('unknown_parent');
    }
  });

  test('the decision was made on another revision, or on other bytes', async () => {
    const first = await staged();
    const second = await staged(scene.agent, first.parent, 'two');
    expect(second).toMatchObject({ proposalId: first.proposalId, revision: 2 });
    expect(codeOf(await nothingMoves(() => approve(first)))).toBe('not_latest');
    expect(codeOf(await nothingMoves(() => approve({ ...second, digest: first.digest })))).toBe('wrong_digest');
    const words = { proposalId: first.proposalId, revision: 1 };
    expect(codeOf(await nothingMoves(() => scene.person.call('reject_proposal', { ...words, reason: 'No.' })))).toBe(
      'not_latest',
    );
  });
});

describe('approve, then change what was approved: the commit is stale', () => {
  const cases: readonly [string, (plan: Staged & { parent: string }, page: Client) => Promise<unknown>][] = [
    [
      'the title, from the desk',
      (plan) => scene.person.call('edit_task', { taskId: plan.parent, title: 'A wardrobe' }),
    ],
    [
      'the due, from the workspace page',
      (plan, page) => page.call('edit_task', { taskId: plan.parent, due: { date: '2027-01-01' } }),
    ],
    ['done, from the workspace page', (plan, page) => page.call('edit_task', { taskId: plan.parent, status: 'done' })],
    ['trashed, from the workspace page', (plan, page) => page.call('trash_task', { taskId: plan.parent })],
  ];
  let page: Client;

  beforeAll(async () => {
    const key = await makePersonKey();
    ok(await scene.person.call('enrol_workspace_key', { publicKey: key.publicKey, label: 'Page' }));
    page = createClient({ baseUrl: scene.daemon.url, credential: { kind: 'signer', signer: signerOf(key) } });
  });

  test.each(cases)('%s', async (_, change) => {
    const plan = await staged();
    ok(await approve(plan));
    ok((await change(plan, page)) as never);
    const answer = await nothingMoves(() => commit(scene.agent, plan));
    expect(answer.status).toBe('stale_plan');
    expect(answer.changes?.length).toBeGreaterThan(0);
    // A person who presses "create" now is told the same.
    expect((await commit(scene.person, plan)).status).toBe('stale_plan');
  });

  test('an edit of the proposal needs an approval of its own', async () => {
    const plan = await staged();
    ok(await approve(plan));
    const { proposalId, revision } = plan;
    ok(
      await scene.person.call('edit_proposal', {
        proposalId,
        revision,
        candidate: (await scene.plan(plan.parent, 'edited')) as never,
      }),
    );
    expect((await nothingMoves(() => commit(scene.agent, plan))).status).toBe('approval_required');
  });

  test('what it does not depend on changes nothing', async () => {
    const plan = await staged();
    ok(await approve(plan));
    ok(await page.call('create_task', { title: 'Something else' }));
    ok(await page.call('edit_task', { taskId: plan.parent, rank: 99 }));
    ok(await scene.person.call('make_token', { label: 'One more' }));
    expect((await commit(scene.agent, plan)).status).toBe('committed');
  });
});

test('a token that a person limited to reading reads and evaluates, and leaves no proposal', async () => {
  const { secret } = ok(await scene.person.call('make_token', { label: 'reader', readOnly: true })) as {
    secret: string;
  };
  const reader = createClient({ baseUrl: scene.daemon.url, credential: { kind: 'bearer', token: secret } });
  const plan = await scene.plan(await scene.newTask('Shelf to read'));
  expect(codeOf(await reader.callByName('evaluate_task_plan', plan))).toBe('ok');
  expect(codeOf(await reader.call('match_sidekicks_to_task', { taskId: plan.parentTaskId }))).toBe('ok');
  const mine = await staged();
  const before = await scene.position();
  expect(codeOf(await reader.callByName('stage_task_plan', plan))).toBe('forbidden');
  for (const verb of ['commit_task_plan', 'withdraw_proposal']) {
    expect(codeOf(await reader.callByName(verb, { proposalId: mine.proposalId })), verb).toBe('forbidden');
  }
  expect(await scene.position()).toEqual(before);
});

describe('at once', () => {
  test('two agents commit their approved plans for one task: one creates, the other is superseded', async () => {
    for (let round = 0; round < 5; round++) {
      const mine = await staged();
      const theirs = await staged(other, mine.parent, 'theirs');
      ok(await approve(mine));
      ok(await approve(theirs));
      const answers = await Promise.all([commit(scene.agent, mine), commit(other, theirs)]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['committed', 'superseded']);
      expect(await childrenOf(mine.parent)).toHaveLength(3);
    }
  });

  test('many commits of one plan: one receipt', async () => {
    const plan = await staged();
    ok(await approve(plan));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => commit(at % 2 ? scene.agent : scene.person, plan)),
    );
    const receipts = new Set(answers.map(({ receipt, tasks: made }) => JSON.stringify([receipt, made])));
    expect(receipts.size).toBe(1);
    expect(await childrenOf(plan.parent)).toHaveLength(3);
  });

  test('an approval while the next revision arrives approves what was shown, or nothing', async () => {
    const outcomes: string[] = [];
    const rounds = 12;
    for (let round = 0; round < rounds; round++) {
      const first = await staged();
      const next = await scene.plan(first.parent, 'the next');
      const arrive = () => scene.agent.callByName('stage_task_plan', next);
      const decided = await meet(() => approve(first), arrive, round / (rounds - 1));
      const { status } = await commit(scene.agent, first);
      expect([`ok committed`, `not_latest approval_required`]).toContain(`${codeOf(decided)} ${status}`);
      outcomes.push(status ?? '');
      const titles = (await childrenOf(first.parent)).map(({ title }) => title);
      if (status === 'committed') expect(titles.every((title) => title.endsWith('shelf one'))).toBe(true);
      else expect(titles).toEqual([]);
    }
    expect(outcomes[0]).toBe('approval_required');
    expect(outcomes.at(-1)).toBe('committed');
  });
});

/**
 * Both of them: at 0 the second is there before the first begins, at 1 it comes when the first has ended; those two are
 * certain. Between them it comes at any moment of the first.
 */
async function meet<T>(first: () => Promise<T>, second: () => Promise<unknown>, when: number): Promise<T> {
  if (when > 0 && when < 1) {
    const [answer] = await Promise.all([sleep(20).then(first), sleep(when * 44).then(second)]);
    return answer;
  }
  if (when === 0) await second();
  const answer = await first();
  if (when === 1) await second();
  return answer;
}
