import { describe, expect, test } from 'vitest';
import { judgedBy } from './changed-judge.ts';
import { namesOf } from './links.ts';

/** `'test -> spec'`: as `ls` shows them. */
function links(...shown: readonly string[]) {
  return shown.map((one) => {
    const [path = '', target = ''] = one.split(' -> ');
    return { path, target };
  });
}

interface Given {
  /** In both trees. */
  readonly links: readonly string[];
  readonly root?: object;
  readonly command?: string;
}

function why(files: readonly string[], given: Given): string | null {
  const all = links(...given.links);
  const root = { path: '/r', testPaths: [], manifests: [], prepare: null, ...given.root };
  return judgedBy({ files, links: { before: all, after: all } }, root, '/r').whyOf(given.command ?? null);
}

const declares = (...testPaths: readonly string[]) => ({ root: { testPaths } });

describe('what a run changed behind a link', () => {
  test.each<[string, Given, string, string]>([
    ['a declared folder', { links: ['test -> spec'], ...declares('test') }, 'spec/a.ts', 'specs/b'],
    ['a declared file', { links: ['gate -> ci/gate.toml'], ...declares('gate') }, 'ci/gate.toml', 'ci/gate'],
    ['a folder above it', { links: ['a -> b'], ...declares('a/test') }, 'b/test/x', 'b/tests/x'],
    ['a link to a link', { links: ['test -> one', 'one -> two/three'], ...declares('test') }, 'two/three/x', 'two/x'],
    ['a link beside it', { links: ['test/x.ts -> ../spec/x.ts'], ...declares('test') }, 'spec/x.ts', 'spec/y.ts'],
    ['a folder of it', { links: ['test/deep/data -> ../../data'], ...declares('test') }, 'data/in/x', 'dat/x'],
    ['links in links', { links: ['a -> b', 'b/t -> ../spec'], ...declares('a/t') }, 'spec/x', 'b/u'],
    ['`..` after a link', { links: ['a -> b/deep', 't -> a/../test'], ...declares('t') }, 'b/test/x', 'test/x'],
    ['the way twice', { links: ['a/self -> .'], ...declares('a/self/self/test') }, 'a/test/x', 'a/tests/x'],
    ['links that hold each other', { links: ['a/up -> ..', 'b/up -> ..'], ...declares('b/up/a/t') }, 'a/t/x', 'a/x'],
    ['a link to the top', { links: ['vendor/own -> ..'], ...declares('vendor/own/t') }, 't/x', 'x'],
    ['names without case', { links: ['Test -> Spec'], ...declares('test') }, 'spec/x', 'specs/x'],
    [
      'a folder that is a link by another case',
      { links: ['l -> test/unit', 'Test -> x'], ...declares('l') },
      'test/unit/x',
      'y/unit/x',
    ],
    ['a known manifest', { links: ['package.json -> conf/npm'] }, 'conf/npm', 'conf/yarn'],
    ['a known folder', { links: ['.cargo -> conf'] }, 'conf/config', 'config/conf'],
    ['a file of the command', { links: ['run.sh -> ci/a'], command: 'sh ./run.sh' }, 'ci/a', 'ci/b'],
    ['a folder of the command', { links: ['ci -> x'], command: 'sh ci/run' }, 'x/run', 'x/ran'],
    ['the prepare command', { links: ['ci -> x'], root: { prepare: 'sh ci/run' } }, 'x/run', 'x/ran'],
  ])('counts: %s', (_, given, seen, unseen) => {
    expect([seen, why([seen], given)]).toEqual([seen, expect.stringContaining(seen)]);
    expect([unseen, why([unseen], given)]).toEqual([unseen, null]);
  });

  test('is said by both names', () =>
    expect(why(['conf/npm'], { links: ['package.json -> conf/npm'] })).toBe(
      'It changed conf/npm, which a link shows as package.json.',
    ));
});

describe('a link that leads nowhere that could be watched', () => {
  test.each([
    ['out', 'test -> ../elsewhere'],
    ['out at once', 'test -> /srv/tests'],
    ['out on its way', 'test -> a/../../r/spec'],
    ['in a circle', 'test -> test'],
  ])('%s, counts as changed', (_, link) => {
    expect(why(['src/a.ts'], { links: [link], ...declares('test/unit') })).toMatch(/declared test\/unit leads out/);
    expect(why(['src/a.ts'], { links: [link], command: 'sh test' })).toMatch(/link test leads out/);
    expect(why(['src/a.ts'], { links: [link], command: 'sh ./test/unit/run' })).toMatch(/link test leads out/);
    expect(why(['src/a.ts'], { links: [link], ...declares('src/b.ts') })).toBeNull();
  });

  test('a long way is followed as far as a system does', () => {
    const way = (count: number) => Array.from({ length: count }, (_, at) => `l${at} -> l${at + 1}`);
    expect(why(['l40'], { links: way(40), ...declares('l0') })).toMatch(/changed l40/);
    expect(why(['src/a.ts'], { links: way(41), ...declares('l0') })).toMatch(/leads out/);
  });
});

describe('a link that the run itself', () => {
  const root = { path: '/r', testPaths: ['a/test'], manifests: [], prepare: null };
  const between = (before: readonly string[], after: readonly string[]) =>
    judgedBy({ files: ['a'], links: { before: links(...before), after: links(...after) } }, root, '/r').why;

  test.each([
    ['made', [], ['a -> c']],
    ['retargeted', ['a -> b'], ['a -> c']],
    ['removed', ['a -> b'], []],
  ])('%s, counts: files that stand in no list are behind it now', (_, before, after) =>
    expect(between(before, after)).toMatch(/the link a/),
  );

  test('nobody could read counts too', () =>
    expect(judgedBy({ files: ['x'], links: null }, root, '/r').why).toMatch(/could not be read/));
});

test('links made to give names without end are given up, in time', () => {
  const all = links(...Array.from({ length: 200 }, (_, at) => `d${at}/top -> ..`));
  const began = performance.now();
  expect(namesOf({ files: ['x'], links: { before: all, after: all } })).toMatch(/more than 20000 names/);
  expect(performance.now() - began).toBeLessThan(1000);
});
