/** A runner test's world: folders, a repository, the scripted agent as a person's own program, and the worker's tools. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Step } from '../app/ports.ts';
import type { AgentEvents, AgentProcess, Launch, Runner } from '../app/runner.ts';
import type { AgentEntry } from '../core/run/agent.ts';
import type { Lease } from '../core/run/run.ts';
import type { Result } from '../kit/result.ts';
import { boundedLines } from './process/lines.ts';
import { openRunner, type RunnerOptions } from './runner.ts';

const sources = fileURLToPath(new URL('../..', import.meta.url));
const agentProgram = join(sources, 'test/rigs/acp-agent/agent.mjs');

/** Of a check that may run, whenever it is asked. */
export const granted = { whyNot: () => null, spawned: async () => undefined };

export class RunnerRig {
  // Not under /tmp: the jail has one of its own.
  readonly place = realpathSync(mkdtempSync('/var/tmp/sidekicks-runner-'));
  readonly state = join(this.place, 'state');
  readonly project = join(this.place, 'project');
  readonly steps: Step[] = [];
  readonly leases: Lease[] = [];
  /** Calls of the worker's tools, as the daemon would see them. */
  readonly calls: { readonly name: string; readonly args: unknown }[] = [];
  readonly #runners: Runner[] = [];

  constructor() {
    for (const folder of [this.state, this.project]) mkdirSync(folder);
    writeFileSync(join(this.state, 'secret'), 'the home secret');
    writeFileSync(join(this.project, 'hello.txt'), 'hello from the project\n');
    this.git('init', '-q', '-b', 'main');
    this.git('add', '.');
    this.git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-q', '-m', 'first');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.project, encoding: 'utf8' }).trim();
  }

  async runner(options: Partial<RunnerOptions> = {}): Promise<Runner> {
    const runner = await openRunner({
      stateDir: this.state,
      runtimeDir: join(this.state, 'runs'),
      serveWorker: (_, stream) => this.#serve(stream),
      log: () => {},
      ...options,
    });
    this.#runners.push(runner);
    return runner;
  }

  /** Of the project's HEAD, for the conversation of every launch. */
  async worktree(runner: Runner) {
    const head = await runner.head(this.project);
    if (!head.ok) throw new Error(head.refusal.message);
    const { repository, commit: base } = head.value;
    const { signal } = new AbortController();
    const added = await runner.addWorktree({ repository, conversationId: 'c-1', base, signal });
    if (!added.ok) throw new Error(added.refusal.message);
    return { repository, base, signal, ...added.value };
  }

  launch(
    runner: Runner,
    wish: Partial<Launch> = {},
    signal = new AbortController().signal,
    gate: Partial<Pick<AgentEvents, 'mayStart' | 'spawned'>> = {},
  ): Promise<Result<AgentProcess>> {
    return runner.launch(
      {
        ...{
          conversationId: 'c-1',
          entry: scripted(),
          mode: 'think',
          cwd: this.project,
          repository: null,
          worktree: null,
        },
        ...{
          resume: null,
          resumedCostUsd: null,
          model: null,
          thinking: null,
          openNetwork: false,
          unsandboxed: false,
          ask: false,
        },
        ...wish,
      },
      {
        step: (step) => void this.steps.push(step),
        permission: () => Promise.resolve('deny'),
        mayStart: () => Promise.resolve(true),
        spawned: async (lease) => this.leases.push(lease) > 0,
        ...gate,
      },
      signal,
    );
  }

  async agent(runner: Runner, wish: Partial<Launch> = {}): Promise<AgentProcess> {
    const launched = await this.launch(runner, wish);
    if (!launched.ok) throw new Error(`${launched.refusal.code}: ${launched.refusal.message}`);
    return launched.value;
  }

  async close(): Promise<void> {
    for (const runner of this.#runners) await runner.close();
    rmSync(this.place, { recursive: true, force: true });
  }

  /** The least of MCP: a stand-in for the daemon, which the runner knows only as a stream. */
  #serve(stream: Duplex) {
    let ready = () => {};
    const listed = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const answer = (method: string, params: { readonly name?: string; readonly arguments?: unknown }) => {
      if (method === 'initialize') {
        const serverInfo = { name: 'tandem', version: '1' };
        return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
      }
      if (method === 'tools/list') ready();
      if (method === 'tools/list') return { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) };
      this.calls.push({ name: params.name ?? '', args: params.arguments });
      return { content: [{ type: 'text', text: `${params.name} taken` }] };
    };
    const talk = async () => {
      for await (const line of boundedLines(stream, { maxLineBytes: 1_000_000 })) {
        if (line.kind !== 'line') continue;
        const { id, method, params } = JSON.parse(line.text);
        if (id !== undefined)
          stream.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params) })}\n`);
      }
    };
    void talk().catch(() => {});
    return { listed, close: () => void stream.destroy() };
  }
}

const tools = ['tandem_ask', 'tandem_publish_artifact', 'tandem_read_artifact', 'tandem_context_read', 'tandem_finish'];

export function scripted(more: Partial<AgentEntry> = {}, ...flags: readonly string[]): AgentEntry {
  const argv = [process.execPath, agentProgram, ...flags];
  const readOnly = [join(sources, 'node_modules')];
  const nothing = { passEnv: [], env: {}, files: {}, modelHosts: [] };
  return { id: 'scripted', base: 'custom', allowed: true, argv, readOnly, ...nothing, ...more };
}

/** The text that an agent said in a turn. */
export async function said(agent: AgentProcess, ...steps: readonly (string | readonly unknown[])[]): Promise<string> {
  const turn = await agent.prompt(`SCRIPT:${JSON.stringify(steps)}`);
  return turn.kind === 'ended' ? turn.text : `crashed: ${turn.reason}`;
}
