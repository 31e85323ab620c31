/**
 * The lines that people are told to type. Each runs as it stands, but for a word in capitals, which is to be replaced: in
 * a clone there is no program named sidekicks.
 */
import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import type { PairLines, ToolLines } from '../protocol/views.ts';
import { homePath } from './home/folder.ts';
import { programFile } from './place.ts';

/** `words` as a command line of this installation, for this home: `node /opt/sidekicks/dist/cli.js pair --home /srv/a`. */
export function hint(words: string, home: string | undefined): string {
  const said = [programWords(process.argv[1], process.env.PATH), words, ...homeWords(home)];
  return said.filter((one) => one !== '').join(' ');
}

/** What an agent is told to start; absolute, because it starts in a folder and with a PATH of its own. */
export function bridgeWords(home: string): string {
  return ['node', quoted(programFile), 'mcp', ...homeWords(home)].join(' ');
}

/** For whoever asks, so without a path of this machine: who started Sidekicks knows its folder and its home (`HOME`). */
export function pairLines(home: string): PairLines {
  // Never through a registry: nothing of ours is there, and whoever takes the name would be run.
  const way = isClone ? 'npm start --' : 'sidekicks';
  const rest = homeWords(home).length > 0 ? ' --home HOME' : '';
  return { pair: `${way} pair${rest}`, recover: `${way} recover${rest}` };
}

/** What is published holds no scripts. */
const isClone = existsSync(join(dirname(programFile), '../scripts/start.mjs'));

export function toolLines(home: string): ToolLines {
  return { start: hint('', home), bridge: bridgeWords(home), importTasks: hint('import backlog-md DIR', home) };
}

function homeWords(home: string | undefined): readonly string[] {
  const isUsual = home === undefined || (home === homePath(undefined) && process.env.SIDEKICKS_HOME === undefined);
  return isUsual ? [] : ['--home', quoted(home)];
}

/** `sidekicks` only when it was started by that name from a folder where the shell finds it again; npx has one of its own. */
export function programWords(started: string | undefined, path: string | undefined): string {
  const folder = dirname(started ?? '');
  const isInstalled =
    started !== undefined &&
    basename(started) === 'sidekicks' &&
    !/[\\/]node_modules[\\/]\.bin$/.test(folder) &&
    (path ?? '').split(delimiter).includes(folder);
  return isInstalled ? 'sidekicks' : `node ${quoted(programFile)}`;
}

/** One word for a shell. */
export function quoted(word: string): string {
  return /^[\w/.:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
