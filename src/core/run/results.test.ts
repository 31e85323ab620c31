/** What a work run leaves: the files that its row names, and the worktree that a person removes. */
import { describe, expect, test } from 'vitest';
import { cancel, end, launch, started, ways } from './fixture/steps.ts';
import { person, World } from './fixture/world.ts';
import { droppedWorktree, dropWorktree } from './result-commands.ts';
import { FILES_KEPT, type RunResult } from './run.ts';
import { endRun, keepResult, moveRun } from './run-life.ts';
import { continueRun } from './start-run.ts';

const result: RunResult = {
  ...{ base: 'b', commit: 'c', tree: 't', diffArtifactId: 'd', appliedAt: null, appliedBy: null, how: null },
  files: Array.from({ length: FILES_KEPT + 7 }, (_, at) => `src/${at}.ts`),
};

test('a row keeps the names of the first files, and how many there are', () => {
  const world = new World();
  const [atEnd, later] = [ways.running(world), ways.failed(world)];
  const ended = { status: 'failed', code: 'c', reason: null, usage: null, result } as const;
  world.do((state, context) => endRun(state, atEnd, ended, context));
  world.do((state) => keepResult(state, later, result));
  for (const id of [atEnd, later]) {
    const kept = world.run(id).result;
    expect([kept?.files.length, kept?.files.at(-1), kept?.filesTotal]).toEqual([500, 'src/499.ts', 507]);
  }
});

describe('removing a worktree', () => {
  function withWorktree() {
    const world = new World();
    world.grant();
    const run = started(world, { mode: 'work' });
    launch(world, run.id);
    const worktree = { path: '/w', branch: 'sidekicks/x', base: 'b' };
    world.do((state) => moveRun(state, run.id, { status: 'running', conversation: { worktree } }));
    const { conversationId } = run;
    const place = () => {
      const found = world.state.tables.conversation.get(conversationId);
      if (!found) throw new Error('no conversation');
      return found;
    };
    return {
      ...{ world, run, worktree, place },
      drop: () => world.do((state, context) => dropWorktree(state, conversationId, context), person),
      dropped: (removed: boolean) =>
        world.do((state, context) => droppedWorktree(state, { conversationId, removed }, context), person),
      go: () => world.do((state, context) => continueRun(state, place(), { ...run, startDigest: 'again' }, context)),
    };
  }

  test('waits for the end of a run', () => {
    const { world, run, drop, worktree } = withWorktree();
    expect(drop()).toBe('run_active');
    cancel(world, run.id);
    expect(drop()).toBe('run_active');
    end(world, run.id, 'cancelled');
    expect(drop()).toEqual(worktree);
  });

  test('begins with the word: meanwhile no turn begins and nobody removes it a second time', () => {
    const { world, run, drop, dropped, go, place } = withWorktree();
    end(world, run.id, 'failed');
    drop();
    expect(go()).toBe('worktree_going');
    expect(drop()).toBe('worktree_going');
    dropped(true);
    expect(place()).toMatchObject({ worktree: null, droppingAt: null });
    expect(place().closedAt).not.toBeNull();
    expect(go()).toMatchObject({ run: { turn: 2 } });
    expect(drop()).toBeNull();
  });

  test('that failed gives it back', () => {
    const { world, run, drop, dropped, go, place, worktree } = withWorktree();
    end(world, run.id, 'failed');
    drop();
    dropped(false);
    expect(place()).toMatchObject({ worktree, closedAt: null });
    expect(go()).toMatchObject({ run: { turn: 2 } });
    // A turn has begun: what a late removal says of the worktree does not count.
    dropped(true);
    expect(place().worktree).toEqual(worktree);
  });
});
