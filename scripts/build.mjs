/** Owns dist/: the node bundle, the two web documents and the data they serve. Builds only the parts whose inputs changed. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rolldown } from 'rolldown';
import { build as vite } from 'vite';
import { notices } from './notices.mjs';
import { dist, keepStamp, root, staleParts } from './stamp.mjs';

/** @type {NonNullable<import('rolldown').InputOptions['onLog']>} */
const failOnUnresolved = (level, log, defaultHandler) => {
  // Rolldown only warns of an import it cannot find and leaves it to fail at run time.
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  defaultHandler(level, log);
};

/** @type {Record<import('./stamp.mjs').Part, () => Promise<boolean>>} each answers false when its source does not exist yet */
const builders = {
  validators: buildValidators,
  node: buildNode,
  workspace: () => buildWeb('workspace'),
  desk: () => buildWeb('desk'),
  data: copyData,
};

await withLock(async () => {
  const stale = staleParts();
  let count = 0;
  for (const { part, hash } of stale) {
    const began = performance.now();
    const built = await builders[part]();
    if (built) keepStamp(part, hash);
    const spent = ((performance.now() - began) / 1000).toFixed(1);
    progress(`build ${++count}/${stale.length} ${part}: ${built ? `${spent} s` : 'skipped, no source yet'}`);
  }
});

async function buildValidators() {
  if (!existsSync(join(root, 'src/protocol/table.ts'))) return false;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'scripts/validators.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the validators could not be written');
  return true;
}

async function buildNode() {
  const input = join(root, 'src/cli/main.ts');
  if (!existsSync(input)) return false;
  const bundle = await rolldown({
    input: { cli: input },
    cwd: root,
    platform: 'node',
    // The SQLite package finds its prebuilt binary beside its own files, so it must stay a package.
    external: ['@photostructure/sqlite', /^node:/],
    transform: { target: 'node20.19' },
    onLog: failOnUnresolved,
    plugins: [notices()],
  });
  removeOldChunks();
  const shebang = readFileSync(input, 'utf8').startsWith('#!') ? '' : '#!/usr/bin/env node';
  await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    // Flat, so that `new URL('./web/', import.meta.url)` means dist/web/ in every chunk.
    chunkFileNames: '[name]-[hash].js',
    banner: ({ isEntry }) => (isEntry ? shebang : ''),
  });
  await bundle.close();
  chmodSync(join(dist, 'cli.js'), 0o755);
  return true;
}

function removeOldChunks() {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) if (name.endsWith('.js')) rmSync(join(dist, name));
}

/** @param {'workspace' | 'desk'} document */
async function buildWeb(document) {
  const source = join(root, 'src/web', document);
  if (!existsSync(join(source, 'index.html'))) return false;
  const outDir = join(dist, 'web', document);
  await vite({
    configFile: false,
    root: source,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [notices()],
    build: {
      outDir,
      emptyOutDir: true,
      // The pages are served with a strict content policy: nothing inline, no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        // React's "use client" marks mean nothing in a bundle of the client alone; 36 warnings would hide the progress.
        onLog(level, log, handle) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
        },
      },
    },
  });
  refuseInline(join(outDir, 'index.html'));
  return true;
}

/** @param {string} file */
function refuseInline(file) {
  const html = readFileSync(file, 'utf8');
  const inline = /<script(?![^>]*\ssrc=)[^>]*>|<style[\s>]|<[^>]+\s(?:style|on\w+)=/i.exec(html);
  if (inline) throw new Error(`${file} holds inline code, which the content policy forbids: ${inline[0]}`);
}

async function copyData() {
  // They run inside jails, by plain Node, beside the chunk that names them.
  for (const name of ['launcher.mjs', 'shim.mjs']) cpSync(join(root, 'src/runner/jail', name), join(dist, name));
  for (const name of ['contracts', 'playbooks']) {
    rmSync(join(dist, name), { recursive: true, force: true });
    if (existsSync(join(root, name))) cpSync(join(root, name), join(dist, name), { recursive: true });
  }
  return true;
}

/** Two builds at once (a colleague's tests, `npm start`) would delete each other's files. @param {() => Promise<void>} work */
async function withLock(work) {
  const file = join(root, '.cache/build.lock');
  mkdirSync(join(root, '.cache'), { recursive: true });
  while (!tryLock(file)) await sleep(100);
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The lock names its process, so that one killed while building holds up nobody. @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function isHeld(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/** Standard error, because `npm start` leaves standard output to the program. @param {string} line */
function progress(line) {
  process.stderr.write(`${line}\n`);
}
