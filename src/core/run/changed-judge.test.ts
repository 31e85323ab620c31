import { describe, expect, test } from 'vitest';
import { judgedBy, judgesChanged } from './changed-judge.ts';
import { World } from './fixture/world.ts';
import { judgePathProblems } from './judge-path.ts';
import { tools } from './manifests.ts';
import { changeRoot } from './place-commands.ts';

const plain = { path: '/r', testPaths: [], manifests: [], prepare: null };
const noLinks = { before: [], after: [] };
const judged = (files: readonly string[], root = {}) =>
  judgedBy({ files, links: noLinks }, { ...plain, ...root }, '/r');
const changedItsJudge = (files: readonly string[], root = {}) => judged(files, root).why !== null;
const changedCheck = (files: readonly string[], command: string) => judged(files).whyOf(command) !== null;

test.each([
  [['src/a.ts'], false],
  [['test/a.test.ts'], true],
  [['TEST/a.test.ts'], true],
  [['tests/a.ts'], false],
  [['deep/package.json'], true],
  [['ci/gate.toml'], true],
  [['ci/other.toml'], false],
])('%s: %s', (files, changed) => {
  expect(changedItsJudge(files, { testPaths: ['./test/'], manifests: ['ci/gate.toml'] })).toBe(changed);
});

test.each([
  ['te\u0301sts/a', 't\u00e9sts'],
  ['t\u00e9sts/a', 'te\u0301sts'],
  ['STRASSE/a', 'stra\u00dfe'],
])('the same name in other Unicode is the same: %j is below %j', (file, testPath) => {
  expect(changedItsJudge([file], { testPaths: [testPath] })).toBe(true);
  expect(changedCheck([`${file}.sh`], `sh ${testPath}/a.sh`)).toBe(true);
});

test.each([
  'test/**',
  '**/*.test.js',
  'test?',
  'src/{a,b}',
  '/r/test',
  'C:\\test',
  'src\\test',
  '../r/test',
  'a/../test',
])('a path that would watch nothing is refused, and watches everything where it was declared before: %j', (path) => {
  const world = new World();
  const declare = (set: object) => world.do((state) => changeRoot(state, { rootId: world.rootId, set }));
  expect(declare({ testPaths: ['test', path] })).toBe('invalid_root');
  expect(declare({ manifests: [path] })).toBe('invalid_root');
  expect(declare({ testPaths: ['./test/', 'app/[slug]/a test', '.', '.ci', '...'] })).toBeNull();
  expect(changedItsJudge(['src/a.ts'], { testPaths: [path] })).toBe(true);
});

test('the refusal of such a path names it', () => {
  expect(judgePathProblems('testPaths', ['test', 'test/*.js'])).toMatchObject([
    { path: '/testPaths/1', message: 'The path "test/*.js" is a pattern, and patterns are not matched.' },
  ]);
});

test('what is declared is of the root, wherever it lies in the repository', () => {
  const root = { path: '/r/part', testPaths: ['./test'], manifests: ['gate'] };
  expect(changedItsJudge(['part/test/a'], root)).toBe(true);
  expect(changedItsJudge(['part/gate'], root)).toBe(true);
  expect(changedItsJudge(['test/a'], root)).toBe(false);
});

test('a root given by an earlier version declares no manifests', () => {
  const { manifests: _, ...old } = plain;
  expect(judgedBy({ files: ['src/a.ts'], links: noLinks }, old, '/r').why).toBeNull();
});

/** One file of each tool at least, as a run would write it. */
const written: Readonly<Record<string, readonly string[]>> = {
  npm: ['.npmrc', 'Package.json', 'package-lock.json', 'node_modules/.bin/vitest', 'a/node_modules/x/y/z.js'],
  yarn: ['.yarnrc.yml', '.yarnrc', 'yarn.lock', '.pnp.cjs', '.yarn/releases/yarn.cjs'],
  pnpm: ['pnpm-lock.yaml', '.pnpmrc', '.pnpmfile.cjs', 'pnpmfile.js', 'pnpm-workspace.yaml'],
  bun: ['bun.lock', 'bun.lockb', 'bunfig.toml'],
  deno: ['deno.json', 'deno.jsonc', 'deno.lock'],
  'node versions': ['.nvmrc', '.node-version', '.tool-versions', 'mise.toml'],
  TypeScript: ['tsconfig.json', 'tsconfig.build.json'],
  'JavaScript tools': [
    ...['vite.config.ts', 'vitest.config.mts', 'jest.config.cjs', 'playwright.config.ts', 'cypress.config.js'],
    ...['babel.config.js', 'webpack.config.js', 'rollup.config.mjs', 'esbuild.config.mjs', 'eslint.config.js'],
    ...['ava.config.js', 'karma.config.js', 'karma.conf.js', 'own.config.mjs', '.mocharc.yml', '.mocharc', '.nycrc'],
    ...['project.json', 'angular.json', 'jest.preset.js', 'jest-preset.js'],
    ...['.nycrc.json', '.babelrc', '.babelrc.js', '.eslintrc.json', '.swcrc', 'src/__snapshots__/a.snap'],
  ],
  make: ['Makefile', 'makefile', 'GNUmakefile', 'build/rules.mk'],
  'task runners': ['justfile', 'Justfile', 'Taskfile.yml', 'taskfile.yaml'],
  'C and C++': ['CMakeLists.txt', 'meson.build', 'cmake/own.cmake'],
  'meson and autotools': ['meson_options.txt', 'configure'],
  Bazel: ['.bazelrc', 'a/BUILD.bazel', 'a/BUILD', 'MODULE.bazel.lock'],
  Cargo: ['Cargo.toml', 'cargo.lock', '.cargo/config', '.cargo/config.toml', 'build.rs', 'rust-toolchain.toml'],
  Go: ['go.mod', 'go.sum', 'go.work'],
  Python: [
    ...['pyproject.toml', 'setup.py', 'setup.cfg', 'tox.ini', 'pytest.ini', 'a/conftest.py', 'noxfile.py'],
    ...['pytest.toml', '.pytest.toml', 'tox.toml'],
    ...['requirements-dev.txt', 'Pipfile', 'Pipfile.lock', 'poetry.lock', 'uv.lock', '.python-version'],
    ...['sitecustomize.py', '.venv/bin/pytest'],
  ],
  Ruby: ['Gemfile', 'Gemfile.lock', 'Rakefile', '.rspec'],
  'Ruby tests': ['spec/spec_helper.rb'],
  PHP: ['composer.json', 'composer.lock', 'phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml', 'phpstan.dist.neon'],
  Maven: ['pom.xml', '.mvn/jvm.config', 'mvnw'],
  Gradle: ['build.gradle', 'build.gradle.kts', 'settings.gradle.kts', 'gradle.properties', 'gradlew', 'gradlew.bat'],
  sbt: ['build.sbt'],
  '.NET': ['a/A.csproj', 'A.sln', 'Directory.Build.props', 'global.json', 'NuGet.Config'],
  Elixir: ['mix.exs', 'mix.lock'],
  'Swift, Dart, Haskell, Clojure': [
    'Package.swift',
    'pubspec.yaml',
    'dart_test.yaml',
    'cabal.project',
    'a.cabal',
    'deps.edn',
  ],
  Nix: ['flake.nix', 'flake.lock'],
  environment: ['.env', '.env.test', '.envrc'],
  Docker: ['Dockerfile', 'Dockerfile.test', 'docker-compose.yml', 'docker-compose.ci.yaml'],
  'linters and formatters': ['.eslintignore', '.editorconfig', 'pyrightconfig.json', '.mypy.ini', 'clippy.toml'],
  CI: ['.github/workflows/test.yml', '.gitlab-ci.yml'],
  git: ['.gitattributes', 'sub/.gitmodules', '.husky/pre-commit'],
};

describe('a file by which a tool is told what to run', () => {
  test('is listed of every tool', () => expect(Object.keys(written)).toEqual(tools.map(({ tool }) => tool)));

  test.each(Object.entries(written))('%s', (_, files) => {
    for (const file of files) {
      expect([file, changedItsJudge([file])]).toEqual([file, true]);
      expect([file, changedItsJudge([`deep/er/${file}`])]).toEqual([file, true]);
    }
  });

  test.each([
    'src/a.ts',
    'README.md',
    'src/config.ts',
    'packages.ts',
    'go.module.ts',
    'environment.ts',
    'docs/make.md',
  ])('and %s is none', (file) => expect(changedItsJudge([file])).toBe(false));
});

describe('a file that the command of a check names', () => {
  test.each([
    ['sh test.sh', 'test.sh'],
    ['sh ./test.sh', 'a/test.sh'],
    ['cd sub && sh ../ci/Test.sh', 'ci/test.sh'],
    ['node scripts/check.mjs --all', 'scripts/check.mjs'],
    ['node scripts/check', 'scripts/check.js'],
    ['node ./check', 'check/index.mjs'],
    ['python -m tools.check', 'tools/check.py'],
    ['python tools', 'tools/__main__.py'],
    ['sh -c "node ci/a.mjs; true"', 'ci/a.mjs'],
    ["bash -lc 'exec ./run it'", 'run'],
    ['eval "sh test.sh"', 'test.sh'],
    ['test "$(sh count.sh)" = 3', 'count.sh'],
    ['test $(sh count.sh) = 3', 'count.sh'],
    ['true;sh<test.sh', 'test.sh'],
    ['mytool --rules=ci/rules.yml', 'ci/rules.yml'],
    ['make -fci/own.txt', 'ci/own.txt'],
    ['javac @args.txt', 'args.txt'],
    ['CONFIG=ci/c.ini run', 'ci/c.ini'],
    ['for one in ci/*.sh; do sh $one; done', 'ci/a.sh'],
    ['sh "$PWD/test.sh"', 'test.sh'],
    ['sh my\\ test.sh', 'my test.sh'],
    ['grep . test.sh | sh', 'test.sh'],
    ['grep . test.sh > b; sh b', 'test.sh'],
    ['grep -qf patterns.txt out.txt', 'patterns.txt'],
    ['test -f a.sh && sh a.sh', 'a.sh'],
    ['diff expected.txt out.txt', 'expected.txt'],
  ])('%s: %s', (command, file) => expect(changedCheck([file], command)).toBe(true));

  test.each([
    ['npm test --silent', 'src/sum.js'],
    ['test -f made.txt', 'made.txt'],
    ['! test -e a.txt 2>/dev/null || [ -s b.txt ]', 'a.txt'],
    ['grep -qx level src/a.txt >/dev/null 2>&1', 'src/a.txt'],
    [`node -e "process.exit(require('./src/sum.js').sum(2, 3) - 5)"`, 'src/sum.js'],
    ['sh test.sh', 'src/test.sh.md'],
    ['sh atest.sh', 'test.sh'],
  ])('and in "%s" %s is what is judged, or nothing', (command, file) =>
    expect(changedCheck([file], command)).toBe(false),
  );

  test('counts for that check alone, and for all when the prepare command names it', () => {
    const checks = [
      { id: 'a', command: 'sh a.sh' },
      { id: 'b', command: 'sh b.sh' },
    ];
    const contract = { verification: { checks } } as never;
    expect(judgesChanged(judged(['a.sh']), contract)).toEqual({ changedJudge: false, changedChecks: ['a'] });
    expect(judgesChanged(judged(['package.json']), contract)).toEqual({ changedJudge: true, changedChecks: [] });
    expect(changedItsJudge(['a.sh'], { prepare: 'sh a.sh' })).toBe(true);
  });

  test('in a command made to be slow takes no time', () => {
    const began = performance.now();
    changedCheck(
      Array.from({ length: 500 }, (_, at) => `${'a'.repeat(200)}${at}`),
      `sh ${'*a'.repeat(900)}*b`,
    );
    changedCheck(['a'.repeat(2000)], `sh ${'"'.repeat(999)}${'\\'.repeat(999)}`);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
