/** Whatever order the commands come in: what ended stays ended, and only a report completes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decided } from '../state/decision.ts';
import { caller, person, World } from './fixture/world.ts';
import { revokeGrant } from './grant-commands.ts';
import { grantWaiting } from './grant-waiting.ts';
import { passGate } from './last-gate.ts';
import { changeLimits, stopRuns } from './place-commands.ts';
import {
  answerQuestion,
  askPermission,
  askQuestion,
  decideRequest,
  timeOutWaits,
  withdrawRequest,
} from './question-commands.ts';
import { acceptRun, sendBackRun } from './result-commands.ts';
import { hasEnded, type Run, type RunStatus } from './run.ts';
import { cancelRun, endRun, launchRun, moveRun, reportRun } from './run-life.ts';
import { voidGrants } from './void-grants.ts';

/** The drawing of run.ts. */
const moves: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  waiting_grant: ['starting', 'cancelled', 'interrupted'],
  starting: [
    'waiting_grant',
    'running',
    'waiting_input',
    'cancelling',
    'cancelled',
    'failed',
    'completed',
    'interrupted',
  ],
  running: ['waiting_input', 'cancelling', 'completed', 'failed', 'cancelled', 'interrupted'],
  waiting_input: ['running', 'cancelling', 'completed', 'failed', 'cancelled', 'interrupted'],
  cancelling: ['cancelled', 'completed', 'failed', 'interrupted'],
  completed: [],
  failed: [],
  cancelled: [],
  interrupted: [],
};

const report = (outcome: 'success' | 'partial' | 'blocked') => ({
  report: { outcome, summary: 's', answerHash: null, answerCharacters: 0, blockers: [], changedFiles: [] },
  checks: [],
});

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;

type Step = readonly [name: string, pick: number];

const steps: Readonly<Record<string, (world: World, id: string, pick: number) => void>> = {
  start: (world) => void world.start({ mode: 'work' }),
  grant: (world, id, pick) => void world.grant({ maxLaunches: 1 + pick, runId: pick === 0 ? id : null }),
  revoke(world, _id, pick) {
    const ids = [...world.state.tables.grant.keys()];
    world.do((state, context) => revokeGrant(state, ids[pick % Math.max(1, ids.length)] ?? '', context), person);
  },
  let: (world) => void world.do(grantWaiting),
  launch: (world, id) => void world.do((state, context) => launchRun(state, id, context)),
  gate(world, id, pick) {
    const entry = world.state.tables.agent.get('rig');
    const lease = pick % 2 === 0 ? null : { pid: 1, startedAt: 'x' };
    if (entry) world.do((state, context) => passGate(state, id, { lease, entry }, context));
  },
  running: (world, id) => void world.do((state) => moveRun(state, id, { status: 'running' })),
  lease: (world, id) => void world.do((state) => moveRun(state, id, { lease: { pid: 1, startedAt: 'x' } })),
  ask: (world, id, pick) =>
    void world.do((state, context) => askQuestion(state, id, { text: `q${pick}`, options: [] }, context)),
  permission: (world, id) =>
    void world.do((state, context) => askPermission(state, id, { kind: 'edit', title: 't', detail: '' }, context)),
  answer(world, _id, pick) {
    const ids = [...world.state.tables.question.keys()];
    const input = { questionId: ids[pick % Math.max(1, ids.length)] ?? '', answer: `a${pick % 2}`, startedBy: null };
    world.do((state, context) => answerQuestion(state, input, context), person);
  },
  withdraw(world, _id, pick) {
    const ids = [...world.state.tables.request.keys()];
    world.do((state) => withdrawRequest(state, ids[pick % Math.max(1, ids.length)] ?? ''));
  },
  decide(world, _id, pick) {
    const ids = [...world.state.tables.request.keys()];
    const input = { requestId: ids[pick % Math.max(1, ids.length)] ?? '', allow: pick % 2 === 0 };
    world.do((state, context) => decideRequest(state, input, context), person);
  },
  time(world, _id, pick) {
    world.nowMs += pick * 40_000;
    world.do(timeOutWaits);
  },
  report: (world, id, pick) =>
    void world.do((state, context) =>
      reportRun(state, id, report((['success', 'partial', 'blocked'] as const)[pick % 3] ?? 'partial'), context),
    ),
  cancel: (world, id) => void world.do((state, context) => cancelRun(state, id, context)),
  end(world, id, pick) {
    const status = (['completed', 'failed', 'cancelled', 'interrupted'] as const)[pick % 4] ?? 'failed';
    world.do((state, context) => endRun(state, id, { status, code: 'c', reason: null, usage: null }, context));
  },
  stop: (world) => void world.do(stopRuns, person),
  go: (world) => void world.do((state) => changeLimits(state, { stopped: false }), person),
  accept: (world, id) => void world.do((state, context) => acceptRun(state, { runId: id, notes: '' }, context), person),
  back: (world, id) => void world.do((state, context) => sendBackRun(state, { runId: id, notes: '' }, context), person),
  void: (world) =>
    void world.do((state, context) => {
      const changes = voidGrants(state, context);
      return decided(null, { type: 'workspace.recovered', summary: '', changes, raisesVersion: false });
    }),
};

// The ordinary way is drawn more often, so that deep states are reached too.
const usual = ['start', 'grant', 'let', 'launch', 'running', 'ask', 'report', 'end', 'answer', 'time'];
const step = fc.tuple(
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...Object.keys(steps))),
  fc.nat({ max: 7 }),
);

function checkMove(was: Run, run: Run): void {
  if (was.status !== run.status) expect(moves[was.status], `${was.status} -> ${run.status}`).toContain(run.status);
  // A verdict is a person's word on what ended; nothing else may change.
  if (hasEnded(was)) expect({ ...run, verdict: null, lease: null }).toEqual({ ...was, verdict: null, lease: null });
}

function checkRun(world: World, run: Run): void {
  if (run.status === 'completed') expect(run.report).not.toBeNull();
  expect(run.outcome).toBe(run.status === 'completed' ? (run.report?.outcome ?? null) : null);
  expect(hasEnded(run)).toBe(run.endedAt !== null);
  expect(world.state.index.activeRuns.has(run.id)).toBe(!hasEnded(run));
  if (run.launchedAt !== null) expect(run.grantId).not.toBeNull();
  if (run.status === 'running' || run.status === 'waiting_input') expect(run.launchedAt).not.toBeNull();
}

function check(world: World, before: ReadonlyMap<string, Run>): void {
  for (const run of world.state.tables.run.values()) {
    const was = before.get(run.id);
    if (was) checkMove(was, run);
    checkRun(world, run);
  }
  for (const one of [...world.state.tables.question.values(), ...world.state.tables.request.values()]) {
    if (one.status === 'open') expect(hasEnded(world.run(one.runId))).toBe(false);
  }
}

function checkGrants(world: World): void {
  for (const grant of world.state.tables.grant.values()) {
    const launches = world.state.index.launchesOf.get(grant.id) ?? [];
    expect(launches.length).toBeLessThanOrEqual(grant.maxLaunches);
    for (const id of launches) {
      const run = world.run(id);
      expect(run.grantId).toBe(grant.id);
      if (grant.runId !== null) expect(id).toBe(grant.runId);
      if (grant.revokedAt !== null && run.launchedAt !== null)
        expect(Date.parse(run.launchedAt)).toBeLessThanOrEqual(Date.parse(grant.revokedAt));
    }
  }
}

function play(program: readonly Step[]): ReadonlySet<string> {
  const world = new World();
  const seen = new Set<string>();
  world.start({}, caller);
  for (const [name, pick] of program) {
    const ids = [...world.state.tables.run.keys()];
    const before = new Map(world.state.tables.run);
    steps[name]?.(world, ids[pick % ids.length] ?? '', pick);
    check(world, before);
    checkGrants(world);
    for (const run of world.state.tables.run.values()) seen.add(run.status);
  }
  return seen;
}

test('no order of commands leaves an ended run, completes without a report, or launches beyond a grant', () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (program) => {
      for (const status of play(program)) met.set(status, (met.get(status) ?? 0) + 1);
    }),
    { numRuns: 1000, seed },
  );
  console.log(
    `orders of commands on runs (seed ${seed}): ${[...met].map(([status, times]) => `${status} ${times}`).join(', ')}`,
  );
  // A law that never met a state says nothing of it.
  expect([...met.keys()].sort()).toEqual(Object.keys(moves).sort());
});
