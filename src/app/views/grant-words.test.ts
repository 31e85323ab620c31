/** A person reads exactly what a grant would allow, and nothing that it cannot. */
import { expect, test } from 'vitest';
import { end, launch, started } from '../../core/run/fixture/steps.ts';
import { World } from '../../core/run/fixture/world.ts';
import type { NewGrant } from '../../core/run/grant-commands.ts';
import { grantWords } from './grant-words.ts';

const commands: NewGrant = {
  ...{ runId: null, rootId: '', agentIds: ['rig'], modes: ['work'], commandDigests: ['a', 'b'], maxLaunches: 1 },
  ...{ costCeilingUsd: null, until: '2099-01-01T00:00:00Z', ask: false, openNetwork: false, unsandboxed: false },
};

test('for a run that has ended only its commands are allowed', () => {
  const world = new World();
  world.grant();
  const { id } = started(world);
  const wish = { ...commands, rootId: world.rootId, runId: id };
  expect(grantWords(world.state, wish)[0]).toBe('Lets rig start at most 1 run in /p, for the one run that asked.');
  launch(world, id);
  end(world, id, 'failed');
  expect(grantWords(world.state, wish)).toEqual([
    'Sidekicks may run these 2 commands on its result; it starts no run.',
    'Until 2099-01-01T00:00:00Z.',
  ]);
  expect(grantWords(world.state, { ...wish, unsandboxed: true }).at(-1)).toMatch(/^Dangerous: .*the commands have/);
});

test('who answers a permission is said by mode', () => {
  const { state } = new World();
  const words = (more: Partial<NewGrant>) => grantWords(state, { ...commands, ...more }).join('\n');
  expect(words({})).toContain('mode work says yes to edits and commands');
  expect(words({ modes: ['think', 'analyze'] })).toContain('the mode says no to edits and commands');
  expect(words({ ask: true })).toContain('comes to your inbox');
});
