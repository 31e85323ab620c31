/** What a daemon that died left half done. */
import { expect, test } from 'vitest';
import { end, launch, started } from '../../core/run/fixture/steps.ts';
import { person, World } from '../../core/run/fixture/world.ts';
import { dropWorktree } from '../../core/run/result-commands.ts';
import { moveRun } from '../../core/run/run-life.ts';
import type { Parts } from '../parts.ts';
import { sweep } from './sweep.ts';

test('a worktree whose removal it did not survive is given back', async () => {
  const world = new World();
  world.grant();
  const { id, conversationId } = started(world, { mode: 'work' });
  launch(world, id);
  const worktree = { path: '/w', branch: 'sidekicks/x', base: 'b' };
  world.do((state) => moveRun(state, id, { status: 'running', conversation: { worktree } }));
  end(world, id, 'failed');
  world.do((state, context) => dropWorktree(state, conversationId, context), person);
  const execute = async (author: typeof person, decide: Parameters<World['do']>[0]) => world.do(decide, author);
  await sweep({ kernel: { state: world.state, execute }, delegation: null } as unknown as Parts);
  expect(world.state.tables.conversation.get(conversationId)).toMatchObject({ worktree, droppingAt: null });
});
