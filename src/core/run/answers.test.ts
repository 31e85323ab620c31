/** Questions, permission requests, and what only a person says. */
import { describe, expect, test } from 'vitest';
import { createTask, editTask } from '../workspace/task-commands.ts';
import { canUndo, undoChange } from '../workspace/undo-change.ts';
import { cancel, end, finish, launch, running, started, ways } from './fixture/steps.ts';
import { person, World } from './fixture/world.ts';
import { changeLimits, stopRuns } from './place-commands.ts';
import {
  answerQuestion,
  askPermission,
  decideRequest,
  REQUESTS_OF_RUN,
  timeOutWaits,
  withdrawRequest,
} from './question-commands.ts';
import { acceptRun, sendBackRun } from './result-commands.ts';

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

  test('a permission that is taken back is closed, the run goes on, and a run asks only so often', () => {
    const world = new World();
    const id = ways.running(world);
    const want = () =>
      world.do((state, context) => askPermission(state, id, { kind: 'edit', title: 't', detail: '' }, context));
    for (let at = 0; at < REQUESTS_OF_RUN; at += 1) {
      const { requestId } = want() as { requestId: string };
      expect(world.run(id).status).toBe('waiting_input');
      world.do((state) => withdrawRequest(state, requestId));
      expect(world.state.tables.request.get(requestId)?.status).toBe('closed');
      expect(world.run(id).status).toBe('running');
      expect(world.do((state, context) => decideRequest(state, { requestId, allow: true }, context), person)).toBe(
        'request_over',
      );
    }
    expect(want()).toBe('too_many_permissions');
    expect(world.state.index.openRequests.size).toBe(0);
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
