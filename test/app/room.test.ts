/** No answer of a tool of delegation reaches 20,000 characters of JSON, whatever was written; what is cut can be read. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caller, person } from '../../src/core/run/fixture/world.ts';
import { addRoot } from '../../src/core/run/place-commands.ts';
import type { ProjectContext } from '../../src/core/run/project-context.ts';
import type { Run } from '../../src/core/run/run.ts';
import { created, edited } from '../../src/core/state/apply.ts';
import type { Task } from '../../src/core/workspace/task.ts';
import { outputs } from '../../src/protocol/outputs.gen.ts';
import { NastyWorld, nasty, nastyContract } from './room-world.ts';

const RUNS = 40;
const at = new NastyWorld();
const { world } = at;
const runs: Run[] = [];
let task: Task;
let artifactId: string;
let contextId: string;

type Value = Readonly<Record<string, unknown>> & { readonly cut: readonly { readonly at: string }[] };

async function ask(name: string, input: object, author = caller): Promise<Value> {
  const answer = await at.call(name, input, author);
  expect(JSON.stringify(answer).length, name).toBeLessThan(20_000);
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  const validate = outputs[name];
  expect(validate?.(answer.value), JSON.stringify(validate?.errors)).toBe(true);
  return answer.value as Value;
}

beforeAll(async () => {
  const root = { path: at.project, label: nasty(100, 'P'), defaultAgentId: 'rig', caches: [], testPaths: [] };
  const prepare = nasty(2000, 'npm ');
  world.do((state, context) => addRoot(state, { ...root, prepare, stateFolder: '/state' }, context), person);
  for (let n = 0; n < 30; n++) {
    const path = `/${n}${nasty(4000)}`;
    world.do((state, context) => addRoot(state, { ...root, path, prepare, stateFolder: '/state' }, context), person);
    world.allow(`${n}`.padEnd(60, 'a'), true);
  }
  const agentIds = [...world.state.tables.agent.keys()].slice(-20);
  for (let n = 0; n < 30; n++) world.grant({ agentIds });
  for (let n = 0; n < RUNS; n++) runs.push(await at.run());
  // The newest ask first: the order of the runs is not the order of the questions.
  for (const [n, run] of runs.entries()) at.question(run.id, 58 - n);
  const [run] = runs as [Run];
  at.hangOn(run);
  for (let n = 0; n < 21; n++) at.question(run.id, 10 + n, { status: 'late', answer: nasty(20_000), options: [] });
  contextId = await contexts();
  artifactId = randomUUID();
  const sha256 = await at.blobs.put(Buffer.from(nasty(50_000)));
  const rest = { version: 1, mediaType: 'text/plain', bytes: 1, characters: 50_000, runId: null, conversationId: null };
  const made = { createdBy: caller.id, createdAt: run.createdAt, provisional: false } as const;
  at.write(
    created('artifact', { ...rest, ...made, mediaType: 'text/plain', id: artifactId, name: nasty(200), sha256 }),
  );
  task = {
    ...{ id: randomUUID(), number: 7, title: nasty(500, 'T '), status: 'today', priority: 'urgent', tags: [] },
    description: `${nasty(3000, 'D ')}\nChecks:\n${'- `x` covers 99\n'.repeat(300)}`,
    checklist: Array.from({ length: 200 }, (_, n) => ({ text: nasty(100, `${n} `), done: false })),
    ...{
      parentId: null,
      ownerId: null,
      dependsOn: [],
      checklistCoverageIds: [],
      matches: [],
      origin: { from: 'hand' },
    },
    ...{ createdAt: run.createdAt, updatedAt: run.createdAt, trashedAt: null },
  } as unknown as Task;
  at.write(created('task', task));
});
afterAll(() => at.close());

async function contexts(): Promise<string> {
  const rules = Array.from({ length: 200 }, (_, n) => ({
    id: nasty(100, `${n}`),
    text: nasty(4000),
    source: nasty(1000),
  }));
  const made = (
    await ask('tandem_project_context', { action: 'publish', name: nasty(200, 'N'), rules: rules.slice(0, 150) })
  ).context as { context_id: string };
  const one = world.state.tables.context.get(made.context_id) as ProjectContext;
  at.write(...Array.from({ length: 120 }, () => created('context', { ...one, id: randomUUID(), rules: [] })));
  return made.context_id;
}

describe('an answer has room', () => {
  test.each([
    {},
    { offset: 90_000 },
    { details: true },
    ...['contract', 'report', 'coverage', 'checks', 'questions', 'run'].map((section, n) => ({
      section,
      offset: n * 1000,
    })),
  ])('tandem_result %j', async (more) => {
    const { id } = runs[0] as Run;
    const answer = await ask('tandem_result', { task_id: id, wait_seconds: 0, ...more });
    expect(answer.cut.map((one) => one.at)).toEqual(expect.arrayContaining(['/summary', '/blockers', '/questions']));
    expect(answer.questions).not.toEqual([]);
    expect(answer.next_offset).toBeGreaterThan(0);
  });

  test('tandem_wait, for as many runs as it takes: all of them, and the questions that wait longest', async () => {
    const asked = runs.slice(0, 32);
    const answer = await ask('tandem_wait', { task_ids: asked.map(({ id }) => id), wait_seconds: 0 });
    expect((answer.runs as { task_id: string }[]).map(({ task_id }) => task_id)).toEqual(asked.map(({ id }) => id));
    const shown = answer.questions as { task_id: string }[];
    // Each later run asked a second earlier.
    const oldest = asked.toReversed().slice(0, shown.length);
    expect(shown.map(({ task_id }) => task_id)).toEqual(oldest.map(({ id }) => id));
    expect(answer.cut).toContainEqual({ at: '/questions', shown: shown.length, of: 32 });
  });

  test('tandem_list, whose pages show every run once', async () => {
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask('tandem_list', cursor === undefined ? {} : { cursor });
      listed.push(...(page.runs as { task_id: string }[]).map(({ task_id }) => task_id));
      cursor = (page.nextCursor as string | null) ?? undefined;
    } while (cursor !== undefined);
    expect(listed).toEqual(runs.map(({ id }) => id).reverse());
  });

  test('tandem_scope, which says how much it left out', async () => {
    const { cut, grants } = await ask('tandem_scope', {});
    expect(cut).toContainEqual({ at: '/roots', shown: expect.any(Number), of: 32 });
    expect((grants as unknown[]).length).toBeGreaterThan(0);
    expect(cut).toContainEqual({ at: '/grants', shown: (grants as unknown[]).length, of: 30 });
  });

  test('project contexts', async () => {
    const list = await ask('tandem_project_context', { action: 'list' });
    expect(list.cut).toContainEqual({ at: '/contexts', shown: (list.contexts as unknown[]).length, of: 121 });
    const one = await ask('tandem_project_context', { action: 'get', context_id: contextId });
    expect(one.context).toMatchObject({ rest: 'Read it with tandem_context_read.' });
  });

  test.each([
    ['tandem_context_read', () => ({ context_id: contextId, offset: 700_000 })],
    ['tandem_read_artifact', () => ({ artifact_id: artifactId, max_characters: 16_000 })],
  ] as const)('%s', async (name, input) => {
    const page = await ask(name, input());
    expect((page.content as string).length).toBeGreaterThan(1000);
    expect(page.next_offset).toBe(
      ((input() as { offset?: number }).offset ?? 0) + [...(page.content as string)].length,
    );
  });

  test('a start, its preflight, and what refuses it', async () => {
    const contract = nastyContract();
    const ignored = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [nasty(300, `k${n}`), n]));
    const start = {
      cwd: at.project,
      contract: { ...contract, ...ignored },
      execution: { model: `rig/${'m'.repeat(190)}` },
    };
    const preflight = await ask('tandem_start', { ...start, preflight: true });
    expect((preflight.preflight as { contract: object }).contract).toMatchObject({
      cut: true,
      rest: expect.stringContaining('section contract'),
    });
    const many = (count: number, text: string) => Array.from({ length: count }, (_, n) => `${n}${text}`);
    const scope = { owned_files: many(100, nasty(4000)) };
    const wrong = { ...contract, scope, artifact_ids: many(32, nasty(4000)), acceptance: many(50, nasty(1900)) };
    const refused = await at.call('tandem_start', { ...start, contract: wrong });
    expect(JSON.stringify(refused).length).toBeLessThan(20_000);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'invalid_contract' } });
  });
});

describe('what was cut is read', () => {
  test('of a run, by section and offset', async () => {
    const run = shortRun('asked');
    const asked = at.question(run.id, 10, { text: nasty(4000), options: [] });
    let json = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const answer = await ask('tandem_result', { task_id: run.id, wait_seconds: 0, section: 'questions', offset });
      const page = (answer.details as { questions: { json: string; next_offset: number | null } }).questions;
      json += page.json;
      offset = page.next_offset;
    }
    expect(JSON.parse(json)).toEqual([asked]);
  });

  test("of a task's contract, before anything starts", async () => {
    let json = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const wish = { taskId: task.id, mode: 'think', cwd: at.project, preflight: true, offset };
      const answer = await ask('delegate_task', { ...wish, agent: 'rig' });
      const page = (answer.preflight as { contract: { json: string; next_offset: number | null } }).contract;
      json += page.json;
      offset = page.next_offset;
    }
    const contract = JSON.parse(json) as { goal: string; acceptance: string[] };
    expect([contract.goal.slice(0, 4), contract.acceptance.length]).toEqual(['T \u0001\u0001', 50]);
  });

  test('of an answer, by the worker that asked', async () => {
    const [run] = runs as [Run];
    const question = at.question(run.id, 59, { status: 'answered', answer: nasty(20_000, 'Do ') });
    let answer = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const input = { question_id: question.id, offset };
      const page: Value = await ask('tandem_ask', input, { ...caller, kind: 'worker', id: run.id } as never);
      answer += page.answer;
      offset = page.next_offset as number | null;
    }
    expect(answer).toBe(question.answer);
  });
});

function shortRun(startDigest: string): Run {
  const run = world.start({ startDigest });
  if (typeof run === 'string') throw new Error(run);
  at.write(edited('run', run, { status: 'failed', code: 'c' }));
  return run;
}

test('a run without anything long is whole', async () => {
  const run = shortRun('short');
  const answer = await ask('tandem_result', { task_id: run.id, wait_seconds: 0, details: true });
  expect([answer.cut, answer.next_offset]).toEqual([[], null]);
});
