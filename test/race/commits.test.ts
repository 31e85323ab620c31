/**
 * The commit path under every order of events that a scheduler finds: two apps over one file, transactions and answers
 * reordered at will. Each run has its own parent task; the whole log is verified at the end.
 */
import fc, { type Scheduler } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, ok } from '../app/callers.ts';
import { decisionOn } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import { forgetful } from '../rigs/stores.ts';
import { approve, openWorld, type Staged, stage, type World } from './world.ts';

interface Committed {
  readonly status: string;
  readonly tasks?: readonly { readonly taskId: string }[];
  readonly receipt?: { readonly version: number; readonly undoneAt: string | null };
}

const runs = { numRuns: 100, verbose: true } as const;
const apps = fc.constantFrom<0 | 1>(0, 1);

let world: World;
let claude: readonly [Caller, Caller];
let codex: readonly [Caller, Caller];

beforeAll(async () => {
  world = await openWorld();
});

// New tokens for each: one may stage only so many plans a day.
let tokens = 0;
beforeEach(async () => {
  tokens += 1;
  claude = [await world.agent(`claude ${tokens}`, 0), await world.agent(`claude ${tokens}`, 1)];
  codex = [await world.agent(`codex ${tokens}`, 0), await world.agent(`codex ${tokens}`, 1)];
});

afterAll(() => world.close());

/** Runs all at once, in the order that the scheduler chooses. */
async function together<T>(scheduler: Scheduler, world: World, ...work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const release = world.through((label) => scheduler.schedule(Promise.resolve(), label));
  try {
    return await scheduler.waitFor(Promise.all(work.map((start) => start())));
  } finally {
    release();
  }
}

async function approvedPlan(agent: Caller, person: Caller, subject = world): Promise<{ parent: string; plan: Staged }> {
  const parent = await subject.parent();
  const plan = await stage(agent, parent, await subject.version(), 'one');
  ok(await approve(person, plan, subject.person(0)));
  return { parent, plan };
}

async function atOnce(scheduler: Scheduler, subject: World, agents: readonly [Caller, Caller]): Promise<void> {
  const { plan } = await approvedPlan(agents[0], subject.person(1), subject);
  const before = await subject.version();
  const commit = { proposalId: plan.proposalId };
  const answers = await together(
    scheduler,
    subject,
    () => agents[0]('commit_task_plan', commit),
    () => agents[1]('commit_task_plan', commit),
    () => subject.person(0)('commit_task_plan', commit),
    () => subject.person(1)('create_task', { title: 'Broom' }),
  );
  const receipts = answers.slice(0, 3).map((answer) => ok(answer) as Committed);
  for (const one of receipts) expect(one).toMatchObject({ status: 'committed', tasks: receipts[0]?.tasks });
  for (const one of receipts) expect(one.receipt).toEqual(receipts[0]?.receipt);
  const { tasks, commits } = await subject.history(plan.proposalId);
  expect(tasks.map(({ id }) => id).sort()).toEqual(receipts[0]?.tasks?.map(({ taskId }) => taskId).sort());
  expect(commits).toBe(1);
  expect(await subject.version()).toBe(before + 2);
  const versions = [receipts[0]?.receipt?.version, (ok(answers[3] as never) as { version: number }).version];
  expect(new Set(versions)).toEqual(new Set([before + 1, before + 2]));
}

describe('whatever the order', () => {
  it('a plan that its agent, the same agent elsewhere and a person commit at once is committed once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), (scheduler) => atOnce(scheduler, world, claude)),
      runs,
    );
  });

  it('no revision but the approved one becomes tasks while the next one arrives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), apps, fc.boolean(), async (scheduler, app, create) => {
        const parent = await world.parent();
        const version = await world.version();
        const first = await stage(claude[0], parent, version, 'first');
        const next = plainPlan({ parentTaskId: parent, version, subtasks: 4, mark: 'second' });
        const decision = await decisionOn(world.person(0), first, { create });
        const [approved, staged] = await together<{ readonly ok: boolean }>(
          scheduler,
          world,
          () => world.person(app)('approve_proposal', decision),
          () => claude[1]('stage_task_plan', next),
          () => claude[0]('commit_task_plan', { proposalId: first.proposalId }),
        );
        ok(await claude[0]('commit_task_plan', { proposalId: first.proposalId }));
        const { tasks, proposal } = await world.history(first.proposalId);
        const origins = tasks.flatMap(({ origin }) => (origin.from === 'plan' ? [origin] : []));
        for (const origin of origins) expect(origin).toMatchObject({ revision: 1, digest: first.digest });
        expect(tasks).toHaveLength(approved?.ok ? 3 : 0);
        // The new bytes may wait for review: as the next revision, or as a new proposal after the commit.
        if (approved?.ok && staged?.ok) expect(proposal.status).toBe('committed');
        if (!approved?.ok) expect(proposal).toMatchObject({ revision: 2, approvalId: null });
      }),
      runs,
    );
  });

  it('of two approved plans for one task one is committed and the other superseded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { parent, plan: one } = await approvedPlan(claude[0], world.person(0));
        const other = await stage(codex[1], parent, await world.version(), 'other');
        ok(await approve(world.person(1), other));
        const answers = await together(
          scheduler,
          world,
          () => claude[0]('commit_task_plan', { proposalId: one.proposalId }),
          () => codex[1]('commit_task_plan', { proposalId: other.proposalId }),
        );
        const statuses = answers.map((answer) => (ok(answer) as Committed).status);
        expect(statuses.sort()).toEqual(['committed', 'superseded']);
        const made = await Promise.all([one, other].map(({ proposalId }) => world.history(proposalId)));
        expect(made.map(({ tasks }) => tasks.length).sort()).toEqual([0, 3]);
      }),
      runs,
    );
  });

  it('a plan for a task that changes meanwhile is committed before the change or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), apps, async (scheduler, app) => {
        const { parent, plan } = await approvedPlan(claude[0], world.person(0));
        const [committed, changed] = await together(
          scheduler,
          world,
          () => claude[app]('commit_task_plan', { proposalId: plan.proposalId }),
          () => world.person(1)('edit_task', { taskId: parent, description: 'Another shelf after all.' }),
        );
        const { status, receipt } = ok(committed as never) as Committed;
        const { version } = ok(changed as never) as { version: number };
        expect(['committed', 'stale_plan']).toContain(status);
        if (receipt) expect(receipt.version).toBeLessThan(version);
        expect((await world.history(plan.proposalId)).tasks).toHaveLength(receipt ? 3 : 0);
      }),
      runs,
    );
  });

  it("nobody else's agent commits it, and trying changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, owned) => {
        const { plan } = await approvedPlan(claude[0], world.person(0));
        const before = await world.version();
        const commit = { proposalId: plan.proposalId };
        const [foreign] = await together(
          scheduler,
          world,
          () => codex[1]('commit_task_plan', commit),
          () => (owned ? claude[0]('commit_task_plan', commit) : codex[0]('commit_task_plan', commit)),
        );
        expect(foreign).toMatchObject({ ok: false, refusal: { code: 'not_yours' } });
        expect(await world.version()).toBe(before + (owned ? 1 : 0));
        expect((await world.history(plan.proposalId)).tasks).toHaveLength(owned ? 3 : 0);
      }),
      runs,
    );
  });

  it('a committed plan keeps its one receipt through repetition and undo', async () => {
    const step = fc.constantFrom('commit', 'undo', 'commit elsewhere', 'approve', 'commit by a person');
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { minLength: 2, maxLength: 8 }), async (scheduler, steps) => {
        const { plan } = await approvedPlan(claude[0], world.person(0));
        const { proposalId } = plan;
        const decision = await decisionOn(world.person(0), plan, { create: true });
        const first = ok(await claude[0]('commit_task_plan', { proposalId })) as Committed;
        const doIt = {
          commit: () => claude[0]('commit_task_plan', { proposalId }),
          undo: () => world.person(1)('undo_plan', { proposalId }),
          'commit elsewhere': () => claude[1]('commit_task_plan', { proposalId }),
          approve: () => world.person(0)('approve_proposal', decision),
          'commit by a person': () => world.person(1)('commit_task_plan', { proposalId }),
        } as const;
        const answers = await together(scheduler, world, ...steps.map((name) => doIt[name]));
        for (const [at, name] of steps.entries()) {
          if (!name.startsWith('commit')) continue;
          const again = ok(answers[at] as never) as Committed;
          expect(again.tasks).toEqual(first.tasks);
          expect({ ...again.receipt, undoneAt: null }).toEqual({ ...first.receipt, undoneAt: null });
        }
        const { tasks, commits } = await world.history(proposalId);
        expect(commits).toBe(1);
        expect(tasks).toHaveLength(3);
      }),
      runs,
    );
  });
});

it('after all of it the log, the rows and the plans agree', async () => {
  const { problems, counts } = await world.verify();
  // Signatures are made up here; everything else is real.
  expect(problems.filter(({ what }) => what !== 'approval')).toEqual([]);
  expect(counts.plannedTasks).toBeGreaterThan(200);
});

it('finds a store that forgets the exclusive transaction', async () => {
  const broken = await openWorld(forgetful);
  try {
    const agents = [await broken.agent('claude', 0), await broken.agent('claude', 1)] as const;
    const found = await fc.check(
      fc.asyncProperty(fc.scheduler(), (scheduler) => atOnce(scheduler, broken, agents)),
      { numRuns: 20, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  } finally {
    await broken.close();
  }
});
