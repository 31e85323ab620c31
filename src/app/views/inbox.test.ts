/** What waits for a person comes in pages, whose counts are of all of it. */
import { beforeEach, expect, it } from 'vitest';
import type { Author } from '../../core/access/author.ts';
import { end, finish, launch, running, started, ways } from '../../core/run/fixture/steps.ts';
import { caller, World } from '../../core/run/fixture/world.ts';
import { askQuestion } from '../../core/run/question-commands.ts';
import type { Parts } from '../parts.ts';
import { inboxOf } from './inbox.ts';

let world: World;
let parts: Parts;
beforeEach(() => {
  world = new World();
  parts = { kernel: { state: world.state, now: () => world.nowMs }, delegation: null } as unknown as Parts;
});

const later = () => {
  world.nowMs += 1000;
};

it('bounds a page and counts everything: deadlines first, then waiting runs, then results', async () => {
  world.grant();
  const made = Array.from({ length: 30 }, () => {
    later();
    return completed();
  });
  const asking = ways.running(world);
  later();
  world.do((state, context) => askQuestion(state, asking, { text: 'Which?', options: [] }, context));
  const waiting = ['a', 'b'].flatMap((token) => waitingOf({ ...caller, id: token }, 40));
  const page = (offset: number, limit = 100) => inboxOf(parts, offset, limit);
  const first = await page(0);
  expect(first).toMatchObject({ total: 111, kinds: { grant: 80, question: 1, permission: 0, apply: 0, accept: 30 } });
  expect(first.items).toHaveLength(100);
  expect(first.items.map(({ kind }) => kind).slice(0, 2)).toEqual(['question', 'grant']);
  const all = [...first.items, ...(await page(100)).items];
  expect(all.slice(1, 81).map(({ run }) => run.id)).toEqual(waiting);
  expect(all.slice(81).map(({ run }) => run.id)).toEqual(made);
  expect((await page(111)).items).toEqual([]);
});

function waitingOf(author: Author, count: number): string[] {
  return Array.from({ length: count }, () => {
    later();
    const run = world.start({ agentId: 'other' }, author);
    if (typeof run === 'string') throw new Error(run);
    return run.id;
  });
}

function completed(): string {
  const { id } = started(world);
  launch(world, id);
  running(world, id);
  finish(world, id);
  end(world, id, 'completed');
  return id;
}
