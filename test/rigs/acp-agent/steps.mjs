/** What the rig's agent can do, one function per step. `agent.mjs` lists them with their arguments. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {object} Turn
 * @property {(update: any) => Promise<void>} update sends a session update
 * @property {(kind: string, title: string, signal?: AbortSignal) => Promise<string>} permission
 * @property {(name: string, args: any) => Promise<any>} call a worker tool
 * @property {() => Promise<string[]>} tools
 * @property {any} session
 * @property {string} door the worker's socket
 * @property {any} result what session/prompt will answer
 * @property {AbortSignal} signal aborted by session/cancel
 * @property {{ ignoreCancel: boolean }} flags
 */

let calls = 0;

/** @param {Turn} turn @param {string} text */
const say = (turn, text) => turn.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

/** @param {Turn} turn @param {string} what @param {() => unknown} act */
async function attempt(turn, what, act) {
  try {
    await say(turn, `${what}: ${await act()}\n`);
  } catch (error) {
    const { code, message } = /** @type {any} */ (error);
    await say(turn, `${what}: failed ${code ?? message}\n`);
  }
}

/** @type {Record<string, (turn: Turn, ...args: any[]) => unknown>} */
export const steps = {
  message: (turn, text = 'hello', times = 1) => repeat(times, () => say(turn, text)),
  thought: (turn, text = 'hm') =>
    turn.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }),
  plan: (turn, entries = ['one', 'two']) =>
    turn.update({
      sessionUpdate: 'plan',
      entries: entries.map((/** @type {string} */ content, /** @type {number} */ at) => ({
        content,
        priority: 'medium',
        status: at === 0 ? 'completed' : 'pending',
      })),
    }),
  async tool(turn, title = 'look', kind = 'read', output = 'seen') {
    calls += 1;
    const call = { toolCallId: `call-${process.pid}-${calls}` };
    await turn.update({ sessionUpdate: 'tool_call', ...call, title, kind, status: 'pending', rawInput: {} });
    const input = { rawInput: { path: 'a' } };
    await turn.update({ sessionUpdate: 'tool_call_update', ...call, status: 'in_progress', ...input });
    const content = [{ type: 'content', content: { type: 'text', text: output } }];
    await turn.update({ sessionUpdate: 'tool_call_update', ...call, status: 'completed', content });
  },
  async permission(turn, kind = 'edit', title = 'change a file') {
    await say(turn, `permission ${kind}: ${await turn.permission(kind, title)}\n`);
  },
  async take_back(turn, times = 10, ms = 20) {
    for (let at = 0; at < times; at += 1) {
      await turn.permission('edit', `change ${at}`, AbortSignal.timeout(ms)).catch(() => {});
    }
    await say(turn, `took back ${times}\n`);
  },
  tools: (turn) => attempt(turn, 'tools', async () => (await turn.tools()).join(' ')),
  call: (turn, name, args = {}) => attempt(turn, name, async () => JSON.stringify(await turn.call(name, args))),
  ask: (turn, question = 'Which one?', more = {}) => steps.call?.(turn, 'tandem_ask', { question, ...more }),
  /** After the turn, from a process that is kept: what came of it is a file of its home. */
  call_later(turn, ms, name, args = {}) {
    const file = join(homedir(), 'later.txt');
    const said = (/** @type {unknown} */ what) => writeFileSync(file, `later: ${what}\n`);
    setTimeout(() => turn.call(name, args).then((answer) => said(JSON.stringify(answer)), said), ms);
  },
  /** As an agent should: asks, and polls while it is pending. */
  ask_until: (turn, question = 'Which one?', more = {}) =>
    attempt(turn, 'ask_until', async () => {
      let polls = 0;
      let answer = await turn.call('tandem_ask', { question, ...more });
      for (; answer.status === 'pending'; polls += 1)
        answer = await turn.call('tandem_ask', { question_id: answer.question_id });
      return JSON.stringify({ ...answer, polls });
    }),
  publish: (turn, name = 'note', content = 'artifact body') =>
    steps.call?.(turn, 'tandem_publish_artifact', { name, content }),
  publish_bytes: (turn, name = 'big', bytes = 1000) =>
    steps.call?.(turn, 'tandem_publish_artifact', { name, content: '"'.repeat(bytes) }),
  finish: (turn, outcome = 'success', more = {}) =>
    steps.call?.(turn, 'tandem_finish', { outcome, summary: 'as scripted', answer: 'forty-two', ...more }),
  read: (turn, path) => attempt(turn, `read ${path}`, () => readFileSync(path, 'utf8').slice(0, 2000)),
  write: (turn, path, content = 'written\n') =>
    attempt(turn, `write ${path}`, () => {
      writeFileSync(path, content);
      return 'ok';
    }),
  exec: (turn, command) => attempt(turn, `exec ${command}`, () => run(command)),
  connect: (turn, host, port) => attempt(turn, `connect ${host}:${port}`, () => reach(host, port)),
  kill: (turn, pid, signal = 'SIGKILL') => attempt(turn, `kill ${pid}`, () => process.kill(pid, signal)),
  env: (turn) => say(turn, `env: ${Object.keys(process.env).sort().join(' ')}\n`),
  value: (turn, name) => say(turn, `${name}=${process.env[name] ?? ''}\n`),
  history: (turn) => say(turn, `history: ${turn.session.history.length}\n`),
  settings: (turn) => say(turn, `settings: ${JSON.stringify(turn.session.settings)}\n`),
  sleep: (turn, ms = 1000) => sleep(ms, undefined, turn.flags.ignoreCancel ? {} : { signal: turn.signal }),
  ignore_cancel(turn) {
    turn.flags.ignoreCancel = true;
  },
  async usage(turn, figures = {}) {
    const { input = 100, output = 20, cost } = figures;
    turn.result.usage = { inputTokens: input, outputTokens: output, totalTokens: input + output };
    if (cost === undefined) return;
    turn.session.cost = Number((turn.session.cost + cost).toFixed(9));
    const amount = { amount: turn.session.cost, currency: 'USD' };
    await turn.update({ sessionUpdate: 'usage_update', used: input, size: 100_000, cost: amount });
  },
  async flood(turn, megabytes = 1, chunk = 1_000_000) {
    const text = 'x'.repeat(chunk);
    await repeat(Math.ceil((megabytes * 1_000_000) / chunk), () => say(turn, text));
  },
  flood_worker: (turn, calls = 1000, ms = 1000) => attempt(turn, 'flood_worker', () => flood(turn.door, calls, ms)),
  /** Past the SDK, straight to standard output: waits for the pipe like any program. */
  garbage: (_turn, text = 'this is no JSON', times = 1) => repeat(times, () => raw(`${text}\n`)),
  long_line: (_turn, megabytes = 9) => raw(`${'y'.repeat(megabytes * 1024 * 1024)}\n`),
  stderr: (_turn, text = 'a word on standard error') => writeSync(2, `${text}\n`),
  close_input: () => void process.stdin.destroy(),
  close_output: () => void process.stdout.end(),
  crash(_turn, code = 1) {
    process.exit(code);
  },
  async die() {
    process.kill(process.pid, 'SIGKILL');
    await sleep(10_000);
  },
  grandchildren: (turn, count = 1, seconds = 600) =>
    attempt(turn, 'grandchildren', () =>
      Array.from({ length: count }, (_, at) => {
        // Every second one leaves the group, too.
        const child = spawn('sleep', [String(seconds)], { stdio: 'ignore', detached: at % 2 === 1 });
        child.unref();
        return child.pid;
      }).join(' '),
    ),
  error(_turn, message = 'scripted error') {
    throw Object.assign(new Error(message), { scripted: true });
  },
  stop(turn, reason = 'end_turn') {
    turn.result.stopReason = reason;
  },
};

/** @param {number} times @param {() => unknown} act */
async function repeat(times, act) {
  for (let at = 0; at < times; at += 1) await act();
}

/** @param {string} door @param {number} calls @param {number} ms */
async function flood(door, calls, ms) {
  const socket = connect(door);
  await once(socket, 'connect');
  socket.pause();
  const end = AbortSignal.timeout(ms);
  const clientInfo = { name: 'flood', version: '1' };
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  let sent = 0;
  try {
    for (; sent < calls; sent += 1) {
      const call = sent === 0 ? { method: 'initialize', params: hello } : { method: 'tools/list' };
      const line = `${JSON.stringify({ jsonrpc: '2.0', id: sent, ...call })}\n`;
      if (!socket.write(line)) await once(socket, 'drain', { signal: end });
    }
  } catch {
    // It was held up.
  }
  if (!end.aborted) await once(end, 'abort');
  socket.destroy();
  return `${sent} of ${calls}`;
}

/** @param {string} text */
async function raw(text) {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** @param {string} command */
async function run(command) {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const [code] = await once(child, 'close');
  return `exit ${code} ${output.slice(0, 4000)}`;
}

/** @param {string} host @param {number} port */
function reach(host, port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: 3000 });
    socket.once('connect', () => resolve('connected'));
    socket.once('timeout', () => reject(new Error('timeout')));
    socket.once('error', reject);
    for (const event of ['connect', 'timeout', 'error']) socket.once(event, () => socket.destroy());
  });
}
