/** The program as people and agents run it: a process of its own, for tests. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** All that came so far. */
  output(): string;
  /** The first match, once it comes. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  type(line: string): void;
  end(signal?: NodeJS.Signals): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

const PATIENCE_MS = 30_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = join(root, 'dist/cli.js');

/**
 * Makes dist/cli.js what the source says; quick when it is. A page that does not build is not this folder's matter, a
 * stale program is.
 */
export function buildProgram(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { encoding: 'utf8' });
  if (status === 0) return;
  const check = `const { staleParts } = await import('./scripts/stamp.mjs');
    process.exit(staleParts().some(({ part }) => part === 'node' || part === 'data') ? 1 : 0);`;
  const args = ['--input-type=module', '-e', check];
  if (spawnSync(process.execPath, args, { cwd: root }).status !== 0) throw new Error(`the build failed: ${stderr}`);
}

export interface Bench {
  readonly home: string;
  run(args: readonly string[], input?: string | Buffer): Promise<Ended>;
  start(args: readonly string[], env?: NodeJS.ProcessEnv): Running;
  /** With a pseudo terminal on both ends. */
  onTerminal(args: readonly string[]): Running;
  /** A daemon on free ports; answers its first line of JSON. */
  daemon(args?: readonly string[]): Promise<Running & { readonly info: DaemonLine }>;
  close(): Promise<void>;
}

export interface DaemonLine {
  readonly url: string;
  readonly deskUrl: string;
  readonly port: number;
  readonly pid: number;
  readonly home: string;
}

/** Call `buildProgram` once before. */
export function openBench(): Bench {
  const home = mkdtempSync(join(tmpdir(), 'sidekicks-home-'));
  choosePorts(home);
  const running = new Set<Running>();
  const own = (args: readonly string[]): readonly [string, ...string[]] => {
    const place = args.includes('--home') ? [] : ['--home', home];
    return [process.execPath, program, ...args, ...place];
  };
  const keep = (started: Running) => {
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  };
  const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => keep(follow(own(args), env));
  const run = (args: readonly string[], input: string | Buffer = '') => {
    const started = start(args);
    started.child.stdin.end(input);
    return started.ended;
  };
  return {
    home,
    start,
    onTerminal: (args) => keep(follow(['script', '-qfec', own(args).map(quoted).join(' '), '/dev/null'], {})),
    run,
    async daemon(args = []) {
      const started = start([...args, '--port', '0', '--no-open', '--json']);
      const [line] = await started.until(/^\{.*\}$/m);
      return { ...started, info: JSON.parse(line) as DaemonLine };
    },
    async close() {
      await Promise.all([...running].map((one) => one.end()));
      // What one of them left running in the background.
      if (existsSync(join(home, 'sidekicks.db'))) await run(['stop']);
      await new Promise((resolve) => setTimeout(resolve, 50));
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** A home of its own ports from the first moment on: a bridge would start its daemon on the usual ones. */
function choosePorts(home: string): void {
  const used = usedPorts();
  let port = 0;
  do port = 12_000 + 2 * Math.floor(Math.random() * 4000);
  while (used.has(port) || used.has(port + 1));
  writeFileSync(join(home, 'config.json'), JSON.stringify({ port }), { mode: 0o600 });
}

/** Of this machine, whatever they are used for. Empty where the kernel shows no list. */
function usedPorts(): ReadonlySet<number> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) => existsSync(file));
  const found = tables.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ *\d+: [0-9A-F]+:([0-9A-F]{4})/gm)]);
  return new Set(found.map(([, port = '']) => Number.parseInt(port, 16)));
}

function follow([program, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv): Running {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdin.on('error', () => {}); // it ended without reading all; its code says why
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    ended,
    output: () => stdout,
    type: (line) => child.stdin.write(`${line}\n`),
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
    async until(pattern) {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause()) {
        const match = pattern.exec(stdout);
        if (match) return match;
        if (child.exitCode !== null) break;
      }
      throw new Error(`no ${pattern} in: ${stdout}\n${stderr}`);
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 25));
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
