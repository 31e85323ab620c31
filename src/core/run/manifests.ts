/**
 * What decides how a check runs, beside its own words: manifests, locks and settings of the tools that checks are run
 * with. Whoever writes one of them can make `npm test` pass without a test.
 *
 * Names are compared without case and at any depth. `*` stands for anything within a name, `**` for any path, `{a,b}`
 * for one of them. Too much here costs a person a look; too little lets a run judge itself.
 */

interface Tool {
  readonly tool: string;
  readonly files: readonly string[];
}

export const tools: readonly Tool[] = [
  { tool: 'npm', files: ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', '.npmrc', 'node_modules/**'] },
  { tool: 'yarn', files: ['yarn.lock', '.yarnrc*', '.pnp.*', '.yarn/**'] },
  { tool: 'pnpm', files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmrc', '.pnpmfile.*', 'pnpmfile.*'] },
  { tool: 'bun', files: ['bun.lock', 'bun.lockb', 'bunfig.toml'] },
  { tool: 'deno', files: ['deno.json', 'deno.jsonc', 'deno.lock', 'import_map.json'] },
  {
    tool: 'node versions',
    files: ['.nvmrc', '.node-version', '.tool-versions', 'mise.toml', '.mise.toml', '.mise/**'],
  },
  { tool: 'TypeScript', files: ['tsconfig*.json', 'jsconfig*.json', 'tslint.json'] },
  {
    tool: 'JavaScript tools',
    files: [
      '{vite,vitest,jest,playwright,cypress,babel,webpack,rollup,esbuild,eslint,ava,karma}.config.*',
      ...['*.config.{js,cjs,mjs,jsx,ts,cts,mts,tsx,json}', 'vitest.workspace.*', '{karma,wdio}.conf.*', 'biome.json*'],
      ...['.*rc', '.*rc.{js,cjs,mjs,ts,cts,mts,json,json5,jsonc,yml,yaml,toml}', 'nx.json', 'turbo.json', 'lerna.json'],
      ...['project.json', 'angular.json', 'cypress.json', 'rush.json', '{jest,vitest}{.,-}preset.*'],
      // What they load before the tests, and what they compare with.
      ...['{vitest,jest,test}.setup.*', '{vitest,jest}-setup.*', 'setuptests.*', 'globalsetup.*', '__mocks__/**'],
      ...['__snapshots__/**', '*.snap'],
    ],
  },
  { tool: 'make', files: ['makefile', 'gnumakefile', 'makefile.*', '*.mk', '*.mak'] },
  { tool: 'task runners', files: ['justfile', '.justfile', '*.just', 'taskfile.{yml,yaml}', 'taskfile.*.{yml,yaml}'] },
  { tool: 'C and C++', files: ['cmakelists.txt', '*.cmake', 'cmakepresets.json', 'ctest*.cmake', 'meson.build'] },
  {
    tool: 'meson and autotools',
    files: ['meson_options.txt', 'meson.options', 'configure', 'configure.ac', 'makefile.am'],
  },
  {
    tool: 'Bazel',
    files: [
      '.bazelrc',
      '.bazelversion',
      'build',
      'build.bazel',
      'module.bazel*',
      'workspace',
      'workspace.bazel',
      '*.bzl',
    ],
  },
  { tool: 'Cargo', files: ['cargo.toml', 'cargo.lock', '.cargo/**', 'build.rs', 'rust-toolchain*', 'nextest.toml'] },
  { tool: 'Go', files: ['go.mod', 'go.sum', 'go.work', 'go.work.sum', 'modules.txt', '.golangci.*', 'magefile.go'] },
  {
    tool: 'Python',
    files: [
      ...[
        'pyproject.toml',
        'setup.py',
        'setup.cfg',
        'tox.ini',
        '{pytest,.pytest}.{ini,toml}',
        'tox.toml',
        'conftest.py',
        'noxfile.py',
      ],
      ...['requirements*.txt', 'requirements*.in', 'requirements/**', 'constraints*.txt', 'pipfile*', 'poetry.lock'],
      ...[
        'uv.lock',
        'uv.toml',
        'pdm.lock',
        'environment.{yml,yaml}',
        '.python-version',
        'mypy.ini',
        '{ruff,.ruff}.toml',
      ],
      // Read by every interpreter that starts beside them.
      ...['sitecustomize.py', 'usercustomize.py', '*.pth', 'pyvenv.cfg', '.venv/**', 'venv/**', 'tasks.py', '.flake8'],
    ],
  },
  {
    tool: 'Ruby',
    files: [
      'gemfile*',
      'gems.{rb,locked}',
      '*.gemspec',
      'rakefile',
      '*.rake',
      '.rspec*',
      '.ruby-version',
      '.bundle/**',
    ],
  },
  { tool: 'Ruby tests', files: ['spec_helper.rb', 'rails_helper.rb', 'test_helper.rb'] },
  {
    tool: 'PHP',
    files: ['composer.json', 'composer.lock', 'phpunit*.xml*', 'phpstan*.neon*', 'pest.php', '.user.ini'],
  },
  { tool: 'Maven', files: ['pom.xml', '.mvn/**', 'mvnw*'] },
  {
    tool: 'Gradle',
    files: [
      'build.gradle*',
      'settings.gradle*',
      '*.gradle',
      '*.gradle.kts',
      'gradle.properties',
      'gradlew*',
      'gradle/**',
      'buildsrc/**',
    ],
  },
  { tool: 'sbt', files: ['build.sbt', '*.sbt', 'project/build.properties', '.sbtopts', '.jvmopts'] },
  {
    tool: '.NET',
    files: [
      ...['*.csproj', '*.fsproj', '*.vbproj', '*.sln', '*.slnx', '*.props', '*.targets', 'directory.build.*'],
      ...[
        'directory.packages.*',
        'global.json',
        'nuget.config',
        'packages.config',
        'packages.lock.json',
        '*.runsettings',
      ],
    ],
  },
  { tool: 'Elixir', files: ['mix.exs', 'mix.lock', 'test_helper.exs', '.formatter.exs'] },
  {
    tool: 'Swift, Dart, Haskell, Clojure',
    files: [
      'package.swift',
      'package.resolved',
      'pubspec.*',
      'dart_test.yaml',
      'cabal.project*',
      '*.cabal',
      'stack.yaml*',
      'deps.edn',
      'project.clj',
    ],
  },
  { tool: 'Nix', files: ['flake.nix', 'flake.lock', 'shell.nix', 'default.nix'] },
  { tool: 'environment', files: ['.env', '.env.*', '.env*', '.envrc'] },
  {
    tool: 'Docker',
    files: [
      'dockerfile*',
      '*.dockerfile',
      'containerfile*',
      '.dockerignore',
      'docker-compose*',
      'compose.{yml,yaml}',
      'compose.*.{yml,yaml}',
    ],
  },
  {
    // What they look at, and for what.
    tool: 'linters and formatters',
    files: [
      ...[
        '.{eslint,prettier,stylelint,biome}ignore',
        '.editorconfig',
        'pyrightconfig.json',
        '{mypy,.mypy}.ini',
        'pylintrc',
      ],
      ...[
        '{rustfmt,.rustfmt,clippy,.clippy,deny}.toml',
        '.rubocop*.yml',
        '.clang-{format,tidy}',
        'analysis_options.yaml',
      ],
      ...['.swiftlint.yml', 'detekt*.yml', 'checkstyle*.xml', 'dprint.json*', '.yamllint*', '.markdownlint*'],
    ],
  },
  {
    tool: 'CI',
    files: ['.github/**', '.gitlab-ci*', '.circleci/**', 'azure-pipelines*', 'jenkinsfile*', '.travis.yml'],
  },
  {
    tool: 'git',
    files: ['.gitattributes', '.gitmodules', '.husky/**', '.pre-commit-config.yaml', 'lefthook.*', '.githooks/**'],
  },
];

const glyphs: Readonly<Record<string, string>> = {
  ...{ '**': '.*', '*': '[^/]*', '?': '[^/]' },
  ...{ '{': '(?:', '}': ')', ',': '|' },
};

const named = tools.flatMap(({ files }) => files.map((file) => new RegExp(`^(.*/)?${source(file)}$`)));

export function isManifest(path: string): boolean {
  const lower = path.toLowerCase();
  return named.some((pattern) => pattern.test(lower));
}

/** A glob as the source of a pattern: `*`, `?` and `**`, braces only where the list above has them. */
function source(glob: string): string {
  return glob.replace(/\*\*|[*?{},]|[^\w/-]/g, (part) => glyphs[part] ?? `\\${part}`);
}
