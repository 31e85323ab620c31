/** Owns the answer to "is this part of dist/ up to date?". Knows the parts and what each is made from; builds nothing. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const dist = join(root, 'dist');

/** @typedef {'validators' | 'node' | 'workspace' | 'desk' | 'data'} Part */

const everyPart = [
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/notices.mjs',
  'scripts/stamp.mjs',
  'scripts/validators.ts',
];
const browserSide = ['src/client', 'src/core', 'src/kit', 'src/protocol', 'tsconfig.web.json'];

/** What each part is made from. `src` less the web is more than the bundle holds, but naming folders here would go stale. */
const sources = /** @satisfies {Record<Part, readonly string[]>} */ ({
  validators: ['src/protocol', 'src/core', 'src/kit', 'contracts'],
  node: ['src'],
  workspace: [...browserSide, 'src/web'],
  desk: [...browserSide, 'src/web'],
  data: ['playbooks', 'contracts', 'src/runner/jail'],
});

/** What each part must leave behind; a stamp without it is worth nothing. */
const outputs = /** @satisfies {Record<Part, string>} */ ({
  validators: 'src/protocol/validators.gen.ts',
  node: 'dist/cli.js',
  workspace: 'dist/web/workspace/index.html',
  desk: 'dist/web/desk/index.html',
  data: 'dist/contracts',
});

const stampFile = join(dist, '.stamp');

/** The parts that must be built again, each with the hash to keep once it is. */
export function staleParts() {
  const kept = readStamp();
  return /** @type {Part[]} */ (Object.keys(sources))
    .map((part) => ({ part, hash: hashOf(part) }))
    .filter(({ part, hash }) => kept[part] !== hash || !existsSync(join(root, outputs[part])));
}

/** @param {Part} part @param {string} hash */
export function keepStamp(part, hash) {
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify({ ...readStamp(), [part]: hash }, null, 2)}\n`);
}

/** @returns {Partial<Record<Part, string>>} */
function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {}; // none yet, or half written by a build that was killed: build everything
  }
}

/** @param {Part} part */
function hashOf(part) {
  const hash = createHash('sha256');
  for (const file of [...everyPart, ...sources[part]].flatMap((name) => filesUnder(join(root, name)))) {
    const name = relative(root, file).split(sep).join('/');
    if (isInput(name, part)) hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} name @param {Part} part */
function isInput(name, part) {
  if (/\.(test|laws)\.tsx?$|\.gen\.ts(\.\d+\.tmp)?$/.test(name)) return false;
  return part !== 'node' || !name.startsWith('src/web/');
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
