/**
 * Runs git, the only place that does. Owns the armour: no user or system configuration, no hooks, no file system
 * monitor, no filters, no external diff, no network, no prompt, no shell; a time limit and a bound on output.
 * Content that an agent wrote may choose among the drivers that the user configured; here it reaches none of them.
 */
import { type ChildProcess, type ExecFileException, execFile } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { searchPath } from '../search-path.ts';

export interface GitOptions {
  /** Where git looks for its repository, unless gitDir says it. */
  readonly cwd?: string;
  readonly gitDir?: string;
  readonly workTree?: string;
  readonly index?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  /** Configuration for this call, beside the armour; see quieted. */
  readonly config?: Readonly<Record<string, string>>;
  /** Default 16 MiB. More is cut. */
  readonly maxBytes?: number;
  /** Of what `git` answers. Default utf8. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Default two minutes. */
  readonly timeoutMs?: number;
  /** Aborting ends git and throws the reason. */
  readonly signal?: AbortSignal;
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  /** git's own words, one line. */
  readonly said: string;
  /** Output went over maxBytes; git was stopped there. */
  readonly cut: boolean;
}

/** For what cannot fail unless something is broken: throws git's own words. */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  const answer = await askGit(args, options);
  if (answer.code !== 0) throw new Error(`git ${args[0]} failed: ${answer.said}`);
  if (answer.cut) throw new Error(`git ${args[0]} said more than ${options.maxBytes ?? defaultBytes} bytes`);
  return answer.stdout.toString(options.encoding ?? 'utf8').trimEnd();
}

const defaultBytes = 16 * 1024 * 1024;
/** A list of a million files: what was committed must be nameable, or nobody could apply it. */
export const listBytes = 256 * 1024 * 1024;

/** For questions whose "no" is expected. */
export function askGit(args: readonly string[], options: GitOptions): Promise<GitAnswer> {
  const { cwd = '/', maxBytes = defaultBytes, timeoutMs = 120_000, signal } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(
      'git',
      [...armour, ...args],
      { cwd, env: environment(options), encoding: 'buffer', maxBuffer: maxBytes, timeout: timeoutMs, signal },
      (error, stdout, stderr) => {
        const said = stderr
          .toString('utf8')
          .trim()
          .replaceAll(/\s*\n\s*/g, '; ');
        const outcome = error ? failure(error) : { code: 0, cut: false };
        // A git that was stopped may still be writing for a moment.
        if (outcome instanceof Error) void ended(child).then(() => reject(outcome));
        else resolve({ ...outcome, stdout: stdout.subarray(0, maxBytes), said });
      },
    );
    child.stdin?.on('error', () => {}); // git ended without reading all; its code says why
    child.stdin?.end(options.input ?? '');
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const isOver = child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  if (!isOver) await once(child, 'exit');
}

function failure(error: ExecFileException): Pick<GitAnswer, 'code' | 'cut'> | Error {
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return { code: 0, cut: true };
  return typeof error.code === 'number' ? { code: error.code, cut: false } : error;
}

const armour = [
  '--no-pager',
  '--no-optional-locks',
  ...Object.entries({
    'core.hooksPath': '/dev/null',
    // Since git 2.55, of configured hooks: what our calls do. Older ones pass it over; see quieted.
    'hook.reference-transaction.enabled': 'false',
    'hook.post-index-change.enabled': 'false',
    'hook.post-checkout.enabled': 'false',
    'hook.post-merge.enabled': 'false',
    'core.fsmonitor': 'false',
    'core.attributesFile': '/dev/null',
    'core.excludesFile': '/dev/null',
    'core.quotePath': 'false',
    'core.safecrlf': 'false',
    'core.splitIndex': 'false',
    'core.untrackedCache': 'false',
    // A file is the same when all that the system says of it is: settings of a repository that look at less hide a change.
    'core.ignoreStat': 'false',
    'core.trustctime': 'true',
    'core.checkStat': 'default',
    'core.sshCommand': 'false',
    'core.alternateRefsCommand': 'false',
    'credential.helper': '',
    'protocol.allow': 'never',
    // A name of its own beats the general word, also in a configuration that somebody planted.
    'protocol.file.allow': 'never',
    'protocol.ext.allow': 'never',
    'protocol.ssh.allow': 'never',
    'protocol.git.allow': 'never',
    'protocol.http.allow': 'never',
    'protocol.https.allow': 'never',
    'safe.bareRepository': 'explicit',
    'submodule.recurse': 'false',
    'diff.ignoreSubmodules': 'all',
    'diff.noprefix': 'false',
    'diff.mnemonicPrefix': 'false',
    'commit.gpgSign': 'false',
    'merge.verifySignatures': 'false',
    'gc.auto': '0',
    'maintenance.auto': 'false',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

function environment({ gitDir, workTree, index, env, config = {} }: GitOptions): Record<string, string> {
  const entries = Object.entries(config);
  const numbered = entries.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return {
    PATH: searchPath().join(delimiter),
    HOME: '/nonexistent',
    LC_ALL: 'C',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'false',
    GIT_EDITOR: 'false',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(gitDir ? { GIT_DIR: gitDir } : {}),
    ...(workTree ? { GIT_WORK_TREE: workTree } : {}),
    ...(index ? { GIT_INDEX_FILE: index } : {}),
    GIT_CONFIG_COUNT: String(entries.length),
    ...Object.fromEntries(numbered),
    ...env,
  };
}

/**
 * Since git 2.54 a hook may stand in the configuration too, under any name; `core.hooksPath` says nothing of those. And a
 * branch may give every merge options: with a squash or a strategy none is a fast-forward.
 */
const drivers = '(filter|diff|merge)\\..*\\.(clean|smudge|process|required|command|textconv|driver)';
const hooks = 'hook\\..*\\.(command|event)';
const mergeOptions = 'branch\\..*\\.mergeoptions';
const unwanted = `^(${drivers}|${hooks}|${mergeOptions})$`;

/**
 * The same options with every driver and hook of this repository's configuration silenced. For all calls that see an
 * index or working files, not only for `add`: `status` and even `write-tree` hash a file again when its time is that of
 * the index, by its filter. And for all that move a branch or write an index, which is what hooks hear of.
 */
export async function quieted<T extends GitOptions>(at: T): Promise<T> {
  const { code, stdout } = await askGit(['config', '-z', '--name-only', '--get-regexp', unwanted], at);
  if (code !== 0) return at; // none
  const names = stdout.toString('utf8').split('\0').filter(Boolean);
  return { ...at, config: Object.fromEntries(names.map(silenced)) };
}

function silenced(name: string): readonly [string, string] {
  if (name.startsWith('hook.')) return [name.replace(/[^.]*$/, 'enabled'), 'false'];
  return [name, name.endsWith('.required') ? 'false' : ''];
}
