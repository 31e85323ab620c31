/** What coverage demands of a report, and what turns of a conversation leave to each other. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { ok } from '../rigs/people.ts';
import { grant, logOf, openScene, result, type Scene, script, settle, view } from './scene.ts';

let scene: Scene;
let revision = '';
const set = { set_id: 's', items: [{ id: 'c1', text: 'It is there' }] };
const command = 'test -f made.txt';

beforeAll(async () => {
  scene = await openScene();
  await grant(scene);
  const refused = await scene.agent().call('tandem_start', {
    cwd: scene.project,
    contract: { goal: 'x', acceptance: ['It is there'], acceptance_set: { ...set, revision: 'a'.repeat(64) } },
  });
  revision =
    [...JSON.stringify(refused).matchAll(/[0-9a-f]{64}/g)].map(([one]) => one).find((one) => !/^a+$/.test(one)) ?? '';
});
afterAll(() => scene?.close());

/** The tree of the project with one more file, as git would write it. */
function treeWith(path: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sidekicks-index-'));
  const git = (args: string[], input = '') =>
    execFileSync('git', args, {
      cwd: scene.project,
      input,
      encoding: 'utf8',
      env: { ...process.env, GIT_INDEX_FILE: join(folder, 'index') },
    }).trim();
  git(['read-tree', 'HEAD']);
  const blob = git(['hash-object', '-w', '--stdin'], text);
  git(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`]);
  const tree = git(['write-tree']);
  rmSync(folder, { recursive: true });
  return tree;
}

const ref = () => ({ set_id: 's', revision, criterion_id: 'c1' });
const told = (more: object) => ({ id: 'k', environment: {}, acceptance_refs: [ref()], ...more });

function contractFor(goal: string, check: object = {}, coverage = 'require_current_evidence') {
  return {
    goal,
    acceptance: ['It is there'],
    acceptance_set: { ...set, revision },
    verification: {
      stage: 'targeted',
      acceptance_coverage: coverage,
      checks: [{ id: 'k', criterion: 'there', command, phase: 'targeted', acceptance_refs: [ref()], ...check }],
    },
  };
}

async function begun(contract: object): Promise<{ task_id: string; conversation_id: string }> {
  const started = ok(await scene.agent().call('tandem_start', { cwd: scene.project, mode: 'work', contract } as never));
  const answer = started as unknown as { task_id: string; conversation_id: string };
  expect((await settle(scene, answer.task_id)).run.status).toBe('completed');
  return answer;
}

const finish = (checks: readonly object[], more: object = {}) => ['finish', 'success', { checks, ...more }];

test('a refused success names the bytes; with them it stands, as reported only where observed is demanded', async () => {
  ok(await scene.desk().call('change_limits', { demandObserved: true }));
  const tree = treeWith('made.txt', 'x\n');
  const scope = { kind: 'tree', digest: tree };
  const goal = script(
    ['write', 'made.txt', 'x\n'],
    finish([told({ status: 'passed' })]),
    finish([told({ status: 'passed', scope })]),
  );
  const { task_id } = await begun(contractFor(goal));
  const log = await logOf(scene, task_id);
  expect(log).toContain('coverage_incomplete');
  expect(log).toContain(tree);
  const end = await result(scene, task_id);
  expect(end.run.outcome).toBe('success');
  expect(end.coverage).toMatchObject({ totals: { units: 1, eligible: 0 }, gaps: { reported_only: 1 } });
  await grant(scene, { runId: task_id, commandDigests: [sha256(command)] });
  ok(await scene.desk().call('observe_checks', { runId: task_id }));
  await expect
    .poll(async () => (await view(scene, task_id)).checks.at(-1), { timeout: 30_000 })
    .toMatchObject({ source: 'observed', status: 'passed' });
  expect((await result(scene, task_id)).coverage).toMatchObject({ totals: { eligible: 1 }, gaps: {} });
  ok(await scene.desk().call('change_limits', { demandObserved: false }));
});
