/**
 * Whether a jail holds on this machine, found out by trying: a read, a write and a connection that must fail inside and
 * that work outside, and a write that must work. Owns nothing but its own scratch folder.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { withScratch } from '../scratch.ts';
import { type Jail, jailArgv } from './argv.ts';
import { prepareJail } from './prepare.ts';

export type JailProbe =
  | { readonly works: true; readonly version: string }
  | { readonly works: false; readonly reasons: readonly string[] };

export async function probeJail(options: { readonly signal?: AbortSignal } = {}): Promise<JailProbe> {
  if (process.platform !== 'linux') return { works: false, reasons: ['unsandboxed: bubblewrap is a Linux tool'] };
  return withScratch((scratch) => probeIn(scratch, options.signal));
}

async function probeIn(scratch: string, signal: AbortSignal | undefined): Promise<JailProbe> {
  const server = createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    return await tryJail(scratch, port, signal);
  } finally {
    server.close();
  }
}

async function tryJail(scratch: string, port: number, signal: AbortSignal | undefined): Promise<JailProbe> {
  const project = join(scratch, 'project');
  const state = join(project, 'state');
  const home = join(scratch, 'home');
  for (const folder of [project, state, home]) await mkdir(folder);
  const secret = randomBytes(16).toString('hex');
  // One is hidden inside a project that is shown, the other lies where nothing is shown.
  const canaries = [join(state, 'canary'), join(scratch, 'canary')];
  for (const file of canaries) await writeFile(file, secret);
  const jail = await prepareJail({
    mode: 'analyze',
    project,
    home,
    readOnly: [],
    caches: [],
    sockets: [],
    network: 'none',
    env: {},
    hidden: [state],
  });
  if (!jail.ok) return { works: false, reasons: [jail.refusal.message] };
  const plan = {
    canaries,
    writes: [join(project, 'planted'), join(scratch, 'planted')],
    port,
    home: join(home, 'mine'),
  };
  const report = await attempt(jail.value, plan, signal);
  if ('fault' in report) return { works: false, reasons: [report.fault] };
  const mine = await readFile(plan.home, 'utf8').catch(() => '');
  const planted = await Promise.all(plan.writes.map(isThere));
  const reasons = judge(report, { secret, mine, isWritten: planted.includes(true) });
  return reasons.length === 0 ? { works: true, version: jail.value.version } : { works: false, reasons };
}

interface Plan {
  readonly canaries: readonly string[];
  readonly writes: readonly string[];
  readonly port: number;
  readonly home: string;
}

interface Report {
  /** Contents that could be read. */
  readonly read: readonly string[];
  readonly connected: boolean;
}

/** Runs inside; CommonJS, by `node -e`. */
const script = `
const fs = require('node:fs'), net = require('node:net');
const plan = JSON.parse(process.argv[1]);
const tried = (list, act) => list.flatMap((each) => { try { return [act(each)]; } catch { return []; } });
const read = tried(plan.canaries, (file) => fs.readFileSync(file, 'utf8'));
tried(plan.writes, (file) => fs.writeFileSync(file, 'x'));
tried([plan.home], (file) => fs.writeFileSync(file, 'mine'));
const end = (connected) => { console.log(JSON.stringify({ read, connected })); process.exit(0); };
net.connect(plan.port, '127.0.0.1').on('connect', () => end(true)).on('error', () => end(false));
`;

async function attempt(jail: Jail, plan: Plan, signal: AbortSignal | undefined): Promise<Report | { fault: string }> {
  const [file, ...args] = jailArgv(jail, [jail.node, '-e', script, JSON.stringify(plan)]);
  const options = { cwd: '/', env: jail.env, timeout: 20_000, ...(signal ? { signal } : {}) };
  return new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      if (signal?.aborted) reject(signal.reason);
      else if (error)
        resolve({ fault: `bubblewrap ${jail.version} does not run here: ${stderr.trim() || error.message}` });
      else resolve(JSON.parse(stdout) as Report);
    });
  });
}

/** Looked for outside: what is written into the jail's own scratch is no breach. */
function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function judge(report: Report, seen: { secret: string; mine: string; isWritten: boolean }): readonly string[] {
  return [
    report.read.includes(seen.secret) ? 'a file outside could be read' : null,
    seen.isWritten ? 'a file outside could be written' : null,
    report.connected ? 'a port of this machine could be reached' : null,
    seen.mine === 'mine' ? null : 'the private home could not be written',
  ].filter((reason) => reason !== null);
}
