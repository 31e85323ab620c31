/** Starts the real daemon in a home of its own, and ends only what it started. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The first line of `--json`. */
export interface DaemonLine {
  readonly url: string;
  readonly deskUrl: string;
  readonly port: number;
  readonly pid: number;
  readonly home: string;
}

export interface DaemonProcess extends DaemonLine {
  /** From the start of the process to its first line, in milliseconds. */
  readonly readyMs: number;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM, as a person's Ctrl-C would; resolves with what it printed to standard error. */
  stop(): Promise<string>;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** The built program, to be run with this Node. */
export const program = join(root, 'dist/cli.js');
/** A cold start on a loaded machine of two cores takes seconds, never this long. */
const START_MS = 60_000;

export function makeHome(): { readonly path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), 'sidekicks-home-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Empty unless the example is asked for; that counts only while the home is new. */
export function startDaemon(
  home: string,
  { example = false }: { readonly example?: boolean } = {},
): Promise<DaemonProcess> {
  const args = [program, '--no-open', '--json', '--port', '0', '--home', home];
  return launch(example ? args : [...args, '--empty']);
}

/** The same daemon from source, with a planted bug between app and store. */
export function startBrokenDaemon(home: string, bug: string): Promise<DaemonProcess> {
  return launch(['--import', 'tsx', join(root, 'test/rigs/broken-daemon.ts'), home, bug]);
}

/** Node with these arguments; the program must print the line first. */
export async function launch(args: readonly string[]): Promise<DaemonProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A rig that is broken off leaves nothing running.
  const killIt = () => child.kill('SIGKILL');
  process.once('exit', killIt);
  void gone.then(() => process.off('exit', killIt));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000);
  });
  const line = await firstLine(child, gone).catch((error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${error.message}\n${said}`);
  });
  const readyMs = performance.now() - began;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await gone;
    return said;
  };
  return { ...line, readyMs, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}

function firstLine(child: ChildProcess, gone: Promise<void>): Promise<DaemonLine> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no line within ${START_MS} ms`)), START_MS);
    let text = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      // Afterwards it is read on and dropped: a full pipe would block the daemon.
      if (text.includes('\n')) return;
      text += chunk;
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(JSON.parse(text.slice(0, text.indexOf('\n'))) as DaemonLine);
    });
    void gone.then(() => {
      clearTimeout(timer);
      reject(new Error(`the daemon ended with ${child.exitCode ?? child.signalCode} before its first line: ${text}`));
    });
  });
}
