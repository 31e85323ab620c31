/**
 * What the daemon was started with beyond its three streams: a shell's `200>lock`, whatever an editor left open. Node
 * keeps its own descriptors from children, not those. No wall closes what is open: through an open folder a jailed child
 * would read and write outside its jail.
 */
import { openSync, readdirSync, readFileSync } from 'node:fs';

const O_CLOEXEC = 0o2000000;

/** Descriptors above 2 that a child would have. Elsewhere than on Linux nobody tells, and there is no jail. */
function inherited(): readonly number[] {
  if (process.platform !== 'linux') return [];
  const open = readdirSync('/proc/self/fdinfo').map(Number);
  return open.filter((fd) => fd > 2 && !closesOnExec(fd));
}

/** proc(5), fdinfo: `flags:` is octal. */
function closesOnExec(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) !== 0;
  } catch {
    return true; // it was the one that the folder was read by
  }
}

let nothing: number | undefined;

/** For spawn, after the three streams: in place of each of them the child has nothing. */
export function insteadOfInherited(): readonly ('ignore' | number)[] {
  const open = new Set(inherited());
  if (open.size === 0) return [];
  nothing ??= openSync('/dev/null', 'r');
  const fd = nothing;
  return Array.from({ length: Math.max(...open) - 2 }, (_, at) => (open.has(at + 3) ? fd : 'ignore'));
}
