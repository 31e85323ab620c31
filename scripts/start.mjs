/** `npm start`: builds what changed, then runs the program in this process with the given arguments. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, root, staleParts } from './stamp.mjs';

if (staleParts().length > 0) {
  process.stderr.write('building what changed; the next start is quick\n');
  // A process of its own: the bundlers' memory must not stay with the program.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const cli = join(dist, 'cli.js');
if (!existsSync(cli)) {
  process.stderr.write('there is no src/cli/main.ts to start yet\n');
  process.exit(1);
}
process.argv[1] = cli;
await import(pathToFileURL(cli).href);
