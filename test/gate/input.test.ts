/** Bad input over HTTP: every refusal lists problems with code, place and what to do, and nothing moved. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Candidate, Subtask } from '../../src/core/plan/candidate.ts';
import type { Evaluation } from '../../src/core/plan/evaluation.ts';
import type { Refusal } from '../../src/kit/result.ts';
import { toolsFor } from '../../src/protocol/table.ts';
import { expectRefusal } from '../surfaces/surface.ts';
import { raw, send } from './request.ts';
import { changed, openScene, type Scene } from './scene.ts';

let scene: Scene;
let parent: string;
let plan: Candidate;
let before: { readonly seq: number; readonly version: number };

beforeAll(async () => {
  scene = await openScene();
  parent = await scene.newTask('Build the shelf');
  plan = await scene.plan(parent);
});
afterAll(() => scene?.close());
beforeEach(async () => {
  before = await scene.position();
});
afterEach(async () => {
  expect(await scene.position()).toEqual(before);
});

/** As an agent, byte for byte. */
async function refusalOf(operation: string, body: string, status: number): Promise<Refusal> {
  const headers = { authorization: `Bearer ${scene.token}`, 'content-type': 'application/json' };
  const reply = await send(scene.daemon.url, { method: 'POST', path: `/api/${operation}`, headers, body });
  expect(reply.status, reply.text.slice(0, 500)).toBe(status);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const refusal = reply.refusal as Refusal;
  expectRefusal(refusal);
  expect(refusal.problems?.length, `${refusal.code} lists its problems`).toBeGreaterThan(0);
  return refusal;
}

const problemsOf = ({ problems = [] }: Refusal) => problems.map(({ code, path }) => `${code} ${path}`);

describe('what is not JSON, or not ours', () => {
  const nested = (depth: number) => `{"taskId":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  test.each([
    ['malformed JSON', '{"taskId":', 400, 'invalid_json', ['not_json ']],
    ['no JSON at all', 'taskId=T-1', 400, 'invalid_json', ['not_json ']],
    ['two values', '{} {}', 400, 'invalid_json', ['not_json ']],
    ['a byte order mark', '\ufeff{}', 400, 'invalid_json', ['not_json ']],
    ['a repeated key', '{"taskId":"T-1","taskId":"T-2"}', 400, 'invalid_json', ['repeated_key /taskId']],
    [
      'a repeated key, spelled otherwise',
      '{"taskId":"T-1","task\\u0049d":"T-2"}',
      400,
      'invalid_json',
      ['repeated_key /taskId'],
    ],
    ['nesting of 200', nested(200), 422, 'invalid_input', [expect.stringMatching(/^too_deep \/taskId\/0\/0/)]],
    ['a list', '[]', 422, 'invalid_input', ['wrong_type ']],
    ['nothing', 'null', 422, 'invalid_input', ['wrong_type ']],
    ['a text', '"T-1"', 422, 'invalid_input', ['wrong_type ']],
    ['a wrong type', '{"taskId":1}', 422, 'invalid_input', ['wrong_type /taskId']],
    ['a missing field', '{}', 422, 'invalid_input', ['missing /taskId']],
    ['a lone surrogate', '{"taskId":"\\ud800"}', 422, 'invalid_input', ['lone_surrogate /taskId']],
    ['half a pair in a key', '{"\\udc00":1}', 422, 'invalid_input', ['lone_surrogate ']],
    [
      '__proto__',
      '{"taskId":"T-1","__proto__":{"approved":true}}',
      422,
      'invalid_input',
      ['unknown_property /__proto__'],
    ],
    ['constructor', '{"taskId":"T-1","constructor":{}}', 422, 'invalid_input', ['unknown_property /constructor']],
    ['an empty id', '{"taskId":""}', 422, 'invalid_input', ['too_short /taskId']],
    ['an id of 129 characters', `{"taskId":"${'x'.repeat(129)}"}`, 422, 'invalid_input', ['too_long /taskId']],
    ['an unknown id', '{"taskId":"T-77777"}', 404, 'unknown_task', ['unknown_task /taskId']],
  ] as const)('%s', async (_, body, status, code, problems) => {
    const refusal = await refusalOf('match_sidekicks_to_task', body, status);
    expect(refusal.code).toBe(code);
    expect(problemsOf(refusal)).toEqual(problems);
  });

  test('bytes that are no UTF-8', async () => {
    const body = Buffer.from([...Buffer.from('{"taskId":"'), 0xc3, 0x28, ...Buffer.from('"}')]).toString('latin1');
    const headers = { authorization: `Bearer ${scene.token}` };
    const path = '/api/match_sidekicks_to_task';
    const reply = await send(scene.daemon.url, { method: 'POST', path, headers, body: Buffer.from(body, 'latin1') });
    expect(reply).toMatchObject({ status: 400, refusal: { code: 'invalid_json' } });
  });

  test('10 MB are refused before they are read', async () => {
    const { host } = new URL(scene.daemon.url);
    const head = [
      'POST /api/match_sidekicks_to_task HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${scene.token}`,
    ];
    const answer = await raw(scene.daemon.url, [...head, 'Content-Length: 10000000', '', '{"taskId":'].join('\r\n'));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    const refusal = (JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as { error: Refusal })
      .error;
    expectRefusal(refusal);
    expect(problemsOf(refusal)).toEqual(['too_large ']);
  });

  test('more values than any tool takes are refused as such; as many as that are looked at', async () => {
    // The object and the list are values too: 20,000 in all.
    const list = (length: number) => `{"taskId":[${Array(length).fill(0).join()}]}`;
    const refusals = [19_998, 19_999, 1_000_000].map((length) =>
      refusalOf('match_sidekicks_to_task', list(length), 422),
    );
    expect((await Promise.all(refusals)).map(problemsOf)).toEqual([
      ['wrong_type /taskId'],
      ['too_many '],
      ['too_many '],
    ]);
  });

  test('everything wrong at once is listed at once', async () => {
    const wrong = {
      ...changed(plan, { title: 'x'.repeat(121), tags: ['a', 'a'], priority: 'huge' as never }),
      subtask: 1,
    };
    const { expectedWorkspaceVersion: _, ...rest } = wrong;
    const refusal = await refusalOf('evaluate_task_plan', JSON.stringify({ ...rest, rationale: null }), 422);
    expect(problemsOf(refusal).sort()).toEqual([
      'missing /expectedWorkspaceVersion',
      'not_allowed /subtasks/0/priority',
      'repeated /subtasks/0/tags',
      'too_long /subtasks/0/title',
      'unknown_property /subtask',
      'wrong_type /rationale',
    ]);
  });

  test.each([
    [
      '21 subtasks',
      () => ({ ...plan, subtasks: Array.from({ length: 21 }, () => plan.subtasks[0]) }),
      'too_many /subtasks',
    ],
    [
      'a candidate id of 129',
      () => changed(plan, { candidateId: 'x'.repeat(129) }),
      'too_long /subtasks/0/candidateId',
    ],
    ['a lone surrogate in a title', () => changed(plan, {}, { title: 'a\ud83d' }), 'lone_surrogate /subtasks/1/title'],
  ])('a candidate with %s', async (_, make, problem) => {
    const text = JSON.stringify(make());
    for (const tool of ['evaluate_task_plan', 'stage_task_plan']) {
      expect(problemsOf(await refusalOf(tool, text, 422))).toContain(problem);
    }
  });
});

describe('a candidate that fits the schema and is wrong', () => {
  const start = '2026-12-14T10:00:00Z';
  const cycle = (length: number): Partial<Candidate> => ({
    subtasks: Array.from({ length }, (_, at) => ({
      ...(plan.subtasks[0] as Subtask),
      candidateId: `c${at}`,
      title: `Turn ${at} of the wheel ${'abcdefghijklmnopqrst'[at]}`,
      dependencyCandidateIds: [`c${(at + 1) % length}`],
    })),
  });

  test.each([
    ['a title of blanks', () => changed(plan, { title: '   ' }), 'blank_title', '/subtasks/0/title'],
    ['a title of nothing', () => changed(plan, { title: '' }), 'blank_title', '/subtasks/0/title'],
    [
      'a title of control characters',
      () => changed(plan, { title: '\u0007\u200b\u202e' }),
      'blank_title',
      '/subtasks/0/title',
    ],
    ['a day that is not', () => changed(plan, { dueAt: '2026-02-30T10:00:00Z' }), 'bad_instant', '/subtasks/0/dueAt'],
    [
      'a day that is not, without time',
      () => changed(plan, { dueAt: '2026-02-30' }),
      'bad_instant',
      '/subtasks/0/dueAt',
    ],
    ['a day without time', () => changed(plan, { dueAt: '2026-02-28' }), 'bad_instant', '/subtasks/0/dueAt'],
    ['a blank for the T', () => changed(plan, { dueAt: '2026-01-01 10:00:00Z' }), 'bad_instant', '/subtasks/0/dueAt'],
    [
      'a leap second',
      () => changed(plan, { plannedStart: '2026-06-30T23:59:60Z' }),
      'bad_instant',
      '/subtasks/0/plannedStart',
    ],
    [
      'the year 10000 by offset',
      () => changed(plan, { dueAt: '9999-12-31T23:59:59-00:01' }),
      'bad_instant',
      '/subtasks/0/dueAt',
    ],
    [
      'a due before its start',
      () => changed(plan, { plannedStart: start, dueAt: '2026-12-14T09:00:00Z' }),
      'due_before_end',
      '/subtasks/0/dueAt',
    ],
    ['a cycle of 2', () => ({ ...plan, ...cycle(2) }), 'dependency_cycle', '/subtasks/0/dependencyCandidateIds'],
    ['a cycle of 20', () => ({ ...plan, ...cycle(20) }), 'dependency_cycle', '/subtasks/0/dependencyCandidateIds'],
    [
      'itself as its dependency',
      () => changed(plan, { dependencyCandidateIds: ['step-1'] }),
      'self_dependency',
      '/subtasks/0/dependencyCandidateIds/0',
    ],
    ['a task that is not there', () => ({ ...plan, parentTaskId: 'T-4711' }), 'unknown_parent', '/parentTaskId'],
    ['work that is done already', () => changed(plan, { status: 'done' }), 'bad_status', '/subtasks/0/status'],
  ] as const)('%s', async (_, make, code, path) => {
    const candidate = make();
    const { evaluation } = (await refusalOf('stage_task_plan', JSON.stringify(candidate), 422)).data as {
      evaluation: Evaluation;
    };
    expect(evaluation.valid).toBe(false);
    const issue = evaluation.issues.find((one) => one.code === code);
    expect(issue, JSON.stringify(evaluation.issues.map((one) => [one.code, one.path]))).toBeDefined();
    expect(issue?.path).toMatch(new RegExp(`^${path}`));
    expect(issue?.message).toMatch(/\S/);
  });
});

test('every time of a task that is none is named, and a due before its start', async () => {
  const refused = async (times: object) => {
    const answer = await scene.person.call('create_task', { title: 'Paint', ...times });
    return answer.ok ? [] : problemsOf(answer.refusal);
  };
  expect(await refused({ due: { date: '2026-02-30' }, plannedStart: '2026-01-01 10:00:00Z' })).toEqual([
    'bad_due /due',
    'bad_instant /plannedStart',
  ]);
  for (const at of ['2026-02-30T10:00:00Z', '2026-06-30T23:59:60Z', '9999-12-31T23:59:59-00:01'])
    expect(await refused({ due: { at } })).toEqual(['bad_due /due']);
  const due = { date: '2026-12-13' };
  expect(await refused({ due, plannedStart: '2026-12-14T09:00:00Z' })).toEqual(['due_before_start /due']);
});

describe('what an agent says about approval means nothing', () => {
  const claims = [
    ...['approved', 'approval', 'approvedBy', 'approvalId', 'force', 'role'],
    ...['author', 'as', 'person', 'signature', 'create', 'notes'],
  ];

  // The given schema of tandem_start takes any key: test/delegation shows that it is ignored, never stored, and listed.
  const closed = toolsFor('agent').filter(({ name }) => name !== 'tandem_start');
  test.each(closed.map(({ name }) => name))('%s', async (tool) => {
    const rest = { get_workspace_state: {}, evaluate_task_plan: plan, stage_task_plan: plan }[tool] ?? inputOf(tool);
    for (const claim of claims) {
      const refusal = await refusalOf(tool, JSON.stringify({ ...rest, [claim]: true }), 422);
      expect(problemsOf(refusal)).toContain(`unknown_property /${claim}`);
    }
  });

  function inputOf(tool: string): object {
    if (tool.endsWith('proposal') || tool === 'commit_task_plan') return { proposalId: 'any' };
    return tool === 'consult_sidekick'
      ? { taskId: 'T-1', sidekickId: 'planning' }
      : tool === 'search_tasks'
        ? {}
        : { taskId: 'T-1' };
  }

  test('nor inside a subtask', async () => {
    for (const claim of claims) {
      const text = JSON.stringify(changed(plan, { [claim]: true } as Partial<Subtask>));
      expect(problemsOf(await refusalOf('stage_task_plan', text, 422))).toContain(
        `unknown_property /subtasks/0/${claim}`,
      );
    }
  });

  test('nor in a header', async () => {
    const claimed = {
      'x-approved': 'true',
      'x-sidekicks-approved': 'true',
      'x-sidekicks-author': 'desk',
      'x-forwarded-for': '127.0.0.1',
    };
    const headers = { ...claimed, authorization: `Bearer ${scene.token}` };
    const hash = 'a'.repeat(64);
    const decision = { proposalId: 'any', revision: 1, digest: hash, shown: hash, notes: '', create: true };
    const body = JSON.stringify(decision);
    for (const origin of [scene.daemon.url, scene.daemon.deskUrl]) {
      const reply = await send(origin, { method: 'POST', path: '/api/approve_proposal', headers, body });
      expect([403, 404]).toContain(reply.status);
    }
  });
});
