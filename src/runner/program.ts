/** Where an agent's program really lies, which folders it needs to run, and which version it is. Starts only `--version`. */

import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isWithin } from '../kit/paths.ts';
import { done, type Result, refuse } from '../kit/result.ts';
import { cut } from '../kit/text.ts';
import type { AgentBase } from './agents/base.ts';
import { baseEnv } from './agents/plan.ts';
import { spawnGroup } from './process/group.ts';
import { searchPath } from './search-path.ts';

export interface Program {
  /** Every path in it without links, so that it is the same inside a jail. */
  readonly argv: readonly string[];
  /** What the program is read from. */
  readonly folders: readonly string[];
}

/** Refused `agent_missing`. */
export async function findProgram(base: AgentBase, argv: readonly string[]): Promise<Result<Program>> {
  const [name = '', ...rest] = argv;
  const found = await locate(name);
  if (found === null) return refuse(missing(base, name));
  const real = isAbsolute(name) ? found : await realOne(base, found);
  const others = await Promise.all(rest.map(async (word) => (isAbsolute(word) ? fileAt(word) : null)));
  const files = [real, ...others.filter((file) => file !== null)];
  return done({
    argv: [real, ...rest.map((word, at) => others[at] ?? word)],
    folders: [...new Set(files.flatMap(foldersOf))],
  });
}

/** Null = unknown. A package tells without being started; else the program is asked, for at most 5 s. */
export async function versionOf(base: AgentBase, { argv }: Program, home: string): Promise<string | null> {
  // From the end: what an interpreter runs, before the interpreter.
  for (const file of argv.filter(isAbsolute).reverse()) {
    const version = file.includes('/node_modules/') ? await packageVersion(dirname(file)) : null;
    if (version !== null) return version;
  }
  const [program] = argv;
  if (base.versionArgs === null || program === undefined) return null;
  return askVersion([program, ...base.versionArgs], home);
}

async function askVersion(argv: readonly string[], home: string): Promise<string | null> {
  const signal = AbortSignal.timeout(5000);
  const started = await spawnGroup(argv, {
    cwd: home,
    env: baseEnv(home, searchPath().join(delimiter)),
    stdio: 'listen',
    signal,
  });
  if (!started.ok) return null;
  let said = '';
  started.value.stdout.on('data', (chunk: Buffer) => {
    said = cut(said + chunk.toString('utf8'), 2000);
  });
  const { code } = await started.value.exited;
  await started.value.close(0);
  return code === 0 ? (/\d+\.\d+[\w.+-]*/.exec(said)?.[0] ?? null) : null;
}

async function locate(name: string): Promise<string | null> {
  if (isAbsolute(name)) return fileAt(name);
  for (const folder of searchPath()) {
    const file = await fileAt(join(folder, name));
    if (file !== null && (await canRun(file))) return file;
  }
  return null;
}

async function fileAt(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  return real !== null && (await stat(real)).isFile() ? real : null;
}

function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Behind a wrapper: one process less that could keep a signal to itself. */
async function realOne({ realProgram }: AgentBase, wrapper: string): Promise<string> {
  if (realProgram === null) return wrapper;
  const folder = await packageFolder(dirname(wrapper));
  const file = folder === null ? null : await fileAt(join(folder, realProgram));
  return file !== null && (await canRun(file)) ? file : wrapper;
}

async function packageFolder(from: string): Promise<string | null> {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    if ((await fileAt(join(folder, 'package.json'))) !== null) return folder;
  }
  return null;
}

async function packageVersion(from: string): Promise<string | null> {
  const folder = await packageFolder(from);
  if (folder === null) return null;
  try {
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? cut(version, 100) : null;
  } catch {
    return null;
  }
}

const shown = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];

/** A package needs its neighbours; another program its own folder, unless that is somebody's whole home. */
function foldersOf(file: string): readonly string[] {
  if (shown.some((folder) => isWithin(file, folder))) return [];
  const at = file.indexOf('/node_modules/');
  if (at !== -1) return [file.slice(0, at + '/node_modules'.length)];
  const folder = dirname(file);
  return isWithin(homedir(), folder) ? [file] : [folder];
}

function missing({ title, program }: AgentBase, name: string) {
  return {
    code: 'agent_missing',
    message: `${title} is not here: there is no program ${name || program}.`,
    next: `Install it, or name its absolute path in the agent's entry.`,
  };
}
