/** Debian's packages, where this process may install them. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** False = not Debian, not root, or apt-get failed; its words went to standard error. */
export function installFromDebian(...packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.error(`installing ${packages.join(' and ')} from Debian`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: readonly string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env }).status === 0;
  return apt('update', '-q') && apt('install', '-yq', ...packages);
}
