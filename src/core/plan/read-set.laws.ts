/**
 * The law of what an evaluation reads: a plan that passes as not touched by what changed since its version is judged now
 * as it was judged then. Over 1,000 drawn worlds, in which the commands of a person change one to three things;
 * `LAW_SEED=n` repeats a run. The planted bugs below must fail it.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Author } from '../access/author.ts';
import { changeSidekick } from '../playbook/sidekick-commands.ts';
import { absorb } from '../state/absorb.ts';
import { apply } from '../state/apply.ts';
import type { Context, Decision } from '../state/decision.ts';
import { headOf, journalOf, seal } from '../state/seal.ts';
import type { State } from '../state/state.ts';
import { changeCalendar } from '../workspace/calendar-commands.ts';
import * as commitments from '../workspace/commitment-commands.ts';
import * as tasks from '../workspace/task-commands.ts';
import type { JournalEntry } from '../workspace/workspace.ts';
import { evaluateWith, evaluator } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { type Draw, drawFrom, drawPlan } from './fixture/draw.ts';
import { newTally } from './fixture/tally.ts';
import { put } from './fixture/world.ts';
import { changesSince, horizonOf } from './read-set.ts';

const seed = Number(process.env.LAW_SEED) || Date.now() % 2 ** 31;
const whole = { ...evaluator, limit: Number.POSITIVE_INFINITY };
const ada: Author = { kind: 'desk', id: 'ada', label: 'Ada', via: 'desk' };

type Reads = (entry: JournalEntry) => JournalEntry;

/** Few worlds show a planted bug. */
const untilItBites = { numRuns: 20_000, endOnFailure: true };

/** `seen`: what a journal entry says of its change. */
function run(
  seen: Reads = (entry) => entry,
  how: typeof untilItBites | { readonly numRuns: number } = { numRuns: 1000 },
) {
  const tally = newTally();
  const counts = { touched: 0, untouched: 0 };
  let wrong = '';
  const property = fc.property(fc.integer(), fc.integer({ min: 0, max: 6 }), (from, size) => {
    const { state, candidate, now } = drawPlan(from, size);
    for (const id of ['ada', 'bob']) put(state, 'person', { id, name: id, role: 'owner', createdAt: '' });
    const draw = drawFrom(from ^ 0x4ead);
    const { version } = state.workspace;
    const before = evaluateWith(whole, state, candidate, now);
    for (let at = draw.int(3); at >= 0; at -= 1) perform(state, change(state, draw, contextAt(state, now)), now, seen);
    const after = evaluateWith(whole, state, candidate, now);
    tally.note(before);
    const changed = changesSince(state, candidate, version, horizonOf(after, candidate));
    counts[changed.length > 0 ? 'touched' : 'untouched'] += 1;
    if (changed.length > 0 || judged(before) === judged(after)) return true;
    wrong = `${JSON.stringify(state.journal.slice(-3))}\n${judged(before)}\n${judged(after)}`;
    return false;
  });
  const details = fc.check(property, { ...how, seed });
  return {
    failed: details.failed,
    missing: tally.missing(),
    report: [wrong, details.errorInstance, fc.defaultReportMessage(details)].join('\n'),
    counts,
    tally,
  };
}

function judged({ workspaceVersion: _, ...verdict }: Evaluation): string {
  return JSON.stringify(verdict);
}

/** A command here makes one thing at most. */
function contextAt({ workspace: { seq } }: State, now: number): Context {
  return { author: ada, nowMs: now, clockMs: now, at: written(now), nextId: () => `made-${seq}` };
}

/** As the kernel takes a command into memory. */
function perform(state: State, decision: Decision<unknown>, now: number, seen: Reads): void {
  if (!decision.ok || decision.value.events.length === 0) return;
  const events = seal(headOf(state), decision.value.events, ada, written(now));
  const headers = events.map(({ header }) => header);
  const journal = journalOf(headers, state.workspace.version).map(seen);
  absorb(
    state,
    apply(
      state,
      events.map(({ payload }) => payload),
    ),
    journal,
  );
  const { seq = 0, version = 0 } = headers.at(-1) ?? {};
  put(state, 'workspace', { ...state.workspace, seq, version });
}

function change(state: State, draw: Draw, context: Context): Decision<unknown> {
  const hour = () => written(context.nowMs + (draw.int(200) - 8) * 900_000);
  const task = draw.pick([...state.tables.task.values()]);
  const meeting = [...state.tables.commitment.values()].at(draw.int(state.tables.commitment.size || 1));
  const start = hour();
  const span = { start, end: written(Date.parse(start) + 3_600_000) };
  const planned = { plannedStart: draw.pick([null, hour()]), estimateMinutes: draw.pick([null, 30, 300]) };
  const title = draw.pick(['Write the press note', 'Print badges', 'Alpha', 'Beta gamma', 'Nothing']);
  const parentId = draw.pick([null, 'parent', task.id]);
  const sidekickId = draw.pick(['alpha', 'beta', 'gamma', 'delta']);
  return draw.pick([
    () => tasks.createTask(state, { title, parentId, ownerId: draw.pick([null, 'bob']), ...planned }, context),
    () => tasks.editTask(state, task.id, planned, context),
    () => tasks.editTask(state, task.id, { title, priority: draw.pick(['low', 'urgent']) }, context),
    () => tasks.editTask(state, task.id, { status: draw.pick(['done', 'today']) }, context),
    () => tasks.editTask(state, task.id, { parentId: draw.pick([null, 'parent', 'other0']) }, context),
    () => tasks.editTask(state, task.id, { ownerId: draw.pick([null, 'ada', 'bob']) }, context),
    () => tasks.editTask(state, task.id, { dependsOn: draw.pick([[], ['other0'], ['other1', 'parent']]) }, context),
    () => tasks.editTask(state, task.id, { due: draw.pick([null, { at: hour() }]) }, context),
    () => tasks.trashTask(state, task.id, context),
    () => tasks.restoreTask(state, task.id, context),
    () => commitments.createCommitment(state, { title, kind: draw.pick(['fixed', 'flexible']), ...span }, context),
    () => commitments.editCommitment(state, meeting?.id ?? '', span),
    () => commitments.removeCommitment(state, meeting?.id ?? '', context),
    () => changeCalendar(state, { zone: draw.pick(['UTC', 'Asia/Tokyo']) }),
    () => changeSidekick(state, sidekickId, { enabled: draw.chance(50), mandatory: draw.chance(50) }),
  ])();
}

/** Near the end of time instants repeat rather than leave the year 9999. */
function written(ms: number): string {
  return new Date(Math.min(ms, Date.parse('9999-12-31T23:45:00Z'))).toISOString();
}

describe('what changed without touching a plan changes nothing about it', () => {
  test('read set', () => {
    const { failed, missing, report, counts, tally } = run();
    console.log(`read set (seed ${seed}): touched ${counts.touched}, untouched ${counts.untouched}; ${tally.line()}`);
    expect(failed, report).toBe(false);
    expect(missing).toEqual([]);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
  });

  test('bites: an entry that does not say what a change took away', () => {
    const left = (subject: string) => !/^(time|owner):/.test(subject);
    expect(run((entry) => ({ ...entry, subjects: entry.subjects.filter(left) }), untilItBites).failed).toBe(true);
  });

  test('bites: changes of sidekicks are not read', () => {
    const others = (subject: string) => !subject.startsWith('sidekick:');
    expect(run((entry) => ({ ...entry, subjects: entry.subjects.filter(others) }), untilItBites).failed).toBe(true);
  });
});
