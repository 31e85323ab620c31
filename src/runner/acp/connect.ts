/**
 * From a started process to an agent that can be prompted: initialize, a session (new or taken up again), its settings,
 * the worker's tools. Each step has a deadline; whatever fails ends the process and is refused with its last words.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as acp from '@agentclientprotocol/sdk';
import type { AgentEvents, AgentProcess } from '../../app/runner.ts';
import type { Held, Mode } from '../../core/run/run.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import type { LaunchPlan } from '../agents/plan.ts';
import { startCancelled } from '../in-time.ts';
import type { Group } from '../process/group.ts';
import { Agent } from './agent.ts';
import { shown } from './bounded.ts';
import { lastLines, lastWords } from './last-words.ts';
import { AgentGone, Link } from './link.ts';
import { type SettingsOutcome, settle } from './settings.ts';
import { UsageMeter } from './usage.ts';

/** Milliseconds. Measured cold on two cores: opencode needs up to 18 s to initialize and 29 s for a session. */
export const deadlines = {
  /** Home, program, walls, doors: a second on a loaded machine. Beyond it something on the disk does not answer. */
  prepareMs: 30_000,
  initMs: 45_000,
  sessionMs: 60_000,
  /** Until the agent has listed the worker's tools; then it is prompted all the same, and a note says so. */
  toolsMs: 10_000,
  settingMs: 20_000,
  /** For a person who is asked. The app's own deadline comes first. */
  permissionMs: 60 * 60_000,
} as const;
export type Deadlines = { readonly [Name in keyof typeof deadlines]: number };

export interface ConnectInput {
  readonly group: Group;
  readonly plan: LaunchPlan;
  readonly mode: Mode;
  readonly cwd: string;
  readonly ask: boolean;
  readonly resume: string | null;
  readonly resumedCostUsd: number | null;
  readonly model: string | null;
  readonly thinking: string | null;
  readonly held: Held;
  /** The worker's tools: a program that speaks MCP on its standard streams, as the agent sees it. */
  readonly worker: { readonly command: string; readonly args: readonly string[] };
  /** When the agent has asked the worker's tools for their list. */
  readonly listed: Promise<void>;
  readonly events: AgentEvents;
  readonly deadlines: Deadlines;
  readonly signal: AbortSignal;
}

export interface Connected {
  readonly process: AgentProcess;
  /** As it told at initialize. */
  readonly version: string | null;
}

/** Refused `agent_failed`, `agent_garbage`, `session_gone` and `cancelled`. The process is gone then. */
export async function connectAgent(input: ConnectInput): Promise<Result<Connected>> {
  const meter = new UsageMeter(input.plan.usage, input.resume === null ? 0 : input.resumedCostUsd);
  const { mode, ask, events } = input;
  const link = new Link(input.group, { mode, ask, permissionMs: input.deadlines.permissionMs, events, meter });
  const abort = () => void input.group.close(0).catch(() => {});
  input.signal.addEventListener('abort', abort, { once: true });
  if (input.signal.aborted) abort();
  try {
    const ready = await handshake(input, link);
    if (input.signal.aborted) return await failed(input, link, null);
    const process = new Agent({ ...ready, group: input.group, link, meter, held: input.held });
    return done({ process, version: ready.version });
  } catch (error) {
    return await failed(input, link, error);
  } finally {
    input.signal.removeEventListener('abort', abort);
  }
}

interface Ready {
  readonly sessionId: string;
  readonly settings: SettingsOutcome;
  readonly version: string | null;
}

async function handshake(input: ConnectInput, link: Link): Promise<Ready> {
  const { methods } = acp;
  const initMs = input.plan.base.deadlines.initMs ?? input.deadlines.initMs;
  const initialized = await link.answer(
    link.agent.request(methods.agent.initialize, {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientInfo: { name: 'sidekicks', version: '1' },
      // Agents use their own tools, inside the jail, and never ours.
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    }),
    'initialize',
    initMs,
  );
  if (initialized?.protocolVersion !== acp.PROTOCOL_VERSION) {
    throw new AgentGone('answered', `it speaks version ${shown(initialized?.protocolVersion, 20)} of ACP, not 1`);
  }
  const session = await openSession(input, link, initialized.agentCapabilities);
  const settings = await settle(session.options, wantedOf(input), async (configId, value) => {
    const params = { sessionId: session.id, configId, value };
    const request = link.agent.request(methods.agent.session.setConfigOption, params);
    return optionsOf(await link.answer(request, 'session/set_config_option', input.deadlines.settingMs));
  });
  await untilListed(input, link);
  const version = initialized.agentInfo?.version;
  return { sessionId: session.id, settings, version: typeof version === 'string' ? cut(version, 100) : null };
}

function wantedOf({ model, thinking, plan }: ConnectInput) {
  return { model, thinking, modelByArgs: plan.modelByArgs };
}

interface Session {
  readonly id: string;
  readonly options: readonly acp.SessionConfigOption[];
}

async function openSession(
  input: ConnectInput,
  link: Link,
  capabilities: acp.AgentCapabilities | undefined,
): Promise<Session> {
  const { session } = acp.methods.agent;
  const deadline = input.plan.base.deadlines.sessionMs ?? input.deadlines.sessionMs;
  const { command, args } = input.worker;
  const params: acp.NewSessionRequest = {
    cwd: input.cwd,
    mcpServers: [{ name: 'tandem', command, args: [...args], env: [] }],
    ...(input.plan.sessionMeta === null ? {} : { _meta: { ...input.plan.sessionMeta } }),
  };
  if (input.resume === null) {
    const made = await link.answer(link.agent.request(session.new, params), 'session/new', deadline);
    if (typeof made?.sessionId !== 'string') throw new AgentGone('answered', 'it named no session');
    return { id: made.sessionId, options: optionsOf(made) };
  }
  const old = { ...params, sessionId: input.resume };
  if (capabilities?.sessionCapabilities?.resume) {
    const resumed = await link.answer(link.agent.request(session.resume, old), 'session/resume', deadline);
    return { id: input.resume, options: optionsOf(resumed) };
  }
  if (capabilities?.loadSession !== true) throw new SessionGone('it cannot take up an earlier session');
  // Loading plays the history back as updates.
  link.mute(true);
  const loaded = await link.answer(link.agent.request(session.load, old), 'session/load', deadline);
  link.mute(false);
  return { id: input.resume, options: optionsOf(loaded) };
}

class SessionGone extends Error {}

function optionsOf(answer: unknown): readonly acp.SessionConfigOption[] {
  const options = (answer as { configOptions?: unknown } | null | undefined)?.configOptions;
  if (!Array.isArray(options)) return [];
  const whole = (option: acp.SessionConfigOption) => option?.type !== 'select' || Array.isArray(option.options);
  return (options as acp.SessionConfigOption[]).filter((option) => typeof option?.id === 'string' && whole(option));
}

/** With some agents (omp) the first turn would otherwise have no tools of the run. */
async function untilListed({ listed, plan, deadlines: { toolsMs } }: ConnectInput, link: Link): Promise<void> {
  try {
    await link.answer(listed, 'with a look at its tools', toolsMs);
    const { afterListMs = 0 } = plan.base.deadlines;
    if (afterListMs > 0) await link.answer(sleep(afterListMs), 'after that', null);
  } catch (error) {
    if (!(error instanceof AgentGone) || error.kind !== 'deadline') throw error;
    link.steps.note(`the agent has not listed the tools of the run within ${toolsMs / 1000} s`);
  }
}

async function failed(input: ConnectInput, link: Link, error: unknown): Promise<Result<never>> {
  const garbage = link.spokeGarbageOnly;
  await input.group.close(0);
  link.steps.flush();
  return refuse(input.signal.aborted ? startCancelled : refusalOf(input, error, garbage));
}

const HAND =
  "Check the agent's entry: the folders that the jail shows it (what lies elsewhere is not there for it), program, arguments and environment; then run the program by hand.";

function refusalOf({ plan, resume, group }: ConnectInput, error: unknown, garbage: boolean): Refusal {
  const { title } = plan;
  const { credentials } = plan.base;
  const stderr = lastLines(group.stderrTail());
  const data = { stderr };
  const words = error instanceof Error ? error.message : String(error);
  const last = lastWords(stderr);
  if (garbage || (error instanceof AgentGone && error.kind === 'garbage')) {
    return { code: 'agent_garbage', message: `${title} printed lines that are no ACP.`, next: HAND, data };
  }
  if (error instanceof SessionGone || (resume !== null && isNotFound(error))) {
    const message = `${title} has no session to go on with: ${words}.`;
    return { code: 'session_gone', message, next: 'Continue with continuation "fresh" and a handoff.', data };
  }
  if (error instanceof acp.RequestError && error.code === -32000) {
    const names = credentials.join(', ') || 'its key';
    const next = `Pass the name of a key that it reads (${names}) in the agent's entry, or sign in.`;
    return { code: 'agent_failed', message: `${title} is not signed in: ${cut(words, 500)}`, next, data };
  }
  const message = `${title} did not start: ${cut(words, 500)}.${last === '' ? '' : ` It said: ${last.replace(/[^.!?]$/, '$&.')}`}`;
  return { code: 'agent_failed', message, next: HAND, data };
}

function isNotFound(error: unknown): boolean {
  return (
    error instanceof acp.RequestError && (error.code === -32002 || /not found|unknown session/i.test(error.message))
  );
}
