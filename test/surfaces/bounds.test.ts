/**
 * No answer reaches 20,000 characters: with 10,000 tasks, and with the largest and nastiest input that the schemas let
 * through. A control character takes six characters of JSON, so texts of them are the longest there are.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import type { InputOf } from '../../src/protocol/operation.ts';
import type { table } from '../../src/protocol/table.ts';
import { type DaemonProcess, makeHome, startDaemon } from '../rigs/daemon.ts';
import { approve, ok, pairPerson, type Staged } from '../rigs/people.ts';
import { programFor } from './kinds.ts';
import { overCli } from './over-cli.ts';
import { overHttp } from './over-mcp.ts';
import { ask, given, type Surface, type Value } from './surface.ts';

type ImportedTask = InputOf<typeof table.import_tasks>['tasks'][number];

const nasty = (length: number, mark = '') => `${mark}${'\u0001'.repeat(length - mark.length)}`;

const COUNT = 10_000;

/** So that specialists match the nastiest task, and speak about it. */
const words = 'Task 0: security release, write, test, research, design, data migration, incident, meeting ';

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
}

/**
 * Every twentieth is as nasty as it gets, for one import holds at most 12 MB, and a control character is six bytes of JSON; 3,000
 * have one parent, and as many others wait for it.
 */
function importedTask(_: unknown, at: number): ImportedTask {
  const isNasty = at % 20 === 0;
  const first = Array.from({ length: 100 }, (_, on) => `s${on + 6001}`);
  return {
    sourceId: `s${at}`,
    title: isNasty ? nasty(500, at === 0 ? words : `Task ${at} `) : `Task ${at} of the big list`,
    description: at % 500 === 0 ? nasty(20_000) : 'Words to be found.',
    status: (['backlog', 'today', 'in-progress', 'done'] as const)[at % 4] ?? 'backlog',
    priority: 'urgent',
    tags: isNasty ? Array.from({ length: 20 }, (_, tag) => nasty(48, `${tag}`)) : ['plain'],
    parentSourceId: at > 0 && at < 3000 ? 's0' : null,
    dependsOnSourceIds: at === 0 ? first : at > 3000 && at < 6000 ? ['s0'] : [],
    dueDate: at % 3 === 0 ? inDays(24).slice(0, 10) : null,
    checklist: at % 5000 === 0 ? Array.from({ length: 200 }, () => ({ text: nasty(1000), done: false })) : [],
  };
}

const home = makeHome();
let daemon: DaemonProcess;
let person: Client;
let surface: Surface;
const largest = new Map<string, number>();

/** Whatever the answer is, `ask` holds it against the limit. */
async function measure(name: string, input: unknown): Promise<Value> {
  const answer = await ask(surface, name, input);
  largest.set(name, Math.max(largest.get(name) ?? 0, answer.size));
  return answer.ok ? answer.value : { refused: answer.refusal.code, ...(answer.refusal.data as object) };
}

beforeAll(async () => {
  daemon = await startDaemon(home.path);
  const terminal = overCli(programFor(daemon));
  const input = {
    format: 'backlog-md',
    source: '/big',
    tasks: Array.from({ length: COUNT }, importedTask),
    losses: [],
  };
  expect(await given(terminal, 'import_tasks', input)).toMatchObject({ status: 'accepted', tasks: COUNT });
  person = (await pairPerson(daemon, nasty(60, 'Mara'))).at(daemon);
  for (let at = 0; at < 60; at++) {
    const [start, end] = [inDays(at / 24), inDays((at + 1) / 24)];
    ok(await person.call('create_commitment', { title: nasty(200, 'Meet '), kind: 'fixed', start, end }));
  }
  ok(await person.call('change_calendar', { name: nasty(120, 'Work ') }));
  const { secret } = ok(await person.call('make_token', { label: nasty(60, 'bot'), openProposals: 20 })) as {
    secret: string;
  };
  surface = await overHttp({ era: 'modern', url: daemon.url, token: secret });
});
afterAll(async () => {
  const sizes = [...largest].map(([name, size]) => `  ${name.padEnd(26)}${size}`).join('\n');
  console.log(`largest answers, characters of 20,000:\n${sizes}`);
  await surface?.close();
  await daemon?.stop();
  await home.remove();
});

describe('10,000 tasks', () => {
  test('the overview is cut, with honest totals and the way to the rest', async () => {
    const state = await measure('get_workspace_state', {});
    expect(state.totals).toMatchObject({ tasks: COUNT, done: COUNT / 4, commitments: expect.any(Number) });
    expect((state.tasks as Value[]).length).toBeLessThan(100);
    expect(state.howToGetTheRest).toContain(`${COUNT - (state.tasks as Value[]).length} more tasks`);
  });

  test('the search pages through all of them', async () => {
    const seen = new Set<unknown>();
    let cursor: unknown;
    do {
      const page = await measure('search_tasks', { limit: 50, ...(cursor ? { cursor } : {}) });
      for (const { id } of page.tasks as Value[]) seen.add(id);
      expect(page.total).toBe(COUNT);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.size).toBe(COUNT);
  }, 300_000);

  test('a task with 3,000 subtasks, 3,000 dependants and a checklist of 200', async () => {
    const task = await measure('get_task', { taskId: 'T-1' });
    expect(task.task).toMatchObject({ subtasks: 2999 });
    expect(task.cut).toMatch(/subtasks: \d+ of 2999/);
    const { matches } = await measure('match_sidekicks_to_task', { taskId: 'T-1' });
    expect(matches).not.toEqual([]);
    for (const { sidekickId } of matches as Value[]) await measure('consult_sidekick', { taskId: 'T-1', sidekickId });
    await measure('search_tasks', { parentTaskId: 'T-1', text: 'words', limit: 50 });
  });
});

const longId = (at: number) => nasty(128, `${at}-`);

/** Everything as long as the schema allows; valid, when the sidekicks have nothing against it. */
function hugePlan(parentTaskId: string, version: number, change: Partial<Candidate> = {}): Candidate {
  return {
    expectedWorkspaceVersion: version,
    parentTaskId,
    consultedSidekickIds: [],
    subtasks: Array.from({ length: 20 }, (_, at) => ({
      candidateId: longId(at),
      title: nasty(120, `Step ${at} `),
      description: nasty(300, 'Done '),
      status: 'backlog',
      priority: 'medium',
      tags: Array.from({ length: 20 }, (_, tag) => nasty(48, `${at}.${tag}`)),
      estimatedDurationMinutes: 10_080,
      dueAt: inDays(365),
      dependencyCandidateIds: Array.from({ length: at }, (_, on) => longId(on)),
      assignedSidekickIds: [],
      checklistCoverageIds: [],
    })),
    rationale: nasty(500, 'Because '),
    ...change,
  };
}

describe('plans as large as they may be', () => {
  const ids = (word: string) => Array.from({ length: 20 }, (_, at) => nasty(128, `${word}${at}`));
  let version = 0;

  beforeAll(async () => {
    version = (await given(surface, 'get_workspace_state', {})).version as number;
  });

  test.each([
    ['nothing else wrong', (plan: Candidate) => plan],
    ['blank titles', (plan: Candidate) => each(plan, () => ({ title: nasty(120) }))],
    ['one id for all', (plan: Candidate) => each(plan, () => ({ candidateId: nasty(128) }))],
    [
      'everybody waits for everybody',
      (plan: Candidate) => each(plan, () => ({ dependencyCandidateIds: plan.subtasks.map((one) => one.candidateId) })),
    ],
    [
      'unknown ids everywhere',
      (plan: Candidate) => ({
        ...each(plan, () => ({
          dependencyCandidateIds: ids('on'),
          assignedSidekickIds: ids('who'),
          checklistCoverageIds: ids('what'),
          recommendationType: nasty(48),
        })),
        consultedSidekickIds: ids('asked'),
      }),
    ],
    [
      'impossible times',
      (plan: Candidate) =>
        each(plan, () => ({
          plannedStart: '2026-12-01T03:00:00Z',
          dueAt: '2026-12-01T02:00:00Z',
          status: 'done' as const,
        })),
    ],
    ['no instants', (plan: Candidate) => each(plan, () => ({ plannedStart: nasty(3000), dueAt: nasty(3000) }))],
    ['a parent with a long name', (plan: Candidate) => ({ ...plan, parentTaskId: nasty(128) })],
    ['a version of long ago', (plan: Candidate) => ({ ...plan, expectedWorkspaceVersion: 0 })],
  ])('%s', async (_, change) => {
    const plan = change(hugePlan('T-2', version));
    await measure('evaluate_task_plan', plan);
    await measure('stage_task_plan', plan);
  });

  test('a staged one is read back page by page, with all that people said', async () => {
    const { task } = await given(surface, 'get_task', { taskId: 'T-6002' });
    const plan = hugePlan((task as { id: string }).id, version, { rationale: nasty(500, 'Once more ') });
    const staged = await measure('stage_task_plan', plan);
    expect(staged, JSON.stringify(staged).slice(0, 1500)).toMatchObject({ status: 'awaiting_approval' });
    const { proposalId, revision } = staged as { proposalId: string; revision: number };
    for (let at = 0; at < 12; at++) {
      const text = nasty(4000, `Comment ${at} `);
      ok(await person.call('comment_proposal', { proposalId, revision, candidateId: longId(at), text }));
    }
    ok(await person.call('request_changes', { proposalId, revision, text: nasty(4000, 'Change ') }));
    const [subtasks, comments]: [unknown[], unknown[]] = [[], []];
    let cursor: unknown;
    do {
      const page = await measure('get_proposal', { proposalId, ...(cursor ? { cursor } : {}) });
      subtasks.push(...(page.subtasks as unknown[]));
      comments.push(...(page.comments as unknown[]));
      cursor = page.nextCursor;
    } while (cursor);
    expect(subtasks).toHaveLength(20);
    expect(comments.length).toBeGreaterThanOrEqual(12);
    await measure('commit_task_plan', { proposalId });
    await measure('get_task', { taskId: 'T-6002' });
    await measure('get_workspace_state', {});
  });

  test('the receipt of a committed one', async () => {
    const { task } = await given(surface, 'get_task', { taskId: 'T-6007' });
    const staged = await measure('stage_task_plan', hugePlan((task as { id: string }).id, version));
    const { proposalId } = staged;
    ok(await approve(person, staged as unknown as Staged, { notes: nasty(4000, 'Go ') }));
    await measure('get_proposal', { proposalId });
    const answer = await measure('commit_task_plan', { proposalId });
    expect(answer.status).toBe('committed');
    expect(answer.tasks).toHaveLength(20);
    await measure('get_proposal', { proposalId });
  });
});

function each(plan: Candidate, change: () => Partial<Candidate['subtasks'][number]>): Candidate {
  return { ...plan, subtasks: plan.subtasks.map((one) => ({ ...one, ...change() })) };
}
