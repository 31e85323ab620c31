/** What the daemon was started with is not what its children have: an open folder leads out of every jail. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
let open: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidekicks-inherited-'));
  writeFileSync(join(folder, 'secret'), 'secret');
  open = openSync(folder, 'r');
});
afterEach(() => {
  closeSync(open);
  rmSync(folder, { recursive: true });
});

/** A daemon that starts a program by `start`, and says what that printed. */
function daemon(start: string): string {
  const source = `import { spawnSync } from 'node:child_process';
    import { spawnGroup } from ${JSON.stringify(import.meta.resolve('./group.ts'))};
    const command = ['cat', '/proc/self/fd/200/secret'];
    ${start}`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', source];
  // As a shell's `200<folder` does.
  const stdio = Array.from({ length: 201 }, (_, fd) => (fd < 3 ? 'pipe' : fd === 200 ? open : 'ignore'));
  return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: stdio as ('pipe' | 'ignore' | number)[] });
}

const ours = `const { value } = await spawnGroup(command, { cwd: '/', env: process.env, stdio: 'listen' });
  for await (const chunk of value.stdout) process.stdout.write(chunk);
  process.stdout.write(String((await value.exited).code));`;

it.runIf(process.platform === 'linux')('a child of ours has none of it; any other would', () => {
  expect(daemon(`process.stdout.write(spawnSync(command[0], [command[1]]).stdout);`)).toBe('secret');
  expect(daemon(ours)).toBe('1');
});
