/**
 * The step `machine` of `npm test`: finds what tests need of the machine, or installs it, before any test wants it. Here an
 * `apt-get` has no hook's timeout over it, and no second one beside it.
 */
import { spawnSync } from 'node:child_process';
import { findOrInstallBrowser } from '../test/browser.ts';
import { installFromDebian } from '../test/debian.ts';

/** A jail is bubblewrap's, and only Linux has one; a machine without it tests nothing of what the README promises of jails. */
const programs = [
  { name: 'git', of: 'git' },
  ...(process.platform === 'linux' ? [{ name: 'bwrap', of: 'bubblewrap' }] : []),
];

function missing(): readonly string[] {
  const starts = (name: string) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  return programs.filter(({ name }) => !starts(name)).map(({ of }) => of);
}

const needed = missing();
if (needed.length > 0) installFromDebian(...needed);
const left = missing();
if (left.length > 0) {
  const all = left.join(' ');
  console.error(
    `Not installed: ${all}. On Debian \`apt-get install ${all}\` as root, on Fedora \`dnf install ${all}\`.`,
  );
  process.exitCode = 1;
}
try {
  console.log(await findOrInstallBrowser());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
