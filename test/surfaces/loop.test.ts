/** The whole loop, once through every surface, with the same steps: a surface that is not driven here does not exist. */
import { applyPatch, type Operation as PatchStep } from 'fast-json-patch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import given6 from '../../contracts/sidekicks.tools.json' with { type: 'json' };
import type { Candidate } from '../../src/core/plan/candidate.ts';
import type { Refusal } from '../../src/kit/result.ts';
import { operations } from '../../src/protocol/table.ts';
import { bare } from '../architecture/schema-walk.ts';
import { approve, ok } from '../rigs/people.ts';
import { kinds, type World } from './kinds.ts';
import { broken, brokenCodes, type Prepared, prepare } from './plans.ts';
import { given, refused, type Value } from './surface.ts';

/** The refusals of each surface to the same bad calls, ids taken out. */
const refusals = new Map<string, readonly Refusal[]>();

describe.each(kinds)('$name', ({ name, open }) => {
  let world: World;
  let prepared: Prepared;
  let staged: { proposalId: string; digest: string; revision: number; status: string; approveUrl: string };

  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world?.close());

  const read = (tool: string, input: unknown) => given(world.surface, tool, input);
  const decision = () => ({ proposalId: staged.proposalId, revision: staged.revision });
  const commit = () => read('commit_task_plan', { proposalId: staged.proposalId });

  test('offers exactly the rows of the table for its caller', async () => {
    const offered = await world.surface.tools();
    const { caller } = world.surface;
    // The command line calls every row of the terminal; everywhere else only tools are offered.
    const rows = operations.filter((row) => row.who.includes(caller) && (row.tool || caller === 'terminal'));
    expect(offered.map((tool) => tool.name).sort()).toEqual(rows.map((row) => row.name).sort());
    for (const tool of offered) {
      const row = rows.find((one) => one.name === tool.name);
      if (tool.description !== undefined) expect(tool.description).toBe(row?.description);
      if (tool.inputSchema !== undefined) expect(tool.inputSchema).toEqual(row?.input);
      if (tool.outputSchema !== undefined) expect(tool.outputSchema).toEqual(row?.output);
    }
  });

  test('publishes the given schemas', async ({ skip }) => {
    const offered = await world.surface.tools();
    skip(
      offered.every(({ inputSchema }) => inputSchema === undefined),
      'it has no list of its own',
    );
    for (const { name: tool, inputSchema } of given6) {
      expect(bare(offered.find((one) => one.name === tool)?.inputSchema), tool).toEqual(inputSchema);
    }
  });

  test('read, match, consult', async () => {
    prepared = await prepare(world.surface, 'look back');
    expect(prepared.sidekickIds.length).toBeGreaterThan(0);
    const { matches } = await read('get_task', { taskId: prepared.taskId });
    expect((matches as Value[]).map(({ sidekickId }) => sidekickId)).toEqual(prepared.sidekickIds);
  });

  test('an invalid plan comes back with repairs that make it valid', async () => {
    const candidate = broken(prepared.plan);
    const first = await read('evaluate_task_plan', candidate);
    expect(first.valid).toBe(false);
    const codes = (first.issues as Value[]).filter(({ severity }) => severity === 'error').map(({ code }) => code);
    expect([...new Set(codes)].sort()).toEqual(expect.arrayContaining(brokenCodes));
    const staging = await refused(world.surface, 'stage_task_plan', candidate);
    expect(staging).toMatchObject({ code: 'plan_invalid', data: { evaluation: { valid: false } } });
    const { patch } = first.repairAll as { patch: PatchStep[] };
    const repaired = applyPatch(structuredClone(candidate) as Candidate, patch, true).newDocument;
    const second = await read('evaluate_task_plan', repaired);
    expect(second.issues).not.toContainEqual(expect.objectContaining({ severity: 'error' }));
    expect(second).toMatchObject({ valid: true, repairs: [] });
  });

  test('stage; a commit needs an approval', async () => {
    staged = (await read('stage_task_plan', prepared.plan)) as typeof staged;
    expect(staged).toMatchObject({ revision: 1, status: 'awaiting_approval', latest: true });
    expect(staged.approveUrl).toBe(`${world.daemon.deskUrl}/proposal/${staged.proposalId}`);
    expect(await read('stage_task_plan', prepared.plan)).toMatchObject({ proposalId: staged.proposalId, revision: 1 });
    expect(await commit()).toMatchObject({ status: 'approval_required', approveUrl: staged.approveUrl });
  });

  test('a person asks for changes at the desk; the agent reads them', async () => {
    const { call } = world.person;
    ok(await call('comment_proposal', { ...decision(), candidateId: 'b', text: 'Who is invited?' }));
    ok(await call('request_changes', { ...decision(), text: 'Say who comes.' }));
    const { status, reason, comments } = await read('get_proposal', { proposalId: staged.proposalId });
    expect(status).toBe('changes_requested');
    expect(reason).toBe('Say who comes.');
    expect(comments).toContainEqual(expect.objectContaining({ candidateId: 'b', text: 'Who is invited?', by: 'Mara' }));
    const answer = await commit();
    expect(answer.status).toBe('changes_requested');
    expect((answer.comments as Value[]).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Say who comes.', 'Who is invited?']),
    );
  });

  test('the agent revises; the person approves while the agent waits', async () => {
    const { plan } = prepared;
    const [first, second] = plan.subtasks;
    const revised = { ...plan, subtasks: [first, { ...second, title: 'Hold the talk with all who were on call' }] };
    staged = (await read('stage_task_plan', revised)) as typeof staged;
    expect(staged).toMatchObject({ revision: 2, status: 'awaiting_approval' });
    const began = performance.now();
    const waiting = read('get_proposal', { proposalId: staged.proposalId, waitSeconds: 50 });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    ok(await approve(world.person, staged, { notes: 'Go.' }));
    expect(await waiting).toMatchObject({
      status: 'approved',
      approval: { by: 'Mara', level: 'attended', notes: 'Go.' },
    });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  test('commit creates the tasks, once', async () => {
    const first = await commit();
    expect(first).toMatchObject({ status: 'committed', receipt: { revision: 2, digest: staged.digest } });
    const tasks = first.tasks as { candidateId: string; taskId: string; alias: string }[];
    expect(tasks.map(({ candidateId }) => candidateId)).toEqual(['a', 'b']);
    for (const { taskId, alias } of tasks) {
      const { task, parent } = await read('get_task', { taskId: alias });
      expect(task).toMatchObject({ id: taskId, status: 'backlog' });
      expect(parent).toMatchObject({ id: prepared.taskId, subtasks: 2 });
    }
    expect(await commit()).toEqual(first);
    expect(await read('search_tasks', { parentTaskId: prepared.taskId })).toMatchObject({ total: 2 });
  });

  test('withdraw another one', async () => {
    const other = await prepare(world.surface, 'launch evening');
    const { proposalId } = await read('stage_task_plan', other.plan);
    expect(await read('withdraw_proposal', { proposalId })).toMatchObject({ proposalId, status: 'withdrawn' });
    expect(await read('withdraw_proposal', { proposalId })).toMatchObject({ status: 'withdrawn' });
    expect(await read('get_proposal', { proposalId })).toMatchObject({ status: 'withdrawn' });
    expect(await read('commit_task_plan', { proposalId })).toMatchObject({ status: 'withdrawn' });
  });

  test('search pages through everything, each task once', async () => {
    const found: unknown[] = [];
    let cursor: unknown;
    let total: unknown;
    do {
      const page = await read('search_tasks', { limit: 9, ...(cursor ? { cursor } : {}) });
      found.push(...(page.tasks as Value[]).map(({ id }) => id));
      ({ nextCursor: cursor, total } = page);
    } while (cursor !== null);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(total as number);
    expect(found.length).toBeGreaterThan(20);
  });

  test('says no with code, place and what to do', async () => {
    const said: Refusal[] = [];
    for (const [tool, input, code] of badCalls(prepared.plan)) {
      const refusal = await refused(world.surface, tool, input);
      expect(refusal.code, `${tool} ${JSON.stringify(input).slice(0, 200)}`).toBe(code);
      said.push(refusal);
    }
    refusals.set(name, said.map(withoutData));
  });
});

/** The same on every surface, so that the answers can be compared. */
function badCalls(plan: Candidate): readonly (readonly [tool: string, input: unknown, code: string])[] {
  const [first] = plan.subtasks;
  return [
    ['get_workspace_state', { force: true }, 'invalid_input'],
    ['match_sidekicks_to_task', {}, 'invalid_input'],
    ['match_sidekicks_to_task', { taskId: 'x'.repeat(129) }, 'invalid_input'],
    ['match_sidekicks_to_task', { taskId: 'T-99999' }, 'unknown_task'],
    ['consult_sidekick', { taskId: 'T-1', sidekickId: 'nobody' }, 'unknown_sidekick'],
    ['consult_sidekick', { taskId: 'T-25', sidekickId: 'data-migration' }, 'not_matched'],
    [
      'evaluate_task_plan',
      { ...plan, approved: true, subtasks: [{ ...first, title: 7, tags: ['a', 'a'] }] },
      'invalid_input',
    ],
    ['evaluate_task_plan', { ...plan, subtasks: Array.from({ length: 21 }, () => first) }, 'invalid_input'],
    ['stage_task_plan', { ...plan, rationale: 'Later.', expectedWorkspaceVersion: 999_999 }, 'version_conflict'],
    ['commit_task_plan', { proposalId: 'nothing' }, 'unknown_proposal'],
    ['commit_task_plan', { proposalId: 'nothing', approved: true, approvedBy: 'Mara' }, 'invalid_input'],
    ['withdraw_proposal', { proposalId: 'nothing' }, 'unknown_proposal'],
    ['get_proposal', { proposalId: 'nothing' }, 'unknown_proposal'],
    ['get_task', { taskId: '' }, 'invalid_input'],
    ['search_tasks', { cursor: 'made up' }, 'bad_cursor'],
    ['search_tasks', { limit: 51, status: 'someday' }, 'invalid_input'],
  ];
}

function withoutData({ data: _, ...refusal }: Refusal): Refusal {
  return refusal;
}

test('every surface refuses in the same words', () => {
  expect([...refusals.keys()]).toEqual(kinds.map(({ name }) => name));
  const [first, ...others] = [...refusals];
  for (const [name, said] of others) expect(said, name).toEqual(first?.[1]);
  const problems = first?.[1].flatMap((one) => one.problems ?? []) ?? [];
  expect(problems.length).toBeGreaterThan(10);
});
