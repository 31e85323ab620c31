/** What a person confirmed in a project's context stands against what agents publish after it. */
import { describe, expect, test } from 'vitest';
import { edited } from '../state/apply.ts';
import { decided } from '../state/decision.ts';
import { confirmContext, type PublishContext, publishContext } from './context-commands.ts';
import { caller, person, World } from './fixture/world.ts';
import type { ProjectContext } from './project-context.ts';
import { CONTEXT_CHARACTERS, CONTEXTS_OF_TOKEN, PUBLICATIONS_A_DAY } from './token-limits.ts';

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

test('no decision takes the id of a confirmed rule: whoever confirmed it would loosen the rule', () => {
  const world = new World();
  const { id: contextId } = publish(world, { rules: [rule('r1', 'Never touch prod.')] });
  const confirmed = { contextId, expectedRevision: 1, ids: ['r1'], required: true, hashOf };
  world.do((state, context) => confirmContext(state, confirmed, context), person);
  const decisions = [{ id: 'r1', text: 'Use SQLite.', source: 'adr', status: 'proposed' as const, supersedes: [] }];
  const again = { contextId, expectedRevision: 2, decisions };
  expect(() => publish(world, again)).toThrow('invalid_input');
  expect(() => publish(world, { ...again, rules: [rule('r1', 'Never touch prod.')] })).toThrow('invalid_input');
});

test('a decision that a person confirms takes the place of what it supersedes, and keeps it', () => {
  const world = new World();
  const decision = (id: string, ...supersedes: string[]) => {
    return { id, text: id, source: 'adr', status: 'accepted' as const, supersedes };
  };
  const old = [decision('files'), decision('server')];
  const { id: contextId } = publish(world, { decisions: old });
  const confirm = (revision: number, ...ids: string[]) => {
    const input = { contextId, expectedRevision: revision, ids, required: false, hashOf };
    const made = world.do((state, context) => confirmContext(state, input, context), person);
    if (typeof made === 'string') throw new Error(made);
    return made.decisions.map(({ id, status, confirmedBy }) => [id, status, confirmedBy]);
  };
  const by = person.label;
  confirm(1, 'files');
  publish(world, {
    contextId,
    expectedRevision: 2,
    decisions: [...old, decision('sqlite', 'files', 'server', 'sqlite')],
  });
  expect(confirm(3, 'sqlite')).toEqual([
    ['files', 'superseded', by],
    ['server', 'superseded', by],
    ['sqlite', 'accepted', by],
  ]);
  const later = publish(world, { contextId, expectedRevision: 4, decisions: [decision('server')] });
  expect(later.decisions.map(({ id, status }) => [id, status])).toEqual([
    ['files', 'superseded'],
    ['sqlite', 'accepted'],
    ['server', 'superseded'],
  ]);
});

describe('decisions that supersede each other in a circle', () => {
  const decision = (id: string, ...supersedes: string[]) => {
    return { id, text: id, source: 'adr', status: 'proposed' as const, supersedes };
  };
  const put = (world: World, more: Partial<PublishContext>, author = caller) => {
    const input = { contextId: null, expectedRevision: null, name: 'R', rules: [], decisions: [], hashOf, ...more };
    return world.do((state, context) => publishContext(state, input, context), author);
  };
  const confirm = (world: World, { id, revision }: ProjectContext, ...ids: string[]) => {
    const input = { contextId: id, expectedRevision: revision, ids, required: false, hashOf };
    return world.do((state, context) => confirmContext(state, input, context), person);
  };
  const on = ({ id, revision }: ProjectContext) => ({ contextId: id, expectedRevision: revision });
  const chain = (count: number, ...last: string[]) =>
    Array.from({ length: count }, (_, at) => decision(`d${at}`, ...(at + 1 < count ? [`d${at + 1}`] : last)));

  test.each([
    ['two', [decision('a', 'b'), decision('b', 'a')], 'decisions_in_circle'],
    ['two behind a third', [decision('c', 'a'), decision('a', 'b'), decision('b', 'a')], 'decisions_in_circle'],
    ['two hundred', chain(200, 'd0'), 'decisions_in_circle'],
    ['a chain of two hundred', chain(200), null],
    ['two ways to the same one', [decision('a', 'b', 'c'), decision('b', 'c'), decision('c')], null],
    ['one that names itself and one that is not there', [decision('a', 'a', 'gone')], null],
  ])('%s, published by an agent or a person', (_, decisions, code) => {
    for (const author of [caller, person]) {
      const made = put(new World(), { decisions }, author);
      expect(typeof made === 'string' ? made : null).toBe(code);
    }
  });

  test.each([1, 3])('over %i decisions that a person confirmed in earlier revisions', (length) => {
    const world = new World();
    let known = publish(world, { decisions: chain(length, 'new') });
    for (const { id } of known.decisions) known = confirm(world, known, id) as ProjectContext;
    expect(put(world, { ...on(known), decisions: [decision('new', 'd0')] })).toBe('decisions_in_circle');
    expect(put(world, { ...on(known), decisions: [decision('other', 'd0')] })).toMatchObject({
      decisions: [...chain(length), decision('other')].map(({ id }) => ({ id })),
    });
  });

  test('a proposal of an earlier revision that is published no more closes none', () => {
    const world = new World();
    const known = publish(world, { decisions: [decision('a', 'b'), decision('b')] });
    expect(put(world, { ...on(known), decisions: [decision('b', 'a'), decision('a')] })).not.toBeTypeOf('string');
  });

  test('that an earlier version let in are not confirmed together; one of them is, and then it stands in no way', () => {
    const world = new World();
    const known = publish(world, { decisions: [decision('free')] });
    const circle = [decision('a', 'b'), decision('b', 'c'), decision('c', 'a')];
    const stored = circle.map((one) => ({ ...one, confirmedBy: null }));
    const set = { decisions: [...stored, ...known.decisions] };
    const changes = [edited('context', known, set)];
    world.do(() => decided(null, { type: 'context.published', summary: 's', changes, raisesVersion: false }));
    expect(confirm(world, known, 'free', 'c', 'b', 'a')).toBe('decisions_in_circle');
    const statuses = (made: ProjectContext | string) =>
      typeof made === 'string' ? made : made.decisions.map(({ status }) => status);
    const some = confirm(world, known, 'a', 'b') as ProjectContext;
    expect(statuses(some)).toEqual(['accepted', 'superseded', 'superseded', 'proposed']);
    expect(statuses(put(world, { ...on(some), decisions: [decision('later', 'a')] }))).toEqual([
      'accepted',
      'superseded',
      'superseded',
      'proposed',
    ]);
  });
});

describe('what agents publish is bounded', () => {
  const code = (world: World, more: Partial<PublishContext>, author = caller) => {
    const input = { contextId: null, expectedRevision: null, name: 'R', rules: [], decisions: [], hashOf, ...more };
    const made = world.do((state, context) => publishContext(state, input, context), author);
    return typeof made === 'string' ? made : null;
  };

  test('in number of contexts; a person is not bound, a further revision is', () => {
    const world = new World();
    const first = publish(world, {});
    for (let at = 1; at < CONTEXTS_OF_TOKEN; at += 1) publish(world, {});
    world.pass(86_400_001);
    expect(code(world, {})).toBe('too_many_contexts');
    expect(code(world, {}, person)).toBeNull();
    expect(code(world, { contextId: first.id, expectedRevision: 1 })).toBeNull();
  });

  test('in characters', () => {
    const world = new World();
    const rules = Array.from({ length: 200 }, (_, at) => rule(`r${at}`, 'x'.repeat(2000)));
    let count = 0;
    while (code(world, { rules }) === null) count += 1;
    expect(count).toBe(Math.floor(CONTEXT_CHARACTERS / (200 * 2009)));
  });

  test('in revisions within a day, of whatever context', () => {
    const world = new World();
    const { id } = publish(world, {});
    for (let at = 1; at < PUBLICATIONS_A_DAY; at += 1) publish(world, { contextId: id, expectedRevision: at });
    const next = { contextId: id, expectedRevision: PUBLICATIONS_A_DAY };
    expect([code(world, next), code(world, {})]).toEqual(['too_many_contexts', 'too_many_contexts']);
    world.pass(86_400_001);
    expect(code(world, next)).toBeNull();
  });
});
