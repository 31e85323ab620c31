/**
 * Installs an agent's packages outside the project, exact versions, each agent in a folder of its own. No install script
 * of a package runs: the platform's program is started where npm put it.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Installed =
  | { readonly kind: 'installed'; readonly folder: string; readonly ms: number }
  /** The registry itself said no: the one excuse for an agent that is missing. */
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'failed'; readonly words: string };

/** `packages` as npm takes them: `name@version`. */
export function install(id: string, packages: readonly string[]): Installed {
  const began = performance.now();
  const folder = join(shelf(), `${id}-${versionIn(packages[0] ?? '')}`);
  const isThere = () => packages.every((wanted) => installedVersion(folder, nameIn(wanted)) === versionIn(wanted));
  if (isThere()) return { kind: 'installed', folder, ms: 0 };
  // Beside its place and renamed when whole, so that an install that broke off is never taken for one.
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
    const { status, stderr, error } = spawnSync('npm', ['install', ...options, ...packages], {
      cwd: fresh,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) return refusalOf(error?.message ?? stderr);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  if (!isThere()) return { kind: 'failed', words: `npm installed something else than ${packages.join(' ')}` };
  return { kind: 'installed', folder, ms: performance.now() - began };
}

/** Where agents are kept, and the homes of the daemons that drive them: large, and worth keeping between runs. */
export function shelf(): string {
  const { SIDEKICKS_AGENTS_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (SIDEKICKS_AGENTS_DIR) return SIDEKICKS_AGENTS_DIR;
  const places: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library/Caches'),
    win32: LOCALAPPDATA ?? join(homedir(), 'AppData/Local'),
  };
  return join(places[process.platform] ?? XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sidekicks', 'agents');
}

/** What the registry answers when it will not give a package. A network that is down is no refusal. */
const refusals = /^npm (?:error|ERR!) code (E401|E403|E404|E451|ETARGET|ENOVERSIONS)$/m;

function refusalOf(words: string): Installed {
  return { kind: refusals.test(words) ? 'refused' : 'failed', words: words.trim() };
}

function installedVersion(folder: string, name: string): string | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return null;
  }
}

const nameIn = (wanted: string) => wanted.slice(0, wanted.lastIndexOf('@'));
const versionIn = (wanted: string) => wanted.slice(wanted.lastIndexOf('@') + 1);
