/** The drawing of run.ts as a table. */
import { describe, expect, test } from 'vitest';
import { cancel, end, finish, launch, running, ways } from './fixture/steps.ts';
import { person, World } from './fixture/world.ts';
import { grantWaiting } from './grant-waiting.ts';
import { stopRuns } from './place-commands.ts';
import { askQuestion, timeOutWaits } from './question-commands.ts';
import { hasChangedTree, type Run } from './run.ts';

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

  test.each([
    ['stra\u017Fe.txt', 'STRASE.txt'],
    ['caf\u00E9.txt', 'Cafe\u0301.txt'],
    ['src', 'src/a.ts'],
  ])('no two active runs own %s and %s', (one, other) => {
    const world = new World();
    expect(world.start({ ownedFiles: [one] })).toMatchObject({ ownedFiles: [one] });
    expect(world.start({ ownedFiles: [other] })).toBe('owned_file_conflict');
    expect(world.start({ cwd: '/p/sub', ownedFiles: [other] })).toMatchObject({ ownedFiles: [other] });
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

test.each([
  ['a', 'b', true],
  ['a', 'a', false],
  [null, 'a', false],
  ['a', null, false],
  [null, null, false],
])('a tree that was %s before and %s after has changed: %s', (treeBefore, treeAfter, changed) => {
  expect(hasChangedTree({ treeBefore, treeAfter })).toBe(changed);
});
