/** The data folder: where it is, and that nobody else can look into it or put another in its place. */
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, posix, resolve, win32 } from 'node:path';
import { done, type Result, refuse } from '../../kit/result.ts';
import { codeOf } from './private-file.ts';

/** A checked folder and the places in it. All of them are private files. */
export interface Home {
  /** Absolute. */
  readonly path: string;
  readonly database: string;
  /** Folder of the bytes of artifacts, contracts and answers. */
  readonly blobs: string;
  readonly config: string;
  readonly secret: string;
  /** How the daemon is reached, while it runs. */
  readonly daemon: string;
  /** A folder; see lock.ts. */
  readonly lock: string;
}

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly userHome: string;
}

const here: () => Machine = () => ({ platform: process.platform, env: process.env, userHome: homedir() });

/** `--home`, else `SIDEKICKS_HOME`, else the place where the platform keeps such data. */
export function homePath(flag: string | undefined, machine: Machine = here()): string {
  const named = flag || machine.env.SIDEKICKS_HOME;
  return named ? resolve(named) : platformFolder(machine);
}

function platformFolder({ platform, env, userHome }: Machine): string {
  if (platform === 'darwin') return posix.join(userHome, 'Library', 'Application Support', 'Sidekicks');
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(userHome, 'AppData', 'Local'), 'Sidekicks');
  }
  // The XDG base directory specification: a relative path there is to be ignored.
  const data = env.XDG_DATA_HOME;
  return posix.join(data && isAbsolute(data) ? data : posix.join(userHome, '.local', 'share'), 'sidekicks');
}

/** Makes the folder (0700) when there is none. Refused `unsafe_home` when somebody else may get into it. */
export function openHome(path: string): Result<Home> {
  // A trailing slash would make lstat follow a link; what stands there is looked at before anything is made.
  const absolute = resolve(path);
  const danger = whyNotMade(absolute) ?? dangerOf(lstatSync(absolute), absolute);
  if (danger) return refuse({ code: 'unsafe_home', message: `${absolute} ${danger.is}.`, next: danger.next });
  return done({
    path: absolute,
    blobs: join(absolute, 'blobs'),
    database: join(absolute, 'sidekicks.db'),
    config: join(absolute, 'config.json'),
    secret: join(absolute, 'secret'),
    daemon: join(absolute, 'daemon.json'),
    lock: join(absolute, 'lock'),
  });
}

/** Makes a folder (0700) where there is none. Its parent must be there. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

interface Danger {
  readonly is: string;
  readonly next: string;
}

/** The kernel's own views: their folders belong to us, and no file can be kept there. */
const VIRTUAL = /^\/(proc|sys)(\/|$)/;

function whyNotMade(path: string): Danger | null {
  const next = 'Name a folder with --home that you may make files in.';
  if (process.platform === 'linux' && VIRTUAL.test(path)) return { is: 'cannot keep files', next };
  try {
    makeWithParents(path);
    return null;
  } catch (error) {
    return { is: `cannot be made (${codeOf(error)})`, next };
  }
}

/** `recursive: true` of Node 20 never returns where a folder is there but takes no other, as in /proc. */
function makeWithParents(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  const parent = dirname(path);
  if (parent !== path) makeWithParents(parent);
  makeFolder(path);
}

function dangerOf(found: Stats, path: string): Danger | null {
  if (found.isSymbolicLink()) {
    return { is: 'is a symbolic link', next: 'Name the folder itself with --home, not a link to it.' };
  }
  if (!found.isDirectory()) return { is: 'is not a folder', next: 'Name a folder with --home.' };
  // Windows has neither; there the folder inherits the permissions of the user's own one.
  if (process.platform === 'win32') return null;
  if (found.uid !== process.getuid?.()) {
    return { is: 'belongs to another user', next: 'Name a folder of your own with --home.' };
  }
  if ((found.mode & 0o077) !== 0) {
    return {
      is: 'can be entered by other users of this machine',
      next: `Run: chmod 700 '${path.replaceAll("'", "'\\''")}'`,
    };
  }
  return null;
}
