/** The pure commands of runs: transitions, grants, repeats, questions, acceptance. */
import { describe, expect, test } from 'vitest';
import type { Token } from '../access/access.ts';
import { absorb } from '../state/absorb.ts';
import { createTask, editTask } from '../workspace/task-commands.ts';
import { canUndo, undoChange } from '../workspace/undo-change.ts';
import { coveringGrant, whyNotCovered } from './covering-grant.ts';
import { caller, person, World } from './fixture/world.ts';
import { revokeGrant } from './grant-commands.ts';
import { changeLimits, removeRoot, stopRuns } from './place-commands.ts';
import { answerQuestion, askPermission, askQuestion, decideRequest, timeOutWaits } from './question-commands.ts';
import { acceptRun, sendBackRun } from './result-commands.ts';
import type { Run, Usage } from './run.ts';
import { cancelRun, endRun, grantWaiting, launchRun, moveRun, reportRun } from './run-life.ts';

const report = {
  report: {
    outcome: 'success' as const,
    summary: 's',
    answerHash: null,
    answerCharacters: 0,
    blockers: [],
    changedFiles: [],
  },
  checks: [],
};

function started(world: World, more: Parameters<World['start']>[0] = {}): Run {
  const run = world.start(more);
  if (typeof run === 'string') throw new Error(run);
  return run;
}

const launch = (world: World, id: string) => world.do((state, context) => launchRun(state, id, context));
const running = (world: World, id: string) => world.do((state) => moveRun(state, id, { status: 'running' }));
const cancel = (world: World, id: string) => world.do((state, context) => cancelRun(state, id, context));
const finish = (world: World, id: string) => world.do((state, context) => reportRun(state, id, report, context));
const costing = (costUsd: number | null): Usage => ({
  ...{ inputTokens: null, outputTokens: null, durationMs: null, source: 's', semantics: 's' },
  costUsd,
});
const end = (
  world: World,
  id: string,
  status: 'completed' | 'failed' | 'cancelled' | 'interrupted',
  cost = costing(0),
) => world.do((state, context) => endRun(state, id, { status, code: 'c', reason: null, usage: cost }, context));

/** A run in each status, by the way there. */
const ways: Readonly<Record<Run['status'], (world: World) => string>> = {
  waiting_grant: (world) => started(world).id,
  starting(world) {
    world.grant();
    return started(world).id;
  },
  running(world) {
    const id = ways.starting(world);
    launch(world, id);
    running(world, id);
    return id;
  },
  waiting_input(world) {
    const id = ways.running(world);
    world.do((state, context) => askQuestion(state, id, { text: 'q', options: [] }, context));
    return id;
  },
  cancelling(world) {
    const id = ways.running(world);
    cancel(world, id);
    return id;
  },
  completed(world) {
    const id = ways.running(world);
    finish(world, id);
    end(world, id, 'completed');
    return id;
  },
  failed(world) {
    const id = ways.running(world);
    end(world, id, 'failed');
    return id;
  },
  cancelled(world) {
    const id = ways.cancelling(world);
    end(world, id, 'cancelled');
    return id;
  },
  interrupted(world) {
    const id = ways.running(world);
    end(world, id, 'interrupted');
    return id;
  },
};

const actions: Readonly<Record<string, (world: World, id: string) => unknown>> = {
  grant(world) {
    world.grant();
    return world.do(grantWaiting);
  },
  launch,
  running,
  ask: (world, id) => world.do((state, context) => askQuestion(state, id, { text: 'more', options: [] }, context)),
  time(world) {
    world.nowMs += 3_600_000;
    return world.do(timeOutWaits);
  },
  finish,
  complete: (world, id) => end(world, id, 'completed'),
  fail: (world, id) => end(world, id, 'failed'),
  cancel,
  stop: (world) => world.do(stopRuns, person),
};

describe('the drawing', () => {
  // One row per status: where each action leads. A dot: it stays.
  const table: Readonly<Record<Run['status'], string>> = {
    //              grant     launch ru      ask           time    finish complete fail   cancel     stop
    waiting_grant: 'starting  .     .       .             .       .      .        .      cancelled  cancelled',
    starting: '     .         .     .       .             .       .      .        .      cancelled  cancelled',
    running: '      .         .     .       waiting_input .       .      failed   failed cancelling cancelling',
    waiting_input: '.         .     .       .             running .      failed   failed cancelling cancelling',
    cancelling: '   .         .     .       .             .       .      failed   failed .          .',
    completed: '    .         .     .       .             .       .      .        .      .          .',
    failed: '       .         .     .       .             .       .      .        .      .          .',
    cancelled: '    .         .     .       .             .       .      .        .      .          .',
    interrupted: '  .         .     .       .             .       .      .        .      .          .',
  };
  const cells = Object.entries(table).flatMap(([from, row]) =>
    row
      .trim()
      .split(/\s+/)
      .map((to, at) => [from, Object.keys(actions)[at] ?? '', to === '.' ? from : to] as const),
  );
  test.each(cells)('%s, %s: %s', (from, action, to) => {
    const world = new World();
    const id = ways[from as Run['status']](world);
    expect(world.run(id).status).toBe(from);
    const before = world.run(id);
    actions[action]?.(world, id);
    expect(world.run(id).status).toBe(to);
    if (before.endedAt !== null) expect(world.run(id)).toEqual(before);
  });

  test('the grace of starting: what was launched is cancelling, not cancelled, until its process is gone', () => {
    const world = new World();
    const id = ways.starting(world);
    launch(world, id);
    expect(cancel(world, id)).toEqual({ status: 'cancelling' });
    running(world, id);
    expect(world.run(id).status).toBe('cancelling');
    end(world, id, 'cancelled');
    expect(world.run(id)).toMatchObject({ status: 'cancelled', outcome: null });
  });

  test('one report, whose outcome counts only with a completed end', () => {
    const world = new World();
    const id = ways.running(world);
    finish(world, id);
    expect(finish(world, id)).toBe('already_finished');
    expect(world.run(id).outcome).toBeNull();
    end(world, id, 'failed');
    expect(world.run(id)).toMatchObject({ status: 'failed', outcome: null, report: { outcome: 'success' } });
  });
});

describe('grants', () => {
  const world = () => new World();

  test.each([
    ['the wrong agent', { agentIds: ['other'] }, /does not name the agent rig/],
    ['the wrong mode', { modes: ['think'] as const }, /does not allow analyze/],
    ['of another run', { runId: 'x' }, null],
  ])('%s lets nothing start', (_name, more, why) => {
    const here = world();
    const id = here.grant(more);
    if (why === null) expect(id).toBe('invalid_grant');
    else {
      const run = started(here);
      expect(run.status).toBe('waiting_grant');
      const grant = here.state.tables.grant.get(id);
      const wish = { runId: run.id, rootId: here.rootId, agentId: 'rig', mode: 'analyze' } as const;
      if (grant) expect(whyNotCovered(here.state, grant, wish, here.nowMs)).toMatch(why);
    }
  });

  test('a root that was taken back takes its grants along', () => {
    const here = world();
    here.grant();
    here.do((state, context) => removeRoot(state, here.rootId, context), person);
    expect(here.start()).toBe('cwd_outside_roots');
    expect(here.grant()).toBe('invalid_grant');
  });

  test('launches used up', () => {
    const here = world();
    here.grant({ maxLaunches: 1 });
    // Both are let start; the launch is what counts.
    const [first, second] = [started(here), started(here)];
    expect(second.status).toBe('starting');
    launch(here, first.id);
    expect(launch(here, second.id)).toBeNull();
    expect(here.run(second.id)).toMatchObject({ status: 'waiting_grant', grantId: null, launchedAt: null });
    expect(started(here).status).toBe('waiting_grant');
  });

  test('its end passed, also for what waits in the queue', () => {
    const here = world();
    here.grant({ until: new Date(here.nowMs + 1000).toISOString() });
    const run = started(here);
    here.nowMs += 1000;
    expect(launch(here, run.id)).toBeNull();
    expect(here.run(run.id).status).toBe('waiting_grant');
    expect(here.grant({ until: new Date(here.nowMs).toISOString() })).toBe('invalid_grant');
  });

  test('revoked before the launch: back to waiting, and nothing launches', () => {
    const here = world();
    const id = here.grant();
    const [queued, on] = [started(here), started(here)];
    launch(here, on.id);
    here.do((state, context) => revokeGrant(state, id, context), person);
    expect(here.run(queued.id)).toMatchObject({ status: 'waiting_grant', grantId: null });
    expect(here.run(on.id).grantId).toBe(id);
    expect(launch(here, queued.id)).toBeNull();
    expect(here.do(grantWaiting)).toEqual([]);
  });

  test('its token revoked while it waited in the queue: cancelled, and nothing launches', () => {
    const here = world();
    here.grant();
    const run = started(here);
    const token = { id: caller.id, state: 'revoked' } as Token;
    absorb(here.state, new Map([[`token:${token.id}`, { kind: 'token', id: token.id, entity: token }]]), []);
    expect(launch(here, run.id)).toBeNull();
    expect(here.run(run.id)).toMatchObject({ status: 'cancelled', code: 'token_revoked', launchedAt: null });
  });

  test('a ceiling that is reached, and one that cannot be measured', () => {
    const here = world();
    here.grant({ costCeilingUsd: 1 });
    const spend = (cost: number | null) => {
      const run = started(here);
      launch(here, run.id);
      running(here, run.id);
      end(here, run.id, 'failed', costing(cost));
      return started(here).status;
    };
    expect(spend(0.4)).toBe('starting');
    expect(spend(0.6)).toBe('waiting_grant');
    const other = world();
    other.grant({ costCeilingUsd: 100 });
    const unknown = started(other);
    launch(other, unknown.id);
    end(other, unknown.id, 'failed', costing(null));
    expect(started(other).status).toBe('waiting_grant');
    // Without a ceiling an unknown cost holds nothing up.
    other.grant();
    expect(started(other).status).toBe('starting');
  });

  test('the grant of one run goes first and covers no other', () => {
    const here = world();
    const run = started(here);
    const own = here.grant({ runId: run.id, maxLaunches: 1 });
    here.grant();
    here.do(grantWaiting);
    expect(here.run(run.id).grantId).toBe(own);
    const other = started(here);
    expect(other.grantId).not.toBe(own);
  });

  test('the kill switch stands before every grant', () => {
    const here = world();
    here.grant();
    const queued = started(here);
    here.do(stopRuns, person);
    expect(here.run(queued.id)).toMatchObject({ status: 'cancelled', code: 'stopped' });
    expect(started(here).status).toBe('waiting_grant');
    here.grant();
    expect(here.do(grantWaiting)).toEqual([]);
    here.do((state) => changeLimits(state, { stopped: false }), person);
    expect(here.do(grantWaiting)).toHaveLength(1);
  });

  test('an agent that was taken off the list starts nothing', () => {
    const here = world();
    here.grant();
    here.allow('rig', false);
    expect(here.start()).toBe('unknown_agent');
    const wish = { runId: null, rootId: here.rootId, agentId: 'nobody', mode: 'analyze' } as const;
    expect(coveringGrant(here.state, wish, here.nowMs)).toBeNull();
  });
});

describe('the same start', () => {
  test('is the same run while it lives and for ten minutes after, for the same token', () => {
    const world = new World();
    world.grant();
    const first = started(world, { startDigest: 'same' });
    world.nowMs += 86_400_000;
    expect(started(world, { startDigest: 'same' }).id).toBe(first.id);
    launch(world, first.id);
    running(world, first.id);
    end(world, first.id, 'failed');
    world.nowMs += 600_000;
    expect(started(world, { startDigest: 'same' }).id).toBe(first.id);
    const stranger = world.start({ startDigest: 'same' }, { ...caller, id: 'token-2' });
    expect((stranger as Run).id).not.toBe(first.id);
    world.nowMs += 1;
    expect(started(world, { startDigest: 'same' }).id).not.toBe(first.id);
  });
});

describe('questions and requests', () => {
  const asked = (world: World) => {
    const id = ways.waiting_input(world);
    return { id, questionId: [...world.state.tables.question.keys()][0] ?? '' };
  };
  const answer = (world: World, questionId: string, text: string, startedBy: string | null = null) =>
    world.do((state, context) => answerQuestion(state, { questionId, answer: text, startedBy }, context));

  test('the first answer stands; the same again is no conflict', () => {
    const world = new World();
    const { id, questionId } = asked(world);
    expect(answer(world, questionId, 'a', 'token-2')).toBe('unknown_question');
    expect(answer(world, questionId, 'a', 'token-1')).toEqual({ how: 'in_time' });
    expect(world.run(id).status).toBe('running');
    expect(answer(world, questionId, 'a')).toEqual({ how: 'repeated' });
    expect(answer(world, questionId, 'b')).toBe('already_answered');
    expect(world.state.tables.question.get(questionId)).toMatchObject({ status: 'answered', answer: 'a' });
  });

  test.each(['noticed', 'unnoticed'])('after its deadline (%s) an answer is late: kept, and never an answer', (how) => {
    const world = new World();
    const { questionId } = asked(world);
    world.nowMs += 60_000;
    if (how === 'noticed') world.do(timeOutWaits);
    expect(answer(world, questionId, 'a')).toEqual({ how: 'late' });
    expect(world.state.tables.question.get(questionId)).toMatchObject({ status: 'late', answer: 'a' });
    expect(answer(world, questionId, 'a')).toEqual({ how: 'late' });
    expect(answer(world, questionId, 'b')).toBe('already_answered');
  });

  test('the run goes on only when nothing of it is open', () => {
    const world = new World();
    const { id, questionId } = asked(world);
    world.do((state, context) => askPermission(state, id, { kind: 'edit', title: 't', detail: '' }, context));
    const requestId = [...world.state.tables.request.keys()][0] ?? '';
    answer(world, questionId, 'a');
    expect(world.run(id).status).toBe('waiting_input');
    world.do((state, context) => decideRequest(state, { requestId, allow: true }, context), person);
    expect(world.run(id).status).toBe('running');
    const again = world.do((state, context) => decideRequest(state, { requestId, allow: false }, context), person);
    expect(again).toBe('request_over');
  });

  test('the deadline of a request is a limit that a person sets', () => {
    const world = new World();
    const id = ways.running(world);
    world.do((state) => changeLimits(state, { requestSeconds: 7 }), person);
    world.do((state, context) => askPermission(state, id, { kind: 'edit', title: 't', detail: '' }, context));
    const requestId = [...world.state.tables.request.keys()][0] ?? '';
    world.nowMs += 7000;
    const late = world.do((state, context) => decideRequest(state, { requestId, allow: true }, context), person);
    expect(late).toBe('request_over');
    world.do(timeOutWaits);
    expect(world.state.tables.request.get(requestId)?.status).toBe('timed_out');
  });

  test('what is open closes with its run, however it ends', () => {
    for (const over of [
      cancel,
      (world: World) => world.do(stopRuns, person),
      (world: World, id: string) => end(world, id, 'failed'),
    ]) {
      const world = new World();
      const { id, questionId } = asked(world);
      over(world, id);
      expect(world.state.tables.question.get(questionId)?.status).toBe('closed');
      expect(answer(world, questionId, 'a')).toEqual({ how: 'late' });
    }
  });
});

describe('a delegated task', () => {
  const task = (world: World) => {
    const made = world.do((state, context) => createTask(state, { title: 'T' }, context), person);
    return typeof made === 'string' ? made : made.id;
  };
  const toDone = (world: World, taskId: string) =>
    world.do((state, context) => editTask(state, taskId, { status: 'done' }, context), person);

  test('moves to done by the acceptance of its run alone', () => {
    const world = new World();
    world.grant();
    const taskId = task(world);
    const run = started(world, { taskId });
    expect(toDone(world, taskId)).toBe('acceptance_needed');
    const accept = () => world.do((state, context) => acceptRun(state, { runId: run.id, notes: '' }, context), person);
    expect(accept()).toBe('run_active');
    launch(world, run.id);
    running(world, run.id);
    finish(world, run.id);
    end(world, run.id, 'completed');
    expect(toDone(world, taskId)).toBe('acceptance_needed');
    world.do((state, context) => sendBackRun(state, { runId: run.id, notes: 'No.' }, context), person);
    expect(toDone(world, taskId)).toBe('acceptance_needed');
    expect(accept()).toEqual({ taskDone: true });
    expect(world.state.tables.task.get(taskId)?.status).toBe('done');
    expect(accept()).toBe('already_accepted');
    // Reopened and closed again by hand: it was accepted.
    world.do((state, context) => editTask(state, taskId, { status: 'today' }, context), person);
    expect(toDone(world, taskId)).toEqual({ id: taskId });
  });

  test("is a person's again when its run came to nothing", () => {
    const world = new World();
    const taskId = task(world);
    const run = started(world, { taskId });
    expect(toDone(world, taskId)).toBe('acceptance_needed');
    cancel(world, run.id);
    expect(toDone(world, taskId)).toEqual({ id: taskId });
  });

  test('undo is no way around', () => {
    const world = new World();
    const taskId = task(world);
    toDone(world, taskId);
    const reopen = editTask(world.state, taskId, { status: 'today' }, world.context(person));
    if (!reopen.ok) throw new Error('refused');
    const [event] = reopen.value.events;
    world.do((state, context) => editTask(state, taskId, { status: 'today' }, context), person);
    started(world, { taskId });
    const stored = { header: { type: 'task.edited', seq: 9 }, payload: event } as never;
    expect(canUndo(stored)).toBe(true);
    expect(world.do((state, context) => undoChange(state, stored, context), person)).toBe('acceptance_needed');
  });
});
