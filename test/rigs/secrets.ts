/** Looks for secrets where none may be: in URLs, files, what was printed, arguments and environments of processes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name -> the text that must be nowhere. The one called `home` is the home's 32 bytes in hex. */
export type Secrets = Readonly<Record<string, string>>;

/** Shorter ones would be found by chance. */
const SHORTEST = 8;

/** In words, one for each secret that the content holds. */
export function leaksIn(secrets: Secrets, where: string, content: Buffer): readonly string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    if (secret.length < SHORTEST) throw new Error(`${name} is too short to be looked for`);
    return spellings(name, secret).some((bytes) => content.includes(bytes)) ? [`${name} in ${where}`] : [];
  });
}

/** How a secret may be written: as it is, and the home's 32 bytes in every usual spelling. */
function spellings(name: string, secret: string): readonly Buffer[] {
  if (name !== 'home') return [Buffer.from(secret)];
  const bytes = Buffer.from(secret, 'hex');
  const texts = ['hex', 'base64', 'base64url'] as const;
  return [bytes, ...texts.map((encoding) => Buffer.from(bytes.toString(encoding)))];
}

/** In every file of a home but its own secret; that it lies there is what it is for. */
export function leaksInHome(secrets: Secrets, home: string): readonly string[] {
  return filesOf(home).flatMap((path) =>
    path === join(home, 'secret') ? [] : leaksIn(secrets, path, readFileSync(path)),
  );
}

export function filesOf(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export function homeSecret(home: string): string {
  return readFileSync(join(home, 'secret')).toString('hex');
}

export interface Process {
  readonly pid: string;
  readonly argv: Buffer;
  readonly env: Buffer;
}

/** What this process started, and what that started. Empty where there is no `/proc`. */
export function descendants(): readonly Process[] {
  if (!existsSync('/proc/self/stat')) return [];
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => [pid, parentOf(pid)] as const),
  );
  const isOurs = (pid: string): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === String(process.pid) || isOurs(parent));
  };
  return [...parents.keys()]
    .filter(isOurs)
    .map((pid) => ({ pid, argv: readOr(`/proc/${pid}/cmdline`), env: readOr(`/proc/${pid}/environ`) }));
}

export function leaksInProcesses(secrets: Secrets, processes: readonly Process[]): readonly string[] {
  return processes.flatMap(({ pid, argv, env }) => [
    ...leaksIn(secrets, `the arguments of ${pid}`, argv),
    ...leaksIn(secrets, `the environment of ${pid}`, env),
  ]);
}

/** The second field after the name, which may itself hold blanks and brackets. */
function parentOf(pid: string): string | undefined {
  const text = readOr(`/proc/${pid}/stat`).toString();
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[1];
}

function readOr(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0); // ended meanwhile
  }
}
