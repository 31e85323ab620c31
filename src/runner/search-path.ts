/**
 * Where programs are looked for. Only absolute folders of PATH: a relative one, or an empty one that means the folder one
 * stands in, leads into a worktree or a private home, where a worker can lay a `git` of its own.
 */
import { delimiter, isAbsolute } from 'node:path';

const usual = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Never empty: that means the folder one stands in, too. */
export function searchPath(): readonly string[] {
  const found = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return found.length > 0 ? found : usual;
}
