/** Real jails for tests: a user's folder with a repository, a daemon that listens, and Sidekicks' own state. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepository, type Repository, taken } from '../git/git-rig.ts';
import type { Worktree } from '../git/worktree-of.ts';
import { addWorktree } from '../git/worktrees.ts';
import { spawnGroup } from '../process/group.ts';
import { boundedLines } from '../process/lines.ts';
import { type Jail, jailArgv } from './argv.ts';
import { prepareJail } from './prepare.ts';
import type { JailSpec } from './spec.ts';

export interface World {
  readonly repo: Repository;
  /** Sidekicks' state: tokens, homes, worktrees. */
  readonly state: string;
  readonly home: string;
  readonly token: string;
  readonly worktree: Worktree;
  /** Something that runs as this user, on a port and an abstract socket. */
  readonly daemon: { readonly pid: number; readonly port: number; readonly abstract: string };
  spec(changed: Partial<JailSpec>): JailSpec;
  close(): Promise<void>;
}

const listener = `
const net = require('node:net');
const abstract = '\\0sk-rig-' + process.pid;
const hello = (socket) => socket.on('error', () => {}).end('hello');
net.createServer(hello).listen(abstract, () => {
  const server = net.createServer(hello).listen(0, '127.0.0.1', () => {
    console.log(JSON.stringify({ pid: process.pid, port: server.address().port, abstract }));
  });
});
`;

export async function makeWorld(): Promise<World> {
  // Not in /tmp, which a jail replaces by its own: there, everything would be hidden anyway.
  const repo = makeRepository('/var/tmp');
  // Inside the project: the hardest place to hide it.
  const state = join(repo.checkout, '.sidekicks');
  const home = join(state, 'homes/one');
  mkdirSync(home, { recursive: true });
  const token = join(state, 'token');
  writeFileSync(token, 'the token');
  writeFileSync(join(repo.folder, 'diary'), 'dear diary');
  writeFileSync(join(repo.checkout, '.git/info/exclude'), '.sidekicks/\n');
  const base = repo.git('rev-parse', 'HEAD');
  const path = join(state, 'trees/one');
  const worktree = taken(await addWorktree({ repo: repo.checkout, path, branch: 'sidekicks/one', base }));
  const child = spawn(process.execPath, ['-e', listener], {
    env: { DAEMON_SECRET: 'environ' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const blank = { readOnly: [], caches: [], sockets: [], network: 'none', env: {}, hidden: [state] } as const;
  return {
    repo,
    state,
    home,
    token,
    worktree,
    daemon: JSON.parse(line.toString('utf8')) as World['daemon'],
    spec: (changed) => ({ mode: 'work', project: repo.checkout, worktree, home, ...blank, ...changed }),
    close: async () => {
      await ended(child);
      repo.remove();
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Who starts bubblewrap: whoever runs the tests, and if that is root, an unprivileged user too. */
export const users: readonly (readonly [name: string, prefix: readonly string[]])[] = [
  ['this user', []],
  ...(process.getuid?.() === 0 && existsSync('/usr/bin/setpriv')
    ? [['nobody', ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']] as const]
    : []),
];

/** For a user without rights, everything in the world is theirs while `use` runs. */
export async function ownedBy<T>(world: World, prefix: readonly string[], use: () => Promise<T>): Promise<T> {
  if (prefix.length === 0) return use();
  execFileSync('chown', ['-R', '65534:65534', world.repo.folder]);
  try {
    return await use();
  } finally {
    execFileSync('chown', ['-R', '0:0', world.repo.folder]);
  }
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export async function jailed(spec: JailSpec): Promise<Jail> {
  return taken(await prepareJail(spec));
}

export async function runIn(jail: Jail, command: readonly string[], prefix: readonly string[] = []): Promise<Ran> {
  return run([...prefix, ...jailArgv(jail, command)], '/', jail.env);
}

export async function run(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const group = taken(await spawnGroup(argv, { cwd, env, stdio: 'listen' }));
  const lines: string[] = [];
  for await (const line of boundedLines(group.stdout, { maxLineBytes: 1_000_000 })) {
    if (line.kind === 'line') lines.push(line.text);
  }
  const { code } = await group.exited;
  await group.close(0);
  return { code, out: lines.join('\n'), err: group.stderrTail() };
}
