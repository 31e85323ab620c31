/**
 * A small ACP agent of the project's own, scripted by its prompt (see script.mjs for how a script is written). A real
 * child process on the SDK's agent side; it calls the worker's tools over the MCP server that session/new names, as any
 * agent would. It is the `custom` agent of every suite.
 *
 * Steps, with defaults:
 *   ["message", text, times] ["thought", text] ["plan", [entries]] ["tool", title, kind, output]
 *   ["permission", kind, title]          asks, and says the answer: allow_once, reject_once or cancelled
 *   ["take_back", times, ms]            asks and takes it back after so long, one after the other
 *   ["tools"]                            names the worker's tools
 *   ["call", tool, {arguments}]          calls one and says what came back
 *   ["call_later", ms, tool, {arguments}] calls it when the turn may be over, into later.txt of its HOME
 *   ["ask_until", question, {more}]      asks, polls while it is pending, says the answer and how often it polled
 *   ["ask", question, {more}] ["publish", name, content] ["finish", outcome, {more}]     short for the calls
 *   ["publish_bytes", name, bytes]       quotation marks, that many
 *   ["read", path] ["write", path, content] ["exec", command] ["connect", host, port] ["kill", pid, signal]
 *                                        really done; says the result or `failed CODE`
 *   ["env"] ["value", NAME] ["history"] ["settings"]      says the names of its environment, one value, the number of
 *                                        earlier prompts of this session (kept in its HOME), the session's options
 *   ["usage", {input, output, cost}]     figures of the turn; cost adds to the session's total
 *   ["sleep", ms] ["ignore_cancel"]      a sleep ends at session/cancel unless cancel is ignored
 *   ["flood_worker", calls, ms]          calls of the worker's socket whose answers it does not read, for so long; says
 *                                        how many it got rid of
 *   ["flood", megabytes, chunk]          messages ["garbage", text, times] ["long_line", MiB] ["stderr", text]
 *   ["close_input"] ["close_output"]     its own ends of the protocol's pipes
 *   ["crash", code] ["die"]              exit, or SIGKILL, in the middle of the turn
 *   ["grandchildren", count, seconds]    sleepers that outlive it; every second one in a session of its own
 *   ["error", message]                   session/prompt is answered with an error
 *   ["stop", reason]                     the stop reason of the turn
 *
 * Arguments of the program: --silent (reads, never answers), --garbage (prints what is no ACP), --die CODE (ends at
 * once, with a last word), --no-options, --no-resume (resume is not offered), --signed-out (session/new wants a login),
 * --linger (lives on when its input closes), --stubborn (is not ended by
 * SIGTERM), --deaf (never looks at the worker's tools).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { scriptOf } from './script.mjs';
import { steps } from './steps.mjs';

const flags = process.argv.slice(2);
const has = (/** @type {string} */ name) => flags.includes(`--${name}`);

if (has('die')) {
  process.stderr.write('cannot find my configuration\n');
  process.exit(Number(flags[flags.indexOf('--die') + 1] ?? 1));
}
if (has('garbage')) process.stdout.write('Welcome!\nPlease log in.\n');
if (has('stubborn')) process.on('SIGTERM', () => {});
if (has('linger')) setInterval(() => {}, 1000);

/** @typedef {{ id: string, history: string[], cost: number, settings: Record<string, string> }} Kept */
/** @typedef {{ kept: Kept, client: Client | null, door: string, cancel: AbortController, ignoreCancel: boolean }} Session */

/** @type {Map<string, Session>} */
const sessions = new Map();
const folder = join(homedir(), 'sessions');

/** @param {Kept} kept */
function save(kept) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${kept.id}.json`), JSON.stringify(kept));
}

/** @param {string} id @returns {Kept} */
function load(id) {
  try {
    return JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'));
  } catch {
    throw acp.RequestError.sessionNotFound(id);
  }
}

/** @param {any} servers @returns {Promise<Client | null>} */
async function connectWorker(servers) {
  const server = servers?.find((/** @type {any} */ { name }) => name === 'tandem');
  if (!server || has('deaf')) return null;
  const client = new Client({ name: 'scripted', version: '1' });
  const { command, args } = server;
  const env = Object.fromEntries(server.env.map((/** @type {any} */ { name, value }) => [name, value]));
  await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
  await client.listTools();
  return client;
}

/** @param {Kept} kept @param {any} servers */
async function open(kept, servers) {
  const client = await connectWorker(servers);
  const door = servers?.find((/** @type {any} */ { name }) => name === 'tandem')?.args.at(-1);
  sessions.set(kept.id, { kept, client, door, cancel: new AbortController(), ignoreCancel: false });
  save(kept);
}

const choices = {
  model: { category: 'model', values: ['scripted/small', 'scripted/large'] },
  effort: { category: 'thought_level', values: ['low', 'medium', 'high'] },
};

/** @param {Kept} kept @returns {any} */
function optionsOf({ settings }) {
  if (has('no-options')) return {};
  const configOptions = Object.entries(choices).map(([id, { category, values }]) => ({
    id,
    name: id,
    category,
    type: 'select',
    currentValue: settings[id],
    options: values.map((value) => ({ value, name: value })),
  }));
  return { configOptions };
}

/** @param {string} sessionId */
function sessionOf(sessionId) {
  const session = sessions.get(sessionId);
  if (!session) throw acp.RequestError.sessionNotFound(sessionId);
  return session;
}

/** @param {Session} session @param {acp.AgentContext} client @param {any} result @returns {import('./steps.mjs').Turn} */
function turnOf(session, client, result) {
  const sessionId = session.kept.id;
  const worker = () => {
    if (!session.client) throw new Error('no worker tools');
    return session.client;
  };
  return {
    update: (update) => client.notify(acp.methods.client.session.update, { sessionId, update }),
    async permission(kind, title, signal) {
      /** @type {acp.RequestPermissionRequest} */
      const request = {
        sessionId,
        toolCall: { toolCallId: `ask-${Date.now()}`, kind: /** @type {any} */ (kind), title, rawInput: { title } },
        options: [
          { optionId: 'a', name: 'Always', kind: 'allow_always' },
          { optionId: 'b', name: 'Yes', kind: 'allow_once' },
          { optionId: 'c', name: 'No', kind: 'reject_once' },
        ],
      };
      const options = signal ? { cancellationSignal: signal } : {};
      const { outcome } = await client.request(acp.methods.client.session.requestPermission, request, options);
      const names = /** @type {Record<string, string>} */ ({ a: 'allow_always', b: 'allow_once', c: 'reject_once' });
      return outcome.outcome === 'selected' ? (names[outcome.optionId] ?? '?') : 'cancelled';
    },
    async call(name, args) {
      const answer = await worker().callTool({ name, arguments: args }, { timeout: 120_000 });
      const [first] = /** @type {any[]} */ (answer.content);
      return answer.structuredContent ?? first?.text ?? null;
    },
    tools: async () => (await worker().listTools()).tools.map(({ name }) => name),
    session: session.kept,
    door: session.door,
    result,
    signal: session.cancel.signal,
    flags: session,
  };
}

/** @param {any} context */
async function prompt({ params, client }) {
  const session = sessionOf(params.sessionId);
  session.cancel = new AbortController();
  session.ignoreCancel = false;
  const text = params.prompt.map((/** @type {any} */ block) => block.text ?? '').join('\n');
  /** @type {{ stopReason: acp.StopReason }} */
  const result = { stopReason: 'end_turn' };
  const turn = turnOf(session, client, result);
  for (const [name, ...args] of scriptOf(text)) {
    if (session.cancel.signal.aborted && !session.ignoreCancel) break;
    const step = steps[name];
    if (!step) throw new Error(`no step ${name}`);
    try {
      await step(turn, ...args);
    } catch (error) {
      if (/** @type {any} */ (error).name !== 'AbortError') throw error;
    }
  }
  session.kept.history.push(text.slice(0, 2000));
  save(session.kept);
  if (session.cancel.signal.aborted && !session.ignoreCancel) return { stopReason: /** @type {const} */ ('cancelled') };
  return result;
}

const app = acp
  .agent({ name: 'scripted' })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    agentInfo: { name: 'scripted', version: '1.2.3' },
    agentCapabilities: has('no-resume') ? {} : { sessionCapabilities: { resume: {} } },
  }))
  .onRequest(acp.methods.agent.session.new, async ({ params }) => {
    if (has('signed-out')) throw acp.RequestError.authRequired();
    const id = `s-${Date.now()}-${process.pid}`;
    const kept = { id, history: [], cost: 0, settings: { model: 'scripted/small', effort: 'low' } };
    await open(kept, params.mcpServers);
    return { sessionId: id, ...optionsOf(kept) };
  })
  .onRequest(acp.methods.agent.session.resume, async ({ params }) => {
    const kept = load(params.sessionId);
    await open(kept, params.mcpServers);
    return optionsOf(kept);
  })
  .onRequest(acp.methods.agent.session.setConfigOption, ({ params }) => {
    const { kept } = sessionOf(params.sessionId);
    kept.settings[params.configId] = String(params.value);
    save(kept);
    return optionsOf(kept);
  })
  .onRequest(acp.methods.agent.session.prompt, prompt)
  .onNotification(acp.methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.cancel.abort();
  });

if (has('silent') || has('garbage')) {
  process.stdin.resume();
} else {
  const input = /** @type {any} */ (Readable.toWeb(process.stdin));
  const connection = app.connect(acp.ndJsonStream(Writable.toWeb(process.stdout), input));
  void connection.closed.then(async () => {
    if (has('linger')) return;
    for (const { client } of sessions.values()) await client?.close();
    process.exit(0);
  });
}
