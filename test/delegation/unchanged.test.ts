/** A run that changed nothing is about the commit that it stood on: there its checks are observed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { ok } from '../rigs/people.ts';
import { projectOf } from './project-of.ts';
import {
  grant,
  logOf,
  openScene,
  result,
  type Scene,
  type StartedAnswer,
  script,
  settle,
  start,
  view,
} from './scene.ts';

let scene: Scene;
let revision = '';
const set = { set_id: 's', items: [{ id: 'c1', text: 'The sum is there' }] };
const command = 'test -f sum.js || test -f src/sum.js';

beforeAll(async () => {
  scene = await openScene();
  await grant(scene, { commandDigests: [sha256(command)] });
  const { goal, acceptance } = contractFor();
  const wrong = { goal, acceptance, acceptance_set: { ...set, revision: 'a'.repeat(64) } };
  const refused = await scene.agent().call('tandem_start', { cwd: scene.project, contract: wrong });
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'wrong_set_revision' } });
  revision = (refused as { refusal: { data: { set_revision: string } } }).refusal.data.set_revision;
});
afterAll(() => scene?.close());

const { desk, git, put, inProject } = projectOf(() => scene);

function contractFor(...steps: readonly unknown[]) {
  const acceptance_refs = [{ set_id: 's', revision, criterion_id: 'c1' }];
  return {
    goal: script(...steps, ['finish', 'success', { checks: [{ id: 'k', status: 'passed' }] }]),
    acceptance: ['The sum is there'],
    acceptance_set: { ...set, revision },
    verification: {
      stage: 'targeted',
      checks: [{ id: 'k', criterion: 'there', command, phase: 'targeted', acceptance_refs }],
    },
  };
}

async function ran(mode: string, name: string, cwd = scene.project): Promise<string> {
  const contract = contractFor(['message', name]);
  const { task_id } = ok(
    await scene.agent().call('tandem_start', { cwd, mode, contract } as never),
  ) as unknown as StartedAnswer;
  expect((await settle(scene, task_id)).run).toMatchObject({ status: 'completed', outcome: 'success' });
  return task_id;
}

const observe = (runId: string) => desk('observe_checks', { runId });
const coverageOf = async (runId: string) =>
  (await result(scene, runId)).coverage as unknown as {
    totals: { eligible: number };
    unobservable: { code: string } | null;
  };

async function observed(runId: string) {
  expect(ok(await observe(runId))).toMatchObject({ started: ['k'] });
  const last = async () => (await view(scene, runId)).checks.at(-1);
  await expect.poll(last, { timeout: 20_000 }).toMatchObject({ source: 'observed', status: 'passed' });
  return (await coverageOf(runId)).totals.eligible;
}

test.each(['work', 'analyze'])('%s', async (mode) => {
  const runId = await ran(mode, 'nothing to do');
  const { run, unobservable } = await view(scene, runId);
  expect([run.result, unobservable]).toEqual([null, null]);
  expect(await observed(runId)).toBe(1);
  expect((await view(scene, runId)).run.unchanged?.commit).toBe(git('rev-parse', 'HEAD').trim());
});

test('a folder below the top of its repository says so, and its checks count for what was read', async () => {
  const added = ok(await desk('add_root', { path: inProject('src'), defaultAgentId: 'rig' }));
  const { id } = added as { id: string };
  expect(added).toMatchObject({ repository: scene.project, warning: expect.stringContaining(scene.project) });
  const { roots } = ok(await desk('read_delegation', {})) as { roots: { id: string; repository?: string }[] };
  expect(roots.find((root) => root.id === id)?.repository).toBe(scene.project);
  expect(roots.find((root) => root.id === scene.rootId)?.repository).toBeNull();
  const asked = { cwd: inProject('src'), mode: 'work', prompt: 'Look.', preflight: true };
  const { preflight } = ok(await scene.agent().call('tandem_start', asked as never)) as unknown as StartedAnswer;
  expect(preflight?.remarks).toEqual([
    { code: 'exposes_repository', message: expect.stringContaining(`all of ${scene.project}`) },
  ]);
  await grant({ desk: () => scene.desk(), rootId: id }, { commandDigests: [sha256(command)] });
  expect(await observed(await ran('analyze', 'in src', inProject('src')))).toBe(1);
  ok(await desk('remove_root', { rootId: id }));
});

test('bytes that lie nowhere any more are not observed', async () => {
  const runId = await ran('analyze', 'before a change');
  put('hello.txt', 'changed\n');
  expect(await observe(runId)).toMatchObject({ ok: false, refusal: { code: 'no_result' } });
  // A look at the run reads no file; it says what costs nothing to know.
  expect((await coverageOf(runId)).unobservable).toBeNull();
  git('checkout', '-q', 'hello.txt');
  expect(await observed(runId)).toBe(1);
});

test('a look at the run waits for no file of the checkout', async () => {
  const runId = await ran('analyze', 'before a FIFO');
  // Where attributes should be: git opens it when it looks at files, and waits for somebody to write.
  execFileSync('mkfifo', [inProject('.gitattributes')]);
  const began = performance.now();
  expect((await view(scene, runId)).unobservable).toBeNull();
  expect((await coverageOf(runId)).unobservable).toBeNull();
  expect(performance.now() - began).toBeLessThan(5000);
  rmSync(inProject('.gitattributes'));
});

test('a folder that is no checkout has no bytes to observe', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sidekicks-plain-')));
  const { id } = ok(await desk('add_root', { path: folder, defaultAgentId: 'rig' })) as { id: string };
  await grant({ desk: () => scene.desk(), rootId: id }, { commandDigests: [sha256(command)] });
  const runId = await ran('analyze', 'no git', folder);
  expect(await observe(runId)).toMatchObject({ ok: false, refusal: { code: 'not_a_git_root' } });
  expect((await coverageOf(runId)).unobservable).toMatchObject({ code: 'not_a_git_root' });
  rmSync(folder, { recursive: true });
});

test.each(['think', 'analyze'])(
  '%s reports that the project changed while it ran, and that it did not',
  async (mode) => {
    const told = async (taskId: string) => {
      const { details } = await result(scene, taskId, 0, { details: true });
      const says = (await logOf(scene, taskId)).includes('note: tree changed during the run');
      return [(details as { tree_changed: boolean }).tree_changed, says];
    };
    const quiet = await start(scene, script(['write', `${scene.project}/mine.txt`, 'x'], ['finish', 'success']), {
      mode,
    });
    await settle(scene, quiet.task_id);
    expect(await told(quiet.task_id)).toEqual([false, false]);
    const edited = await start(scene, script(['ask', 'Ready?'], ['finish', 'success']), { mode });
    const { questions } = await settle(scene, edited.task_id, (seen) => seen.questions.length > 0);
    put('hello.txt', 'a person edits\n');
    ok(await desk('answer_question', { questionId: questions[0]?.question_id ?? '', answer: 'Yes.' }));
    // A person may have edited: it is told, and nobody is blamed.
    expect((await settle(scene, edited.task_id)).run).toMatchObject({ status: 'completed', outcome: 'success' });
    expect(await told(edited.task_id)).toEqual([true, true]);
    git('checkout', '-q', 'hello.txt');
  },
);
