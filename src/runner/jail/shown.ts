/**
 * Which paths of this machine a text names that its jail would not show. For words beforehand: what is shown is decided
 * in mounts.ts, and a path that nothing names is nobody's business here.
 */
import { lstat, realpath } from 'node:fs/promises';
import { normalize, sep } from 'node:path';
import { isWithin } from '../../kit/paths.ts';
import { systemFacts } from './system.ts';

/** Of its own in every jail, so that they are there and are not the machine's. */
const jailsOwn = ['/proc', '/dev', '/tmp', '/run/sidekicks'];

/** Answers paths that are there outside, as they were named. `folders`: what the jail shows beside the system. */
export function notShown(paths: readonly string[], folders: readonly string[]): Promise<readonly string[]> {
  return chosen(paths, folders, async (path, isShown) => {
    const real = await realpath(path).catch(() => null);
    // A link of the system that leads to what is not shown leads nowhere inside. What is not here is missing, not hidden.
    return real !== null && !(isShown(path) && isShown(real));
  });
}

/**
 * The same of what an agent wrote, who must not learn by it which files this machine has: of a path only the folder in `/`
 * that it begins with is looked for.
 */
export function notShownBlind(paths: readonly string[], folders: readonly string[]): Promise<readonly string[]> {
  return chosen(paths, folders, async (path, isShown) => {
    const plain = normalize(path);
    const top = plain.split(sep, 2).join(sep);
    return !isShown(plain) && (await lstat(top).catch(() => null)) !== null;
  });
}

async function chosen(
  paths: readonly string[],
  folders: readonly string[],
  isHidden: (path: string, isShown: (path: string) => boolean) => Promise<boolean>,
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const { root, node } = await systemFacts('open');
  const bound = await Promise.all([...folders, node].map((path) => realpath(path).catch(() => path)));
  const shown = [...root.map(({ target }) => target), ...bound, ...jailsOwn];
  const isShown = (path: string) => path === '/' || shown.some((folder) => isWithin(path, folder));
  const found = await Promise.all(paths.map(async (path) => ((await isHidden(path, isShown)) ? [path] : [])));
  return found.flat();
}

/** Absolute paths in a command or an argument: `/opt/x/run`, `--config=/opt/x.json`, `/a/bin:/b/bin`. Not those of URLs. */
export function pathsIn(text: string): readonly string[] {
  const words = text.split(/[\s'"`=:,;|&<>()]+/).filter((word) => word.startsWith('/') && !word.startsWith('//'));
  return [...new Set(words)];
}
