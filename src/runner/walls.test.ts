import { expect, test } from 'vitest';
import type { LaunchPlan } from './agents/plan.ts';
import { chooseWalls } from './walls.ts';

const plan = {
  ...{ base: { honours: { proxy: true } }, modelHosts: [], heldBy: 'jail' },
  note: 'the jail shows only the worktree',
} as unknown as LaunchPlan;
const wish = { mode: 'work', openNetwork: false, unsandboxed: false } as const;
const jail = { works: true, reasons: [] } as never;

test.each([
  [[], []],
  [['/opt/agent', '/data'], ['besides, the jail shows read-only: /opt/agent, /data']],
])('folders of the entry stand with the walls: %j', (readOnly, more) => {
  expect(chooseWalls(jail, wish, { ...plan, readOnly })).toMatchObject({
    value: { held: { notes: [plan.note, ...more] } },
  });
});
