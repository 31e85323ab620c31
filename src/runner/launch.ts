/**
 * One launch: program, home, walls, the worker's door, the process, the protocol. Owns the order, and that whatever was
 * opened is closed when a later step fails or the agent ends.
 */
import { realpath } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import type { AgentEvents, AgentProcess, JailState, Launch } from '../app/runner.ts';
import { notAnyMore } from '../core/run/last-gate.ts';
import { done, type Result, refuse } from '../kit/result.ts';
import { leaseOf } from './acp/agent.ts';
import { connectAgent, type Deadlines } from './acp/connect.ts';
import { baseEnv, type LaunchPlan, launchPlan } from './agents/plan.ts';
import { openHome, writeFiles } from './home.ts';
import { inTime } from './in-time.ts';
import { jailArgv } from './jail/argv.ts';
import { launched, shimCommand } from './jail/inside-command.ts';
import { prepareJail } from './jail/prepare.ts';
import { openRelay } from './jail/relay.ts';
import { inside, type SocketBind } from './jail/spec.ts';
import { systemFacts } from './jail/system.ts';
import { spawnGroup } from './process/group.ts';
import { findProgram, type Program } from './program.ts';
import { searchPath } from './search-path.ts';
import { chooseWalls, loopbackPorts, type Walls } from './walls.ts';
import { openWorkerDoor, type ServeWorker, type WorkerDoor } from './worker-door.ts';
import { worktreeAt } from './worktree-at.ts';

export interface LaunchParts {
  readonly jail: JailState;
  readonly node: string;
  /** Holds the private homes. */
  readonly homes: string;
  /** Holds the sockets of all launches. */
  readonly sockets: string;
  /** Never visible in a jail. */
  readonly hidden: readonly string[];
  readonly serveWorker: ServeWorker;
  readonly deadlines: Deadlines;
  log(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface Launched {
  readonly process: AgentProcess;
  readonly version: string | null;
}

/** What is to be closed, last opened first. */
class Opened {
  readonly #list: { close(): Promise<void> }[] = [];
  #isOver = false;

  /** After the end too: a preparation that nobody waits for any more may still open something. */
  async add(one: { close(): Promise<void> }): Promise<void> {
    if (this.#isOver) await one.close();
    else this.#list.push(one);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    for (const each of this.#list.splice(0).reverse()) await each.close();
  }
}

export async function launchAgent(
  parts: LaunchParts,
  launch: Launch,
  events: AgentEvents,
  signal: AbortSignal,
): Promise<Result<Launched>> {
  const opened = new Opened();
  const closeAll = () => opened.close();
  try {
    const result = await start(parts, launch, events, signal, opened);
    if (!result.ok) await closeAll();
    else
      void result.value.process.exited.then(closeAll).catch((error) => parts.log('an agent left something', { error }));
    return result.ok ? done({ ...result.value, process: closingToo(result.value.process, closeAll) }) : result;
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function start(
  parts: LaunchParts,
  launch: Launch,
  events: AgentEvents,
  signal: AbortSignal,
  opened: Opened,
): Promise<Result<Launched>> {
  const { deadlines } = parts;
  const within = { signal, ms: deadlines.prepareMs, late: notReady(launch.entry.id, 'it took too long') };
  const prepared = await inTime(prepare(parts, launch, opened), within);
  if (!prepared.ok) return prepared;
  const { plan, walls, door, cwd, command } = prepared.value;
  if (!(await events.mayStart())) return refuse(notAnyMore);
  const spawned = await spawnGroup(command.argv, { cwd: command.cwd, env: command.env });
  if (!spawned.ok) return refuse({ ...spawned.refusal, code: 'agent_failed' });
  const group = spawned.value;
  await opened.add({ close: () => group.close(0) });
  if (!(await events.spawned(leaseOf(group)))) return refuse(notAnyMore);
  const { mode, ask, resume, resumedCostUsd, model, thinking } = launch;
  return connectAgent({
    ...{ group, plan, mode, cwd, ask, resume, resumedCostUsd, model, thinking, events, signal, deadlines },
    held: walls.held,
    worker: command.worker,
    listed: door.listed,
  });
}

/** All that comes before a process: no program of the agent's is started here. */
async function prepare(parts: LaunchParts, launch: Launch, opened: Opened): Promise<Result<Prepared>> {
  const made = await attempt(launch, () => openHome(parts.homes, launch.conversationId));
  if (!made.ok) return made;
  const home = made.value;
  // Without a jail the project is not hidden, but it need not be where the agent starts.
  const cwd = launch.mode === 'think' && !parts.jail.works ? `${home}/empty` : launch.cwd;
  const given = launchPlan(launch.entry, launch.mode, { home, cwd, model: launch.model, hostEnv: process.env });
  if (given === null) return refuse(noProgram(launch.entry.id));
  const plan = withDeadline(given, launch.entry.startSeconds ?? undefined);
  const program = await findProgram(plan.base, plan.argv);
  if (!program.ok) return program;
  const walls = chooseWalls(parts.jail, launch, plan);
  if (!walls.ok) return walls;
  const written = await attempt(launch, () => writeFiles(home, plan.files));
  if (!written.ok) return written;
  const door = await openWorkerDoor(launch.conversationId, parts.serveWorker, parts.sockets);
  await opened.add(door);
  const ready = { parts, launch, plan, program: program.value, walls: walls.value, home, cwd, door };
  const command = await commandOf(ready, opened);
  return command.ok ? done({ ...ready, command: command.value }) : command;
}

/** The worker may have left its home so that nobody can write there. */
async function attempt<T>(launch: Launch, act: () => Promise<T>): Promise<Result<T>> {
  return act().then(done, (error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    return refuse(notReady(launch.entry.id, `its private home cannot be filled (${error.code})`));
  });
}

/** A person's word on how long the agent may take to come up goes before the catalogue's. */
function withDeadline(plan: LaunchPlan, startSeconds: number | undefined): LaunchPlan {
  if (startSeconds === undefined) return plan;
  const ms = startSeconds * 1000;
  return { ...plan, base: { ...plan.base, deadlines: { ...plan.base.deadlines, initMs: ms, sessionMs: ms } } };
}

interface Ready {
  readonly parts: LaunchParts;
  readonly launch: Launch;
  readonly plan: LaunchPlan;
  readonly program: Program;
  readonly walls: Walls;
  readonly home: string;
  readonly cwd: string;
  readonly door: WorkerDoor;
}

interface Prepared extends Ready {
  readonly command: Command;
}

interface Command {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly worker: { readonly command: string; readonly args: readonly string[] };
}

async function commandOf(ready: Ready, opened: Opened): Promise<Result<Command>> {
  const { parts, plan, program, walls, home, cwd, door } = ready;
  const [first = ''] = program.argv;
  const own = [dirname(first), dirname(parts.node)];
  const path = [...new Set([...own, ...searchPath()])].join(delimiter);
  const env = { ...baseEnv(home, path), ...plan.env };
  if (walls.kind === 'none') {
    const { shim } = await systemFacts('open');
    return done({ argv: program.argv, env, cwd, worker: { command: parts.node, args: [shim, door.path] } });
  }
  const sockets: SocketBind[] = [{ outside: door.path, inside: inside.worker }];
  if (walls.network === 'relay') {
    const relay = await openRelay({
      targets: walls.targets,
      folder: parts.sockets,
      onDenied: (denied) => parts.log('a jailed agent asked for a host that it may not reach', { ...denied }),
    });
    await opened.add(relay);
    sockets.push({ outside: relay.path, inside: inside.relay });
  }
  const jail = await jailOf(ready, walls.network, { env, sockets });
  if (!jail.ok) return jail;
  const node = await realpath(parts.node);
  const agent =
    walls.network === 'open'
      ? program.argv
      : launched({ node, agent: program.argv, loopbackPorts: loopbackPorts(walls.targets) });
  return done({ argv: jailArgv(jail.value, agent), env: jail.value.env, cwd: '/', worker: shimCommand(node) });
}

async function jailOf(
  { parts, launch, plan, program, home, cwd }: Ready,
  network: 'relay' | 'open',
  { env, sockets }: { readonly env: Readonly<Record<string, string>>; readonly sockets: readonly SocketBind[] },
) {
  const spec = {
    ...{ mode: launch.mode, home, cwd, network, env, sockets },
    project: launch.repository ?? launch.cwd,
    readOnly: [...program.folders, ...plan.readOnly],
    caches: [],
    hidden: parts.hidden,
  };
  if (launch.mode !== 'work') return prepareJail(spec);
  if (launch.repository === null) throw new Error('work needs the repository of its worktree');
  const worktree = await worktreeAt(launch.repository, launch.worktree ?? launch.cwd);
  return worktree.ok ? prepareJail({ ...spec, worktree: worktree.value }) : worktree;
}

/** The same agent, whose close is over only when its door and relay are closed too. */
function closingToo(process: AgentProcess, closeAll: () => Promise<void>): AgentProcess {
  return {
    lease: process.lease,
    sessionId: process.sessionId,
    held: process.held,
    settings: process.settings,
    get sessionCostUsd() {
      return process.sessionCostUsd;
    },
    exited: process.exited,
    prompt: (text) => process.prompt(text),
    cancel: (graceMs) => process.cancel(graceMs),
    async close() {
      await process.close();
      await closeAll();
    },
  };
}

function noProgram(id: string) {
  return {
    code: 'agent_missing',
    message: `The agent ${id} names no program that could be started.`,
    next: "Name the program's absolute path in the agent's entry, at the desk.",
  };
}

function notReady(id: string, why: string) {
  return {
    code: 'agent_failed',
    message: `The launch of ${id} could not be prepared: ${why}.`,
    next: 'Start a new run of its own; if it fails again, look whether the disk of this machine answers.',
  };
}
