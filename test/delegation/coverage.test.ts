/** What coverage demands of a report, and what turns of a conversation leave to each other. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/kit/json.ts';
import { ok } from '../rigs/people.ts';
import { processesWith } from './processes.ts';
import { grant, logOf, openScene, result, type Scene, type StartedAnswer, script, settle, view } from './scene.ts';

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

test('what think may not see is no ground of its success: its finish and its coverage say the same', async () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: scene.project, encoding: 'utf8' }).trim();
  const scope = { kind: 'tree', digest: head };
  const goal = script(finish([told({ status: 'passed' })]), finish([told({ status: 'passed', scope })]), [
    'finish',
    'partial',
    { checks: [told({ status: 'passed', scope })] },
  ]);
  const given = { cwd: scene.project, mode: 'think', contract: contractFor(goal) };
  const { task_id } = ok(await scene.agent().call('tandem_start', given as never)) as unknown as StartedAnswer;
  const { run, coverage } = await settle(scene, task_id);
  expect(run).toMatchObject({ status: 'completed', outcome: 'partial' });
  expect(coverage).toMatchObject({ totals: { eligible: 0 }, gaps: { target_unknown: 1 } });
});

test('what one turn found does not vanish with the next: failures, their answers, and the wording of the check', async () => {
  const failed = told({ status: 'failed', reason: 'red' });
  const first = script(['write', 'made.txt', 'x\n'], ['finish', 'partial', { checks: [failed] }]);
  const { task_id, conversation_id } = await begun(contractFor(first, {}, 'report_only'));
  expect((await result(scene, task_id)).coverage.gaps).toMatchObject({ current_failure: 1 });
  const next = async (goal: string, check: object = {}) => {
    const contract = contractFor(goal, check, 'report_only');
    const answer = await scene.agent().call('tandem_continue', { conversation_id, contract } as never);
    const id = (ok(answer) as unknown as { task_id: string }).task_id;
    expect((await settle(scene, id)).run.status).toBe('completed');
    return id;
  };
  const second = await next(script(['finish', 'partial']));
  expect((await result(scene, second)).coverage.gaps).toMatchObject({ current_failure: 1 });
  const answers = [{ check_id: 'k', reason: 'It was looked for too early.' }];
  const third = await next(script(['finish', 'partial', { answered_failures: answers }]));
  expect((await result(scene, third)).coverage.gaps).toMatchObject({ answered_failure: 1 });
  const page = await view(scene, third);
  expect(page.checks).toMatchObject([
    { runId: task_id, seq: 1, answered: true, answer: { reason: answers[0]?.reason, by: expect.stringMatching(/\S/) } },
  ]);
  expect(page.run.report?.answeredFailures).toEqual(answers);
  const fourth = await next(script(['finish', 'partial'], ['message', 'reworded']), { criterion: 'there, reworded' });
  expect((await result(scene, fourth)).coverage.gaps).toMatchObject({ stale_check_revision: 1 });
});

test('an observed check that its daemon did not survive is on the record, and nothing of it is left', async () => {
  const slow = 'sleep 123.4567';
  const goal = script(['write', 'made.txt', 'x\n'], ['finish', 'partial'], ['message', 'slow']);
  const { task_id } = await begun(contractFor(goal, { command: slow }, 'report_only'));
  await grant(scene, { runId: task_id, commandDigests: [sha256(slow)] });
  ok(await scene.desk().call('observe_checks', { runId: task_id }));
  const last = async () => (await view(scene, task_id)).checks.at(-1);
  await expect
    .poll(last, { timeout: 30_000 })
    .toMatchObject({ source: 'observed', status: 'not_run', running: true, lease: { pid: expect.any(Number) } });
  const checks = join(scene.daemon.home, 'runs/checks');
  expect(readdirSync(checks)).not.toEqual([]);
  await scene.daemon.kill();
  await scene.restart();
  expect(await last()).toMatchObject({
    status: 'not_run',
    reason: 'The daemon ended while it ran.',
    running: false,
    lease: null,
  });
  expect(processesWith(slow)).toEqual([]);
  expect(readdirSync(checks)).toEqual([]);
  const listed = execFileSync('git', ['worktree', 'list'], { cwd: scene.project, encoding: 'utf8' });
  expect(listed).not.toContain(checks);
});

test('a cache is part of what is granted; a check reads it and cannot write it', async () => {
  const cache = realpathSync(mkdtempSync(join(tmpdir(), 'sidekicks-cache-')));
  writeFileSync(join(cache, 'kept'), 'kept\n');
  const caches = [cache];
  ok(await scene.desk().call('change_root', { rootId: scene.rootId, caches }));
  const reads = `grep kept ${cache}/kept && ! touch ${cache}/new`;
  const goal = script(['write', 'made.txt', 'x\n'], ['finish', 'partial'], ['message', 'cache']);
  const { task_id } = await begun(contractFor(goal, { command: reads }, 'report_only'));
  await grant(scene, { runId: task_id, commandDigests: [sha256(reads)] });
  const observe = async () => ok(await scene.desk().call('observe_checks', { runId: task_id }));
  expect(await observe()).toMatchObject({ refused: [{ code: 'prepare_not_granted' }] });
  const digest = sha256(JSON.stringify({ caches, prepare: null }));
  expect((await view(scene, task_id)).commands).toMatchObject([{ command: reads }, { checkId: null, digest }]);
  await grant(scene, { runId: task_id, commandDigests: [digest] });
  expect(await observe()).toMatchObject({ started: ['k'] });
  await expect
    .poll(async () => (await view(scene, task_id)).checks.at(-1), { timeout: 30_000 })
    .toMatchObject({ source: 'observed', status: 'passed' });
  expect(readdirSync(cache)).toEqual(['kept']);
  ok(await scene.desk().call('change_root', { rootId: scene.rootId, caches: [] }));
  rmSync(cache, { recursive: true });
});

test('a preflight says what the checks need and which names lead nowhere', async () => {
  const contract = {
    ...contractFor('Look.', { requires_shell: true }, 'report_only'),
    context_options: { advisory_rule_ids: ['no-rule'], decision_ids: ['no-decision'] },
  };
  const ask = async (mode: string) => {
    const given = { cwd: scene.project, mode, contract, preflight: true };
    return (ok(await scene.agent().call('tandem_start', given as never)) as { preflight: object }).preflight;
  };
  expect(await ask('think')).toMatchObject({
    needs: { shell: true, write: false },
    remarks: [
      { code: 'mode_has_no_shell', message: expect.stringContaining('rig in mode think has no shell') },
      { code: 'no_bytes' },
    ],
    unresolved_in_context: { advisory_rule_ids: ['no-rule'], decision_ids: ['no-decision'] },
  });
  expect(await ask('analyze')).toMatchObject({
    remarks: [{ code: 'mode_has_no_shell', message: expect.stringContaining('Nobody knows') }],
  });
  expect(await ask('work')).toMatchObject({ needs: { shell: true }, remarks: [] });
});

test('a preflight says that analyze writes no owned file, and that nothing is observed where no git is', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sidekicks-plain-')));
  const { id } = ok(await scene.desk().call('add_root', { path: folder, defaultAgentId: 'rig' })) as { id: string };
  const contract = { ...contractFor('Look.', {}, 'report_only'), scope: { owned_files: ['a.txt'] } };
  const asked = ok(
    await scene.agent().call('tandem_start', { cwd: folder, contract, preflight: true } as never),
  ) as unknown as StartedAnswer;
  expect(asked.preflight).toMatchObject({
    needs: { write: true },
    remarks: expect.arrayContaining([
      expect.objectContaining({ code: 'mode_cannot_write', message: expect.stringContaining('1 file') }),
      expect.objectContaining({ code: 'not_a_git_root' }),
    ]),
  });
  ok(await scene.desk().call('remove_root', { rootId: id }));
  rmSync(folder, { recursive: true });
});

test('the details of a run with hundreds of units come in pages, of which each part is put together again', async () => {
  const obligations = Array.from({ length: 8 }, (_, at) => ({ id: `o${at}`, text: `owed ${at} `.repeat(9) }));
  const items = Array.from({ length: 50 }, (_, at) => ({ id: `c${at}`, text: `criterion ${at}`, obligations }));
  const changed_files = Array.from({ length: 900 }, (_, at) => `src/${at}/a-file-with-a-longer-name.ts`);
  const given = (revision: string) => ({
    goal: 'Look.',
    context: script(['finish', 'partial', { changed_files }]),
    acceptance: items.map(({ text }) => text),
    acceptance_set: { set_id: 's', revision, items },
  });
  const call = (contract: object) => scene.agent().call('tandem_start', { cwd: scene.project, contract } as never);
  const refused = (await call(given('a'.repeat(64)))) as { refusal: { data: { set_revision: string } } };
  const { task_id } = ok(await call(given(refused.refusal.data.set_revision))) as unknown as StartedAnswer;
  await settle(scene, task_id);
  type Part = { readonly json: string; readonly next_offset: number | null };
  const read = async (section: string, offset: number) => {
    const answer = await result(scene, task_id, 0, { section, offset });
    expect(JSON.stringify(answer).length).toBeLessThan(20_000);
    return (answer.details as Record<string, Part>)[section] as Part;
  };
  const whole = async (section: string) => {
    let all = '';
    for (let at: number | null = 0; at !== null; ) {
      const { json, next_offset } = await read(section, at);
      all += json;
      at = next_offset;
    }
    return JSON.parse(all);
  };
  expect((await whole('coverage')).units).toHaveLength(400);
  expect((await whole('report')).changedFiles).toEqual(changed_files);
  expect((await whole('contract')).acceptance_set.items).toHaveLength(50);
});
