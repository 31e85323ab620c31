/** Looks at everything that has to be right before the daemon can work. Changes nothing but an absent home folder. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { askGit } from '../runner/git/run.ts';
import { findBubblewrap } from '../runner/jail/system.ts';
import { sqliteLibrary } from '../store/sqlite/driver.ts';
import { openSqliteReader } from '../store/sqlite/store.ts';
import { hint, quoted } from './hint.ts';
import { type Home, openHome } from './home/folder.ts';
import { refusalOfLost } from './home/known-workspace.ts';
import { holderOf, runningDaemon } from './home/lock.ts';
import { DEFAULT_PORT, isSidekicks, storedPort } from './home/ports.ts';
import { isLogAhead } from './offline.ts';
import { pagesFolder } from './place.ts';
import { askLocal, type DaemonStatus, reachDaemon } from './reach.ts';
import { version } from './version.ts';

export interface Finding {
  readonly what: string;
  readonly state: 'good' | 'note' | 'bad';
  readonly words: string;
  readonly fix?: string;
}

export async function examine(path: string): Promise<readonly Finding[]> {
  const general = [nodeVersion(), sqlite(), pages(), await bubblewrap(), await gitVersion()];
  const home = openHome(path);
  if (!home.ok) {
    return [...general, { what: 'home', state: 'bad', words: home.refusal.message, fix: home.refusal.next }];
  }
  return [...general, folder(home.value), space(home.value), ...(await daemon(home.value))];
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isFit = major > 20 || (major === 20 && minor >= 19);
  const words = `Node ${process.versions.node}`;
  return isFit
    ? { what: 'node', state: 'good', words }
    : { what: 'node', state: 'bad', words, fix: 'Install Node 20.19 or newer.' };
}

function sqlite(): Finding {
  try {
    const { source, library } = sqliteLibrary();
    const memory = new library.DatabaseSync(':memory:');
    const row = memory.prepare('select sqlite_version() as version').get() as { readonly version: string };
    memory.close();
    return { what: 'sqlite', state: 'good', words: `SQLite ${row.version}, ${source}` };
  } catch (error) {
    const fix = 'Install the program again: npm ci. Alpine Linux and Node before 20.19 are not served.';
    return { what: 'sqlite', state: 'bad', words: error instanceof Error ? error.message : String(error), fix };
  }
}

function pages(): Finding {
  const missing = ['workspace', 'desk'].filter((origin) => !existsSync(join(pagesFolder, origin, 'index.html')));
  return missing.length === 0
    ? { what: 'pages', state: 'good', words: `built, in ${pagesFolder}` }
    : { what: 'pages', state: 'bad', words: `not built: ${missing.join(', ')}`, fix: 'Run: npm run build' };
}

/** Not needed for planning: without it a run is held by nothing. */
async function bubblewrap(): Promise<Finding> {
  const what = 'bubblewrap';
  if (process.platform !== 'linux') {
    const words = 'no jail on this system: mode work and checks need a grant that says unsandboxed';
    return { what, state: 'note', words };
  }
  const found = await findBubblewrap();
  if (!found) {
    const words = 'not found: delegated work and checks are refused without a jail';
    return { what, state: 'note', words, fix: 'Install bubblewrap, such as: sudo apt install bubblewrap' };
  }
  return { what, state: 'good', words: `${found.version}, in ${found.path}` };
}

async function gitVersion(): Promise<Finding> {
  const answer = await askGit(['--version'], { timeoutMs: 5000 }).catch(() => null);
  const version = answer?.code === 0 ? /\d+(\.\d+)+/.exec(answer.stdout.toString('utf8'))?.[0] : undefined;
  if (version !== undefined) return { what: 'git', state: 'good', words: version };
  const words = 'not found: delegation with mode work, and its results, need it';
  return { what: 'git', state: 'note', words, fix: 'Install git.' };
}

function folder(home: Home): Finding {
  const { path, database, secret } = home;
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return { what: 'home', state: 'bad', words: `${path} cannot be written`, fix: `Run: chmod 700 ${quoted(path)}` };
  }
  const lost = existsSync(database) ? null : refusalOfLost(home);
  if (lost) return { what: 'home', state: 'bad', words: lost.message, fix: lost.next };
  const open = process.platform === 'win32' ? [] : [database, secret].filter(isReadByOthers);
  return open.length === 0
    ? { what: 'home', state: 'good', words: path }
    : {
        what: 'home',
        state: 'bad',
        words: `others may read ${open.join(', ')}`,
        fix: `Run: chmod 600 ${open.map(quoted).join(' ')}`,
      };
}

function isReadByOthers(file: string): boolean {
  return existsSync(file) && (statSync(file).mode & 0o077) !== 0;
}

const LOW_BYTES = 100 * 1024 * 1024;

function space({ path }: Home): Finding {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  const words = `${Math.round(free / 1024 / 1024)} MB free`;
  return free > LOW_BYTES
    ? { what: 'disk', state: 'good', words }
    : { what: 'disk', state: 'bad', words, fix: 'Free some space; the daemon stops writing when it runs out.' };
}

async function daemon(home: Home): Promise<readonly Finding[]> {
  const holder = holderOf(home);
  if (holder && !runningDaemon(home)) {
    const fix = `If it stays so, end it: kill ${holder.pid}`;
    return [{ what: 'lock', state: 'note', words: `process ${holder.pid} holds the home and is not ready`, fix }];
  }
  if (!holder) {
    const fix = `Start it: ${hint('', home.path)}`;
    return [
      { what: 'daemon', state: 'note', words: 'does not run', fix },
      await ports(home),
      ...(await logClock(home)),
    ];
  }
  const held: Finding = { what: 'lock', state: 'good', words: `held by process ${holder.pid}` };
  return [held, await answering(home), ...(await logClock(home))];
}

async function answering(home: Home): Promise<Finding> {
  const reached = await reachDaemon({ home: home.path, start: false });
  const status = reached.ok ? await askLocal<DaemonStatus>(reached.value, 'status') : reached;
  if (!status.ok) return { what: 'daemon', state: 'bad', words: status.refusal.message, fix: status.refusal.next };
  const words = `${status.value.version} at ${status.value.url}`;
  return status.value.version === version
    ? { what: 'daemon', state: 'good', words }
    : {
        what: 'daemon',
        state: 'bad',
        words: `${words}, this program is ${version}`,
        fix: `Run: ${hint('stop', home.path)}, then ${hint('', home.path)}`,
      };
}

/** Time in the log never goes back, so that one event under a clock that was ahead makes it stand still. */
async function logClock({ database }: Home): Promise<readonly Finding[]> {
  if (!existsSync(database)) return [];
  const at = await endOfLog(database);
  if (at === null || !isLogAhead(at)) return [];
  const words = `the log ends at ${at}, ahead of this computer's clock`;
  return [{ what: 'clock', state: 'bad', words, fix: 'Set the clock right; if it is, restore a backup from before.' }];
}

/** Null when it cannot be read: `verify` says why. */
async function endOfLog(file: string): Promise<string | null> {
  try {
    const reader = openSqliteReader({ file });
    try {
      const [workspaceId = ''] = await reader.workspaces();
      const [last] = await reader.events(workspaceId, { newestFirst: true, limit: 1 });
      return last?.header.at ?? null;
    } finally {
      await reader.close();
    }
  } catch {
    return null;
  }
}

async function ports(home: Home): Promise<Finding> {
  const stored = storedPort(home);
  const first = stored ?? DEFAULT_PORT;
  const taken: number[] = [];
  for (const port of [first, first + 1]) if (!(await isFree(port))) taken.push(port);
  if (taken.length === 0) return { what: 'ports', state: 'good', words: `${first} and ${first + 1} are free` };
  const other =
    stored === null
      ? `, or start once on other ports, which this home then keeps: ${hint('--port N', home.path)}`
      : '; this home keeps its ports';
  const fix = `Stop the program that listens there${other}`;
  const ours = (await Promise.all(taken.map(isSidekicks))).some(Boolean);
  const by = ours ? ', by another home of Sidekicks' : '';
  return { what: 'ports', state: 'bad', words: `taken: ${taken.join(', ')}${by}`, fix };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
