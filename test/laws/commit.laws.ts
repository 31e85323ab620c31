/**
 * The law of the commit, over 1,000 drawn courses on a real store: whatever is decided, changed or fails on the way, a
 * plan's tasks are all there with one receipt, or none is. Beside each course goes a plan that may be flawed in every way
 * there is a code for: what the evaluation calls invalid never gets anywhere. `LAW_SEED=n` repeats a run. The planted bugs
 * must fail it.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Write } from '../../src/app/ports.ts';
import { newTally } from '../../src/core/plan/fixture/tally.ts';
import { bring, drawn, faultBeside } from './beside.ts';
import { begin, course, make } from './course.ts';
import { faultOf, rowsOf } from './faults.ts';
import { type Bug, isCommit, openWorld, sound } from './world.ts';

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;
const RUNS = 1000;
/** Reading every row after every course stays quick. */
const RUNS_PER_HOME = 25;

interface Tally {
  runs: number;
  committed: number;
  none: number;
  /** By move and how it ended. */
  readonly ends: Map<string, number>;
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

async function check(bug: Bug) {
  const tally: Tally = { runs: 0, committed: 0, none: 0, ends: new Map() };
  let world = await openWorld(bug);
  let wrong = '';
  const codes = newTally();
  const property = fc.asyncProperty(course, drawn, async (way, what) => {
    if (tally.runs++ % RUNS_PER_HOME === RUNS_PER_HOME - 1) {
      await world.close();
      world = await openWorld(bug);
    }
    const live = await begin(world, way, String(tally.runs));
    for (const [at, move] of way.moves.entries()) count(tally.ends, `${move}: ${await make[move](live, at)}`);
    const beside = await bring(world, what, `beside ${tally.runs}`);
    codes.note(beside.evaluation);
    count(tally.ends, `beside: ${beside.end}`);
    const rows = await rowsOf(world);
    const faults = [
      await faultOf(live, live.mine, rows),
      await faultOf(live, live.rival, rows),
      await faultBeside(world, what, beside, rows),
    ];
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
    return fault === null;
  });
  try {
    const details = await fc.check(property, { numRuns: RUNS, seed });
    return {
      failed: details.failed,
      report: [wrong, details.errorInstance, fc.defaultReportMessage(details)].join('\n'),
      tally,
      codes,
    };
  } finally {
    await world.close();
  }
}

/** A run in which one of these never happened was not about commits. Each comes some twenty times or more. */
const mustEnd = [
  ...['approve: done', 'approve: not_open', 'withdraw: withdrawn', 'withdraw: already_committed'],
  ...['approval_required', 'committed', 'told again', 'superseded', 'withdrawn'].map((end) => `commit: ${end}`),
  ...['committed', 'told again'].map((end) => `commit by the person: ${end}`),
  ...['committed', 'told again', 'stale_plan'].map((end) => `the rival commits: ${end}`),
  'commit that fails in its transaction: broken inside a commit',
  'commit whose answer is lost: broken after a commit',
  ...['change the parent: done', 'change another task: done'],
  ...['committed', 'approval_required', 'plan_invalid'].map((end) => `beside: ${end}`),
];

describe('a commit is all or nothing', () => {
  test('whatever happens on the way', async () => {
    const { failed, report, tally, codes } = await check(sound);
    const { runs, committed, none, ends } = tally;
    const counts = [...ends].sort().map(([end, times]) => `${end} ${times}`);
    console.log(`commit is all or nothing (seed ${seed}): ${runs} runs, ${committed} committed; ${counts.join(', ')}`);
    console.log(`plans beside them: ${codes.line()}`);
    expect(failed, report).toBe(false);
    expect(runs).toBeGreaterThanOrEqual(RUNS);
    for (const part of [committed, none]) expect(part).toBeGreaterThan(RUNS / 10);
    expect(codes.missing()).toEqual([]);
    expect(mustEnd.filter((end) => !ends.has(end))).toEqual([]);
  });

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
