/** Who lives, by /proc: what a run left behind, seen from outside of every jail. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Living {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function all(): Living[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        // It ended while it was looked at.
        return [];
      }
    });
}

/** Processes whose command line holds the text. */
export function processesWith(text: string): Living[] {
  return all().filter(({ pid, command }) => pid !== process.pid && command.includes(text));
}

/** Descendants of a process, orphans inside its jails too. */
export function processesBelow(ancestor: number): Living[] {
  const living = all();
  const below = new Set([ancestor]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of living) if (below.has(parent)) below.add(pid);
  }
  return living.filter(({ pid }) => pid !== ancestor && below.has(pid));
}
