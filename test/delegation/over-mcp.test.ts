/** An agent that delegates as MCP clients do, over stdio and over HTTP: start, wait, reply, result. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { type McpSurface, overHttp, overStdio } from '../surfaces/over-mcp.ts';
import { given, refused, type Value } from '../surfaces/surface.ts';
import { grant, openScene, type Scene, script } from './scene.ts';

let scene: Scene;
const surfaces = new Map<string, McpSurface>();

beforeAll(async () => {
  scene = await openScene();
  await grant(scene);
  const args = [program, 'mcp', '--as', 'Bridge', '--home', scene.daemon.home];
  const stdio = await overStdio({ era: 'legacy', command: process.execPath, args });
  surfaces.set('stdio', stdio);
  surfaces.set('HTTP', await overHttp({ era: 'modern', url: scene.daemon.url, token: scene.token.secret }));
  // A bridge waits for a person.
  await refused(stdio, 'tandem_scope', {});
  const { tokens } = ok(await scene.desk().call('read_access', {}));
  const bridge = tokens.find(({ label }) => label === 'Bridge');
  ok(await scene.desk().call('change_token', { tokenId: bridge?.id ?? '', allow: true }));
});
afterAll(async () => {
  for (const surface of surfaces.values()) await surface.close();
  await scene?.close();
});

interface Result {
  readonly run: { readonly status: string; readonly outcome: string | null };
  readonly questions: readonly { readonly question_id: string; readonly question: string }[];
  readonly answer: string;
}

// At the same time: both mostly wait.
describe.concurrent.each(['stdio', 'HTTP'])('over %s', (name) => {
  const surface = () => surfaces.get(name) as McpSurface;
  const ask = (tool: string, input: object) => given(surface(), tool, input);

  async function until(taskId: string, holds: (seen: Result) => boolean): Promise<Result> {
    for (let calls = 0; calls < 12; calls += 1) {
      const seen = (await ask('tandem_result', { task_id: taskId, wait_seconds: 5 })) as unknown as Result;
      if (holds(seen)) return seen;
    }
    throw new Error(`${taskId} never came so far`);
  }

  test('a run is started, waited for with progress, answered, and read', async ({ expect }) => {
    const scope = (await ask('tandem_scope', {})) as { readonly agents: readonly Value[] };
    expect(scope.agents).toContainEqual(expect.objectContaining({ id: 'rig', available: true }));
    const prompt = script(
      ['ask', `Which port, ${name}?`],
      ['sleep', 12_500],
      ['finish', 'success', { answer: 'Done.' }],
    );
    const started = await ask('tandem_start', { cwd: scene.project, mode: 'think', prompt });
    expect(started).toMatchObject({ repeated: false, next: expect.stringMatching(/tandem_/) });
    const taskId = started.task_id as string;
    expect(await ask('tandem_list', {})).toMatchObject({ runs: [expect.objectContaining({ task_id: taskId })] });

    const { run, questions } = await until(taskId, (seen) => seen.questions.length > 0);
    expect(run.status).toBe('waiting_input');
    expect(questions[0]?.question).toBe(`Which port, ${name}?`);
    const question_id = questions[0]?.question_id ?? '';
    expect(await ask('tandem_reply', { question_id, answer: '8080' })).toMatchObject({ repeated: false });
    expect(await refused(surface(), 'tandem_reply', { question_id, answer: '9090' })).toMatchObject({
      next: expect.stringMatching(/\S/),
    });

    // Past the events of the answer, so that only the end can end the wait.
    await expect
      .poll(async () => ((await ask('tandem_result', { task_id: taskId, wait_seconds: 0 })) as unknown as Result).run)
      .toMatchObject({ status: 'running' });
    const { cursor } = await ask('tandem_wait', { task_ids: [taskId], wait_seconds: 0 });
    const progress: number[] = [];
    const atMs: number[] = [];
    const onprogress = (one: { readonly progress: number }) => {
      progress.push(one.progress);
      atMs.push(performance.now());
    };
    const began = performance.now();
    const wait = { name: 'tandem_wait', arguments: { task_ids: [taskId], wait_seconds: 20, cursor } };
    const { structuredContent } = await surface().client.callTool(wait, { onprogress });
    expect(structuredContent).toMatchObject({ status: 'changed' });
    expect(performance.now() - began).toBeGreaterThan(10_000);
    expect(progress).toEqual([1, 2]);
    const [one = 0, two = 0] = atMs;
    expect(two - one).toBeGreaterThan(4000);
    expect(two - one).toBeLessThan(6500);

    const end = await until(taskId, (seen) => seen.run.status === 'completed');
    expect(end).toMatchObject({ run: { outcome: 'success' }, answer: 'Done.' });
  });

  test('what it may not do is refused as everywhere, and names a way on', async () => {
    expect(await refused(surface(), 'tandem_start', { cwd: '/', prompt: 'x' })).toMatchObject({
      next: expect.stringMatching(/\S/),
    });
    expect(await refused(surface(), 'tandem_result', { task_id: 'nobody' })).toMatchObject({ code: 'unknown_run' });
  });
});

test('a question is answered by whoever started its run, and by no other agent', async () => {
  const [stdio, http] = [surfaces.get('stdio'), surfaces.get('HTTP')] as [McpSurface, McpSurface];
  const prompt = script(['ask', 'Whose?'], ['finish', 'success']);
  const { task_id } = await given(stdio, 'tandem_start', { cwd: scene.project, mode: 'think', prompt });
  const asked = async () =>
    ((await given(stdio, 'tandem_result', { task_id, wait_seconds: 0 })) as unknown as Result).questions[0];
  await expect.poll(asked, { timeout: 40_000 }).toBeDefined();
  const question_id = (await asked())?.question_id ?? '';
  await refused(http, 'tandem_reply', { question_id, answer: 'Mine' });
  await refused(http, 'tandem_cancel', { task_id });
  expect(await given(stdio, 'tandem_reply', { question_id, answer: 'Ours' })).toMatchObject({ repeated: false });
});
