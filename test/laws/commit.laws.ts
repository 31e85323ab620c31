/**
 * The law of the commit, over 1,000 drawn courses on a real store: whatever is decided, changed or fails on the way, a
 * plan's tasks are all there with one receipt, or none is. `LAW_SEED=n` repeats a run. The planted bugs must fail it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openApp } from '../../src/app/open.ts';
import type { Store, Write } from '../../src/app/ports.ts';
import type { Approval } from '../../src/core/approval/approval.ts';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import type { Proposal, Receipt } from '../../src/core/plan/proposal.ts';
import type { Task } from '../../src/core/workspace/task.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { agent, type Caller, desk, ok } from '../app/callers.ts';
import { plainPlan } from '../rigs/plans.ts';
import { changed } from '../rigs/stores.ts';

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;
const RUNS = 1000;
/** Reading every row after every course stays quick. */
const RUNS_PER_HOME = 25;

const moves = [
  'approve',
  'approve',
  'commit',
  'commit by the person',
  'commit that fails in its transaction',
  'commit whose answer is lost',
  'the rival commits',
  'change the parent',
  'change another task',
  'withdraw',
] as const;

type Move = (typeof moves)[number];

interface Course {
  /** For each subtask, a number whose bits say which of the earlier ones it waits for. */
  readonly waits: readonly number[];
  readonly moves: readonly Move[];
}

const course: fc.Arbitrary<Course> = fc.record({
  waits: fc.array(fc.nat(2 ** 20 - 1), { minLength: 1, maxLength: 20 }),
  moves: fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 8 }),
});

/** Where the next transaction breaks. `after`: it is durable, and nobody is told. */
type Break = 'inside' | 'after' | null;

interface World {
  readonly store: Store;
  readonly workspaceId: string;
  readonly person: Caller;
  readonly claude: Caller;
  readonly codex: Caller;
  readonly version: () => number;
  readonly otherTask: string;
  breakNext(where: Break): void;
  close(): Promise<void>;
}

/** What a bug makes of a write whose transaction breaks (`isBroken`), or does not. Null = nothing is stored. */
type Bug = (write: Write, isBroken: boolean) => Write | null;

const sound: Bug = (write, isBroken) => (isBroken ? null : write);

async function openWorld(bug: Bug): Promise<World> {
  const home = mkdtempSync(join(tmpdir(), 'sidekicks-law-'));
  const inner = await openSqliteStore({ file: join(home, 'w.db') });
  let next: Break = null;
  const store = breaking(inner, bug, () => {
    const where = next;
    next = null;
    return where;
  });
  const urls = { workspaceUrl: 'http://localhost:4141', deskUrl: 'http://localhost:4142' };
  const app = await openApp({ store, urls, playbooks: null, empty: true, zone: 'UTC' });
  const person = await desk(app);
  const { id } = ok(await person('create_task', { title: 'Another' })) as { id: string };
  return {
    store: inner,
    workspaceId: app.workspaceId,
    person,
    claude: await agent(app, 'claude'),
    codex: await agent(app, 'codex'),
    version: () => app.state().workspace.version,
    otherTask: id,
    breakNext: (where) => {
      next = where;
    },
    async close() {
      await app.close();
      await inner.close();
      rmSync(home, { recursive: true });
    },
  };
}

function breaking(inner: Store, bug: Bug, take: () => Break): Store {
  return changed(inner, {
    async transact(workspaceId, knownSeq, work) {
      const where = take();
      const value = await inner.transact(workspaceId, knownSeq, (tail) => {
        const result = work(tail);
        const write = result.write && bug(result.write, where === 'inside');
        if (write === null && where === 'inside') throw new Error('broken inside');
        return { ...result, write };
      });
      if (where !== null) throw new Error(`broken ${where}`);
      return value;
    },
  });
}

interface Plan {
  readonly candidate: Candidate;
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
}

interface Live {
  readonly world: World;
  readonly parentId: string;
  readonly mine: Plan;
  readonly rival: Plan;
  /** What a commit answered, by proposal: the version and the tasks. */
  readonly told: Map<string, string>;
}

async function begin(world: World, { waits }: Course, mark: string): Promise<Live> {
  const { id: parentId } = ok(await world.person('create_task', { title: `Shelf ${mark}` })) as { id: string };
  const draft = plainPlan({ parentTaskId: parentId, version: world.version(), subtasks: waits.length, mark });
  const candidate: Candidate = {
    ...draft,
    subtasks: draft.subtasks.map((one, at) => ({
      ...one,
      dependencyCandidateIds: draft.subtasks
        .slice(0, at)
        .filter((_, earlier) => (((waits[at] ?? 0) >> earlier) & 1) === 1)
        .map(({ candidateId }) => candidateId),
    })),
  };
  const other = plainPlan({
    parentTaskId: parentId,
    version: world.version(),
    subtasks: 2,
    mark: `${mark}, otherwise`,
  });
  const staged = async (by: Caller, plan: Candidate) =>
    ({ candidate: plan, ...(ok(await by('stage_task_plan', plan)) as object) }) as Plan;
  const rival = await staged(world.codex, other);
  await world.person('approve_proposal', decisionOn(rival));
  return { world, parentId, mine: await staged(world.claude, candidate), rival, told: new Map() };
}

const decisionOn = ({ proposalId, revision, digest }: Plan) => ({
  proposalId,
  revision,
  digest,
  notes: '',
  create: false,
});

async function commit({ told }: Live, by: Caller, { proposalId }: Plan): Promise<void> {
  const result = await by('commit_task_plan', { proposalId });
  const { status, receipt, tasks } = (result.ok ? result.value : {}) as { status?: string } & Partial<Answered>;
  if (status !== 'committed' || !receipt || !tasks) return;
  const answer = worded({ receipt, tasks });
  if ((told.get(proposalId) ?? answer) !== answer) throw new Error(`two receipts of ${proposalId}`);
  told.set(proposalId, answer);
}

interface Answered {
  readonly receipt: Pick<Receipt, 'version'>;
  readonly tasks: readonly { readonly taskId: string }[];
}

function worded({ receipt, tasks }: Answered): string {
  return `${receipt.version}: ${tasks.map(({ taskId }) => taskId).join()}`;
}

/** A refusal is an answer; a fault is what the course asked for. */
async function broken(live: Live, where: Break): Promise<void> {
  live.world.breakNext(where);
  try {
    await commit(live, live.world.claude, live.mine);
  } catch (error) {
    if (!/^broken /.test((error as Error).message)) throw error;
  } finally {
    live.world.breakNext(null);
  }
}

const make: Readonly<Record<Move, (live: Live, at: number) => Promise<unknown>>> = {
  approve: ({ world, mine }) => world.person('approve_proposal', decisionOn(mine)),
  commit: (live) => commit(live, live.world.claude, live.mine),
  'commit by the person': (live) => commit(live, live.world.person, live.mine),
  'commit that fails in its transaction': (live) => broken(live, 'inside'),
  'commit whose answer is lost': (live) => broken(live, 'after'),
  'the rival commits': (live) => commit(live, live.world.codex, live.rival),
  'change the parent': ({ world, parentId }, at) =>
    world.person('edit_task', { taskId: parentId, description: `Changed ${at}` }),
  'change another task': ({ world }, at) =>
    world.person('edit_task', { taskId: world.otherTask, description: `Changed ${at}` }),
  withdraw: ({ world, mine }) => world.claude('withdraw_proposal', { proposalId: mine.proposalId }),
};

interface Rows {
  readonly tasks: readonly Task[];
  readonly proposals: ReadonlyMap<string, Proposal>;
  readonly approvals: readonly Approval[];
}

async function rowsOf({ store, workspaceId }: World): Promise<Rows> {
  const { entities } = await store.load(workspaceId, 1);
  const of = <T>(wanted: string) => entities.filter(({ kind }) => kind === wanted).map(({ entity }) => entity as T);
  return {
    tasks: of<Task>('task'),
    proposals: new Map(of<Proposal>('proposal').map((one) => [one.id, one])),
    approvals: of<Approval>('approval'),
  };
}

/** What is wrong with one plan, or null. */
async function faultOf({ world, told, parentId }: Live, plan: Plan, rows: Rows): Promise<string | null> {
  const { store, workspaceId } = world;
  const { tasks, proposals, approvals } = rows;
  const { proposalId, candidate } = plan;
  const made = tasks.filter(({ origin }) => origin.from === 'plan' && origin.proposalId === proposalId);
  const receipt = proposals.get(proposalId)?.receipt ?? null;
  const log = await store.events(workspaceId, { subject: `proposal:${proposalId}`, limit: 500 });
  const commits = log.filter(({ header }) => header.type === 'proposal.committed').length;
  const used = approvals.filter((one) => one.proposalId === proposalId && one.usedAt !== null).length;
  const count = receipt ? 1 : 0;
  if (told.has(proposalId) && !receipt) return 'a commit was acknowledged, and there is no receipt';
  if (commits !== count) return `${commits} commits in the log, ${count} receipts`;
  if (used !== count) return `${used} approvals used, ${count} receipts`;
  if (!receipt) return made.length === 0 ? null : `${made.length} tasks without a receipt`;
  const stored = worded({ receipt, tasks: receipt.tasks });
  if ((told.get(proposalId) ?? stored) !== stored) return 'the receipt is not the one that was told';
  return faultOfTasks(made, receipt, candidate, parentId);
}

function faultOfTasks(made: readonly Task[], { tasks }: Receipt, { subtasks }: Candidate, parentId: string) {
  if (made.length !== subtasks.length) return `${made.length} tasks of ${subtasks.length}`;
  const named = new Map(tasks.map(({ candidateId, taskId }) => [candidateId, taskId]));
  for (const { candidateId, title, dependencyCandidateIds } of subtasks) {
    const task = made.find(({ id }) => id === named.get(candidateId));
    if (!task || task.title !== title || task.parentId !== parentId) return `${candidateId} is not the task it became`;
    const expected = dependencyCandidateIds.map((id) => named.get(id)).sort();
    if ([...task.dependsOn].sort().join() !== expected.join()) return `${candidateId} waits for others`;
  }
  return null;
}

interface Tally {
  runs: number;
  committed: number;
  none: number;
  /** Breaks that met a plan which would have been committed, or was. */
  broken: number;
}

async function check(bug: Bug) {
  const tally: Tally = { runs: 0, committed: 0, none: 0, broken: 0 };
  let world = await openWorld(bug);
  let wrong = '';
  const property = fc.asyncProperty(course, async (drawn) => {
    if (tally.runs++ % RUNS_PER_HOME === RUNS_PER_HOME - 1) {
      await world.close();
      world = await openWorld(bug);
    }
    const live = await begin(world, drawn, String(tally.runs));
    for (const [at, move] of drawn.moves.entries()) await make[move](live, at);
    const rows = await rowsOf(world);
    const faults = [await faultOf(live, live.mine, rows), await faultOf(live, live.rival, rows)];
    // Room for the next course: three open proposals are a token's most.
    for (const [by, { proposalId }] of [
      [world.claude, live.mine],
      [world.codex, live.rival],
    ] as const) {
      await by('withdraw_proposal', { proposalId });
    }
    const fault = faults.find((one) => one !== null) ?? null;
    wrong = fault ?? wrong;
    tally[live.told.size > 0 ? 'committed' : 'none'] += 1;
    if (drawn.moves.some((move, at) => /fails|lost/.test(move) && drawn.moves.indexOf('approve') < at))
      tally.broken += 1;
    return fault === null;
  });
  try {
    const details = await fc.check(property, { numRuns: RUNS, seed });
    return {
      failed: details.failed,
      report: [wrong, details.errorInstance, fc.defaultReportMessage(details)].join('\n'),
      tally,
    };
  } finally {
    await world.close();
  }
}

describe('a commit is all or nothing', () => {
  test('whatever happens on the way', async () => {
    const { failed, report, tally } = await check(sound);
    console.log(`commit is all or nothing (seed ${seed}): ${JSON.stringify(tally)}`);
    expect(failed, report).toBe(false);
    expect(tally.runs).toBeGreaterThanOrEqual(RUNS);
    for (const part of [tally.committed, tally.none, tally.broken]) expect(part).toBeGreaterThan(RUNS / 10);
  });

  const isCommit = ({ events }: Write) => events.some(({ header }) => header.type === 'proposal.committed');
  const less = (write: Write, kind: string): Write => {
    const last = [...write.touched].findLast(([, one]) => one.kind === kind)?.[0];
    return { ...write, touched: new Map([...write.touched].filter(([key]) => key !== last)) };
  };
  const bugs: Readonly<Record<string, Bug>> = {
    'a transaction that breaks leaves what it had written': (write, isBroken) =>
      isBroken ? less(write, 'task') : write,
    'the last task of a plan is not written': (write, isBroken) =>
      sound(isCommit(write) ? less(write, 'task') : write, isBroken),
    'the receipt is not written': (write, isBroken) =>
      sound(isCommit(write) ? less(write, 'proposal') : write, isBroken),
  };
  test.each(Object.entries(bugs))('bites: %s', async (_, bug) => {
    expect((await check(bug)).failed).toBe(true);
  });
});
