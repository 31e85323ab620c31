/**
 * bubblewrap's command line. Pure. Never carries a secret: anyone on the machine can read an argv, so the environment
 * goes through spawn (`env: jail.env`), and bubblewrap passes on exactly that, but for our mark.
 */
import { markName } from '../process/group.ts';
import type { Mount } from './mounts.ts';
import type { JailNetwork } from './spec.ts';

export interface Jail {
  /** Absolute path of bubblewrap. */
  readonly bwrap: string;
  readonly version: string;
  readonly mounts: readonly Mount[];
  readonly network: JailNetwork;
  /** The whole environment for spawn. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that would change bubblewrap itself outside (the loader's), set only inside. Not secret. */
  readonly innerEnv: Readonly<Record<string, string>>;
  /** Inside. */
  readonly cwd: string;
  /** Node's own path, the same inside; starts the launcher and the shim. */
  readonly node: string;
}

/** Start it with `spawnGroup(jailArgv(jail, command), { cwd: '/', env: jail.env })`. */
export function jailArgv(jail: Jail, command: readonly string[]): readonly [string, ...string[]] {
  return [
    jail.bwrap,
    ...walls(jail),
    ...jail.mounts.flatMap(mountArgs),
    ...sealed(jail.mounts).flatMap((target) => ['--remount-ro', target]),
    ...Object.entries(jail.innerEnv).flatMap(([name, value]) => ['--setenv', name, value]),
    '--unsetenv',
    markName,
    '--chdir',
    jail.cwd,
    '--',
    ...command,
  ];
}

function walls({ network, version }: Jail): readonly string[] {
  return [
    '--unshare-user',
    '--unshare-all',
    ...(network === 'open' ? ['--share-net'] : []),
    // A user namespace of its own would hand the agent capabilities to try the kernel with.
    ...(canDisableUserns(version) ? ['--disable-userns'] : []),
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--hostname',
    'jail',
  ];
}

/** Since 0.8. */
function canDisableUserns(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 0 || minor >= 8;
}

/**
 * Made read-only once all that lies in them is mounted. /proc among them: bubblewrap 0.8 started by root leaves
 * /proc/sys writable, and core_pattern there names a program that the kernel runs outside every jail.
 */
function sealed(mounts: readonly Mount[]): readonly string[] {
  const empty = mounts.filter((mount) => mount.kind === 'empty').map((mount) => mount.target);
  return [...empty, '/proc', '/'];
}

function mountArgs(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.source, mount.target];
    case 'write':
      return ['--bind', mount.source, mount.target];
    case 'link':
      return ['--symlink', mount.source, mount.target];
    case 'empty':
    case 'scratch':
      return ['--tmpfs', mount.target];
    case 'proc':
      return ['--proc', mount.target];
    case 'dev':
      return ['--dev', mount.target];
  }
}
