/** What a person confirmed in a project's context stands against what agents publish after it. */
import { expect, test } from 'vitest';
import { confirmContext, type PublishContext, publishContext } from './context-commands.ts';
import { caller, person, World } from './fixture/world.ts';
import type { ProjectContext } from './project-context.ts';

const hashOf = () => 'h';
const rule = (id: string, text: string) => ({ id, text, source: 'README', required: true });

function publish(world: World, more: Partial<PublishContext>): ProjectContext {
  const input = { contextId: null, expectedRevision: null, name: 'Rules', rules: [], decisions: [], hashOf, ...more };
  const made = world.do((state, context) => publishContext(state, input, context), caller);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

test('an agent can neither leave out nor reword what a person confirmed', () => {
  const world = new World();
  const first = publish(world, { rules: [rule('r1', 'Never touch prod.')] });
  expect(first.rules).toMatchObject([{ required: false, confirmedBy: null }]);
  const confirmed = { contextId: first.id, expectedRevision: 1, ids: ['r1'], required: true, hashOf };
  world.do((state, context) => confirmContext(state, confirmed, context), person);
  const without = publish(world, {
    contextId: first.id,
    expectedRevision: 2,
    rules: [rule('r2', 'Prod may be touched.')],
  });
  const kept = { id: 'r1', text: 'Never touch prod.', required: true, confirmedBy: person.label };
  expect(without.rules).toMatchObject([kept, { id: 'r2', required: false, confirmedBy: null }]);
  const reworded = publish(world, { contextId: first.id, expectedRevision: 3, rules: [rule('r1', 'Touch prod.')] });
  expect(reworded.rules).toMatchObject([kept]);
});
