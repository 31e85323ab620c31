/**
 * Turns a jail's spec into one that can be started: resolves links, looks that everything is there and nothing was
 * tampered with, makes the worktree's private view. Owns every look at the disk; what is shown is decided in mounts.ts.
 */

import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isWithin } from '../../kit/paths.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { openView } from '../git/view.ts';
import type { Jail } from './argv.ts';
import { mountsOf } from './mounts.ts';
import type { JailSpec } from './spec.ts';
import { findBubblewrap, systemFacts } from './system.ts';

/**
 * Refused: `jail_unavailable` (no bubblewrap here), `jail_path_missing`, `jail_path_unsafe`, `worktree_tampered`.
 * A mode without its worktree is a fault.
 */
export async function prepareJail(spec: JailSpec): Promise<Result<Jail>> {
  const bubblewrap = process.platform === 'linux' ? await findBubblewrap() : null;
  if (!bubblewrap) return refuse(unavailable());
  const resolved = await resolvePaths(spec);
  if (!resolved.ok) return resolved;
  const unsafe = unsafePath(resolved.value);
  if (unsafe) return refuse(unsafe);
  const { mode } = resolved.value;
  const worktree = mode === 'work' || mode === 'check' ? resolved.value.worktree : undefined;
  const view = worktree ? await openView(worktree) : done({ alternates: [] });
  if (!view.ok) return view;
  const system = { ...(await systemFacts(spec.network)), ...view.value };
  return done({
    bwrap: bubblewrap.path,
    version: bubblewrap.version,
    mounts: mountsOf(resolved.value, system),
    network: spec.network,
    node: system.node,
    // In think there is nothing below the empty project.
    cwd: (mode === 'think' ? undefined : spec.cwd) ?? worktree?.path ?? resolved.value.project,
    ...environment(resolved.value, system.node),
  });
}

/** The loader's variables act on bubblewrap itself, which runs outside the walls. */
const loader = /^(LD_|GLIBC_|GCONV_PATH$|MALLOC_)/;

function environment({ env, home }: JailSpec, node: string): Pick<Jail, 'env' | 'innerEnv'> {
  const all = {
    PATH: [...new Set(['/usr/local/bin', '/usr/bin', '/bin', dirname(node)])].join(':'),
    LANG: 'C.UTF-8',
    ...env,
    HOME: home,
    TMPDIR: '/tmp',
  };
  const entries = Object.entries(all);
  return {
    env: Object.fromEntries(entries.filter(([name]) => !loader.test(name))),
    innerEnv: Object.fromEntries(entries.filter(([name]) => loader.test(name))),
  };
}

async function resolvePaths(spec: JailSpec): Promise<Result<JailSpec>> {
  const missing: string[] = [];
  const real = async (path: string): Promise<string> => {
    const found = await realpath(path).catch(() => null);
    if (found === null) missing.push(path);
    return found ?? path;
  };
  const hidden = await Promise.all(spec.hidden.map((path) => realpath(path).catch(() => null)));
  const resolved: JailSpec = {
    ...spec,
    project: await real(spec.project),
    home: await real(spec.home),
    readOnly: await Promise.all(spec.readOnly.map(real)),
    caches: await Promise.all(spec.caches.map(real)),
    sockets: await Promise.all(spec.sockets.map(async (each) => ({ ...each, outside: await real(each.outside) }))),
    // What is not there needs no hiding.
    hidden: hidden.filter((path) => path !== null),
  };
  return missing.length > 0 ? refuse(absent(missing)) : done(resolved);
}

/** A mount here would replace a piece of the jail's own root. */
const ownRoot = [
  '/',
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib64',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/tmp',
  '/usr',
];

function unsafePath({ project, home, readOnly, caches, hidden }: JailSpec): Refusal | null {
  const bound = [project, home, ...readOnly, ...caches];
  const root = bound.find((path) => ownRoot.includes(path));
  if (root) return unsafe(root, 'it is a folder of the system itself');
  const state = bound.find((path) => hidden.includes(path));
  if (state) return unsafe(state, 'it is hidden from every jail');
  if (hidden.some((path) => isWithin(project, path))) return unsafe(project, 'it lies in a hidden folder');
  if (isWithin(project, home)) return unsafe(home, 'the private home holds the project');
  return null;
}

function unavailable(): Refusal {
  return {
    code: 'jail_unavailable',
    message:
      process.platform === 'linux'
        ? 'Bubblewrap (bwrap) is not installed, so nothing can be jailed.'
        : 'unsandboxed: bubblewrap is a Linux tool',
    next:
      process.platform === 'linux'
        ? 'Install bubblewrap, or have a person grant this run `unsandboxed`.'
        : 'Have a person grant this run `unsandboxed`.',
  };
}

function absent(paths: readonly string[]): Refusal {
  return {
    code: 'jail_path_missing',
    message: `The jail needs what is not there: ${paths.join(', ')}.`,
    next: "Install what is missing, or correct the agent's entry.",
  };
}

function unsafe(path: string, why: string): Refusal {
  return {
    code: 'jail_path_unsafe',
    message: `${path} cannot be shown in a jail: ${why}.`,
    next: 'Choose another folder as root, home or cache.',
  };
}
