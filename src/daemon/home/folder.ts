/** The data folder: where it is, and that nobody else can look into it or put another in its place. */
import { lstatSync, mkdirSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, posix, resolve, win32 } from 'node:path';
import { done, type Result, refuse } from '../../kit/result.ts';

/** A checked folder and the places in it. All of them are private files. */
export interface Home {
  /** Absolute. */
  readonly path: string;
  readonly database: string;
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
  if (!lstatSync(absolute, { throwIfNoEntry: false })) mkdirSync(absolute, { recursive: true, mode: 0o700 });
  const danger = dangerOf(lstatSync(absolute), absolute);
  if (danger) return refuse({ code: 'unsafe_home', message: `${absolute} ${danger.is}.`, next: danger.next });
  return done({
    path: absolute,
    database: join(absolute, 'sidekicks.db'),
    config: join(absolute, 'config.json'),
    secret: join(absolute, 'secret'),
    daemon: join(absolute, 'daemon.json'),
    lock: join(absolute, 'lock'),
  });
}

function dangerOf(found: Stats, path: string): { readonly is: string; readonly next: string } | null {
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
