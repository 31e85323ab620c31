/**
 * The import rules: data flows one way, and each folder knows only what it needs. ARCHITECTURE.md draws them.
 * Tests beside the code keep the folder rules; only the rules on packages and node: builtins spare them.
 */
const tests = '\\.(test|laws)\\.tsx?$';
const builtin =
  '^node:|^(assert|buffer|child_process|crypto|events|fs|http|net|os|path|process|stream|timers|tty|url|util|worker_threads)(/|$)';
/** Three names for one place: where a package was found, and how it is written when it was not. */
const npm = (names) => `(^|node_modules/)(${names})(/|$)`;

/** Each folder and the folders of ours it may import; itself is always allowed. */
const folders = {
  kit: [],
  core: ['kit'],
  protocol: ['kit', 'core'],
  app: ['protocol', 'core', 'kit'],
  store: ['app/ports', 'core', 'kit'],
  runner: ['app/ports', 'app/runner', 'core', 'kit'],
  daemon: ['app', 'client', 'core', 'kit', 'protocol', 'runner', 'store'],
  client: ['protocol', 'kit', 'core'],
  cli: ['client', 'daemon', 'protocol', 'kit', 'core'],
  web: ['client', 'protocol', 'core', 'kit'],
};

const folderRules = Object.entries(folders).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import ${allowed.length ? allowed.join(', ') : 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^(src|test|bench|scripts)/', pathNot: `^src/(${[folder, ...allowed].join('|')})(/|\\.ts$)` },
}));

module.exports = {
  forbidden: [
    ...folderRules,
    {
      name: 'types-only-from-core',
      comment:
        'the client and the commands know the words of core, not its decisions; what a key signs is one text for all',
      severity: 'error',
      from: { path: '^src/(client|cli)/', pathNot: tests },
      to: { path: '^src/core/', pathNot: '^src/core/access/signing\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'cli-daemon-wiring',
      comment: 'a command starts the daemon through its wiring files, it does not reach into it',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: '^src/daemon/[^/]+/' },
    },
    {
      name: 'core-is-pure',
      comment: 'no I/O: nothing of Node, and of the registry only what computes',
      severity: 'error',
      from: { path: '^src/core/', pathNot: tests },
      to: { path: [builtin, 'node_modules/'], pathNot: npm('temporal-polyfill|fast-json-patch') },
    },
    {
      name: 'web-runs-in-browsers',
      comment: 'what a page loads, however far down, may not need Node',
      severity: 'error',
      from: { path: '^src/web/', pathNot: tests },
      to: { path: builtin, reachable: true },
    },
    {
      name: 'two-documents',
      comment: 'the workspace and the desk have an origin each; sharing code by the back door would blur them',
      severity: 'error',
      from: { path: '^src/web/(workspace|desk)/' },
      to: { path: '^src/web/(workspace|desk)/', pathNot: '^src/web/$1/' },
    },
    {
      name: 'sql-only-in-store',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/store/' },
      to: { path: `${npm('kysely|@photostructure/sqlite')}|^node:sqlite$|^sqlite$` },
    },
    {
      name: 'mcp-only-at-its-edges',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/daemon/(mcp|stdio)/' },
      to: { path: npm('@modelcontextprotocol') },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      comment: 'an installed package has no devDependencies; the web is bundled, types are erased',
      severity: 'error',
      from: { path: '^src/', pathNot: [tests, '^src/web/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-dependency',
      severity: 'error',
      from: { path: '^(src|test|bench|scripts)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    { name: 'no-missing-file', severity: 'error', from: {}, to: { couldNotResolve: true } },
    // A cycle that is closed only by types is still one: neither file can be read without the other.
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'outputs-only-in-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '^src/protocol/outputs\\.gen\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
