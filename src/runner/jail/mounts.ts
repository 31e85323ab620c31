/**
 * What each mode may see. Pure: paths that were resolved and looked at (prepare.ts) in, mounts out.
 * One rule orders them: parents before children, so the deepest path decides. A hidden folder inside a project is
 * covered, and a home that lies inside the hidden folder, named on purpose, is shown again.
 */
import { isWithin } from '../../kit/paths.ts';
import type { Worktree } from '../git/worktree-of.ts';
import { inside, type JailSpec } from './spec.ts';

export type Mount =
  | { readonly kind: 'read' | 'write'; readonly source: string; readonly target: string }
  | { readonly kind: 'link'; readonly source: string; readonly target: string }
  /** empty: a folder with nothing in it, read-only. scratch: one to write in, gone with the jail. */
  | { readonly kind: 'empty' | 'scratch' | 'proc' | 'dev'; readonly target: string };

/** What the machine has; see system.ts. */
export interface SystemFacts {
  /** Read-only pieces of the root, and links such as /bin -> usr/bin. */
  readonly root: readonly Mount[];
  readonly node: string;
  readonly launcher: string;
  readonly shim: string;
  /** Other object folders that the repository borrows from. */
  readonly alternates: readonly string[];
}

export function mountsOf(spec: JailSpec, system: SystemFacts): readonly Mount[] {
  const shown = [
    ...system.root,
    { kind: 'proc', target: '/proc' } as const,
    { kind: 'dev', target: '/dev' } as const,
    { kind: 'scratch', target: '/tmp' } as const,
    ...projectMounts(spec, system),
    ...[...spec.readOnly, ...spec.caches, system.node].map(read),
    read(system.launcher, inside.launcher),
    read(system.shim, inside.shim),
    ...spec.sockets.map((socket) => read(socket.outside, socket.inside)),
    { kind: 'write', source: spec.home, target: spec.home } as const,
  ] satisfies Mount[];
  const covers = spec.hidden
    .filter((path) => shown.some((mount) => isWithin(path, mount.target)))
    .map((target): Mount => ({ kind: 'empty', target }));
  return parentsFirst([...shown, ...covers]);
}

function projectMounts({ mode, project, worktree }: JailSpec, system: SystemFacts): readonly Mount[] {
  if (mode === 'think') return [{ kind: 'empty', target: project }];
  if (mode === 'analyze') return [read(project)];
  if (!worktree) throw new Error(`mode ${mode} needs a worktree`);
  return worktreeMounts(worktree, system);
}

/**
 * The worktree, and at the repository's own path a private view of it: history is read, commits, branches and tags go
 * to the view, and hooks and configuration are read-only (files that could be missing are there, empty). The real
 * repository is not visible, so nothing inside can move its branches, drop its objects or plant what its git would run.
 */
function worktreeMounts({ path, gitDir, name, view }: Worktree, system: SystemFacts): readonly Mount[] {
  const admin = `worktrees/${name}`;
  const writable = ['objects', 'refs', 'logs', admin];
  const guarded = [`${admin}/commondir`, `${admin}/gitdir`, `${admin}/config.worktree`];
  return [
    { kind: 'write', source: path, target: path },
    read(`${path}/.git`),
    read(view, gitDir),
    ...writable.map((part): Mount => ({ kind: 'write', source: `${view}/${part}`, target: `${gitDir}/${part}` })),
    ...guarded.map((part) => read(`${view}/${part}`, `${gitDir}/${part}`)),
    read(`${gitDir}/objects`, inside.objects),
    ...system.alternates.map((folder) => read(folder)),
  ];
}

function read(source: string, target: unknown = source): Mount {
  // `map` passes an index as the second argument.
  return { kind: 'read', source, target: typeof target === 'string' ? target : source };
}

function parentsFirst(mounts: readonly Mount[]): readonly Mount[] {
  return mounts.toSorted((one, other) => depthOf(one.target) - depthOf(other.target));
}

function depthOf(path: string): number {
  return path.split('/').filter(Boolean).length;
}
