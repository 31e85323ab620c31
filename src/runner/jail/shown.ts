/**
 * Which paths of this machine a text names that its jail would not show. For words beforehand: what is shown is decided
 * in mounts.ts, and a path that nothing names is nobody's business here.
 */
import { realpath } from 'node:fs/promises';
import { normalize } from 'node:path';
import { isWithin } from '../../kit/paths.ts';
import { systemFacts } from './system.ts';

/** Of its own in every jail, so that they are there and are not the machine's. */
const jailsOwn = ['/proc', '/dev', '/tmp', '/run/sidekicks'];

/**
 * `folders`: what the jail shows beside the system. Answers paths as they were named. A `stranger` may name any path, and is
 * told by no answer what is there where no jail looks: only what is shown is looked at, up to the first link out of it.
 */
export async function notShown(
  paths: readonly string[],
  folders: readonly string[],
  by: 'person' | 'stranger',
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const { root, node } = await systemFacts('open');
  const bound = await Promise.all([...folders, node].map(async (path) => (await real(path)) ?? path));
  const shown = [...root.map(({ target }) => target), ...bound];
  const isShown = (path: string) => path === '/' || shown.some((folder) => isWithin(path, folder));
  const looked = paths.map(async (named) => {
    const path = normalize(named);
    if (jailsOwn.some((folder) => isWithin(path, folder))) return [];
    if (by === 'stranger') return (await leadsOut(path, isShown)) ? [named] : [];
    const end = await real(path);
    // A link of the system that leads to what is not shown leads nowhere inside. What is not here is missing, not hidden.
    return end === null || (isShown(path) && isShown(end)) ? [] : [named];
  });
  return (await Promise.all(looked)).flat();
}

async function leadsOut(path: string, isShown: (path: string) => boolean): Promise<boolean> {
  const steps = path.split('/');
  // `/g/x/` of a sed is no path: that there is no /g, everybody may know.
  if (!isShown(path)) return (await real(`/${steps[1]}`)) !== null;
  const ways = steps.map((_, at) => steps.slice(0, at + 1).join('/') || '/').filter(isShown);
  for (const way of ways) {
    const end = await real(way);
    if (end === null || !isShown(end)) return end !== null;
  }
  return false;
}

/** Null = nothing is there. */
function real(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}

/** Absolute paths in a command or an argument: `/opt/x/run`, `--config=/opt/x.json`, `/a/bin:/b/bin`. Not those of URLs. */
export function pathsIn(text: string): readonly string[] {
  const words = text.split(/[\s'"`=:,;|&<>()]+/).filter((word) => word.startsWith('/') && !word.startsWith('//'));
  return [...new Set(words)];
}
