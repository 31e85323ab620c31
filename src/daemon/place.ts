/** Where this installation's own files lie, bundled (`dist/`) or run from source. */
import { fileURLToPath } from 'node:url';

/** Every chunk of the bundle lies directly in dist/, so the address of any of them finds the rest. */
const isBundled = !import.meta.url.endsWith('.ts');

function own(name: string, source: string): string {
  return fileURLToPath(new URL(isBundled ? `./${name}` : `../../${source}`, import.meta.url));
}

export const pagesFolder = own('web', 'dist/web');
export const playbooksFolder = own('playbooks', 'playbooks');
/** What agents are told to run, as an absolute path. */
export const programFile = own('cli.js', 'dist/cli.js');

/** Starts this very program again, with the same Node. */
export const ownCommand: readonly [string, ...string[]] = isBundled
  ? [process.execPath, programFile]
  : [process.execPath, '--import', own('', 'node_modules/tsx/dist/loader.mjs'), own('', 'src/cli/main.ts')];
