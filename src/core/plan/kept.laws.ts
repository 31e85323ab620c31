/**
 * The law of what is kept: a state that lived through changes, with evaluations between them, gives the bytes that the
 * same rows give after a restart. Indexes, the owner's time and cut words are kept; none of them may be seen. Over 1,000
 * drawn worlds; `LAW_SEED=n` repeats a run. The planted bugs below must fail it.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absorb, emptyState } from '../state/absorb.ts';
import type { State } from '../state/state.ts';
import { evaluateWith, evaluator } from './evaluate.ts';
import { type Draw, type Drawn, drawFrom, drawPlan } from './fixture/draw.ts';
import { newTally } from './fixture/tally.ts';
import { berlin, commitmentOf, put, taskOf } from './fixture/world.ts';
import type { RejectedIdea } from './proposal.ts';

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;
const whole = { ...evaluator, limit: Number.POSITIVE_INFINITY };
const CHANGES = 3;

/** Moves the version, as every command does that changes what a plan depends on. */
type Move = (state: State) => void;

const raise: Move = (state) => put(state, 'workspace', { ...state.workspace, version: state.workspace.version + 1 });

function run(move: Move, rebuild: (state: State) => State = reborn) {
  const tally = newTally();
  let wrong = '';
  const property = fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (from, size) => {
    const { state, candidate, now } = drawPlan(from, size);
    const draw = drawFrom(from ^ 0x0dd);
    for (let at = 0; at < CHANGES; at += 1) {
      change(state, draw, now);
      move(state);
      const kept = evaluateWith(whole, state, candidate, now);
      const fresh = evaluateWith(whole, rebuild(state), candidate, now);
      tally.note(kept);
      if (JSON.stringify(kept) === JSON.stringify(fresh)) continue;
      wrong = `${JSON.stringify(kept)}\n${JSON.stringify(fresh)}`;
      return false;
    }
    return true;
  });
  const details = fc.check(property, { numRuns: 1000, seed });
  return {
    failed: details.failed,
    missing: tally.missing(),
    report: [wrong, details.errorInstance, fc.defaultReportMessage(details)].join('\n'),
    tally,
  };
}

/** The same rows in a state that has seen nothing, the other way round: the store promises no order. */
function reborn({ workspace, tables }: State): State {
  const state = emptyState(workspace);
  for (const [kind, table] of Object.entries(tables)) {
    for (const [id, entity] of [...table].reverse())
      absorb(state, new Map([[`${kind}:${id}`, { kind, id, entity } as never]]), []);
  }
  return state;
}

/** One of what commands do to tasks, commitments and settings. */
function change(state: State, draw: Draw, now: Drawn['now']): void {
  const hour = (most: number) => written(now + (draw.int(most * 4) - 8) * 900_000);
  const task = draw.pick([...state.tables.task.values()]);
  const meeting = [...state.tables.commitment.values()].at(draw.int(state.tables.commitment.size || 1));
  const titles = ['Write the press note', 'Print badges', 'Rewrite everything in assembly'];
  const planned = { plannedStart: hour(30), estimateMinutes: 15 + draw.int(300) };
  draw.pick([
    () => put(state, 'task', { ...task, ...planned }),
    () => put(state, 'task', { ...task, plannedStart: null, title: draw.pick(titles) }),
    () =>
      put(state, 'task', { ...task, status: draw.pick(['done', 'today']), ownerId: draw.pick([null, 'ada', 'bob']) }),
    () => put(state, 'task', { ...task, trashedAt: task.trashedAt === null ? '2026-01-01T00:00:00Z' : null }),
    () =>
      put(
        state,
        'task',
        taskOf({ id: `new${state.tables.task.size}`, parentId: 'parent', ...planned, title: draw.pick(titles) }),
      ),
    () => {
      const start = hour(40);
      const end = written(Date.parse(start) + 3_600_000);
      const kind = draw.pick(['fixed', 'flexible'] as const);
      put(state, 'commitment', { ...(meeting ?? commitmentOf({ id: 'c', start, end })), start, end, kind });
    },
    () => put(state, 'rejected', ideaOf(`p${state.tables.rejected.size}`, draw.pick(titles))),
    () => meeting && put(state, 'commitment', { ...meeting, removedAt: '2026-01-01T00:00:00Z' }),
    () => put(state, 'workspace', { ...state.workspace, ownerId: draw.pick(['ada', 'bob']) }),
    () =>
      put(state, 'workspace', { ...state.workspace, calendar: { ...berlin, zone: draw.pick(['UTC', 'Asia/Tokyo']) } }),
  ])();
}

function ideaOf(id: string, title: string): RejectedIdea {
  return { id, parentTaskId: 'parent', titles: [title], reason: id, at: '2026-01-01T00:00:00Z', by: 'Ada' };
}

/** Near the end of time instants repeat rather than leave the year 9999. */
function written(ms: number): string {
  return new Date(Math.min(ms, Date.parse('9999-12-31T23:45:00Z'))).toISOString();
}

describe('what is kept between evaluations is never seen', () => {
  test('kept', () => {
    const { failed, missing, report, tally } = run(raise);
    console.log(`kept (seed ${seed}): ${tally.line()}`);
    expect(failed, report).toBe(false);
    expect(missing).toEqual([]);
  });

  test('bites: a change that leaves the version where it was', () => {
    expect(run(() => undefined).failed).toBe(true);
  });

  test('bites: a row that a restart does not find', () => {
    const less = (state: State) => {
      const { commitment, ...tables } = state.tables;
      return reborn({ ...state, tables: { ...tables, commitment: new Map([...commitment].slice(1)) } });
    };
    expect(run(raise, less).failed).toBe(true);
  });
});
