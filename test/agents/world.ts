/**
 * One agent's world: a daemon in a fresh home, a person at the desk who allows the agent and grants it everything that
 * the checks do, a project under git, another agent's token that delegates, and the scripted model.
 */

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunView } from '../../src/protocol/delegation-views.ts';
import { grant, type ResultAnswer, result, type Scene, view } from '../delegation/scene.ts';
import { startDaemon } from '../rigs/daemon.ts';
import { startModel } from '../rigs/model-server/server.mjs';
import { agentClient, makeAgent, ok, pairPerson } from '../rigs/people.ts';
import type { RealAgent } from './agents.ts';
import { shelf } from './install.ts';

export interface World extends Scene {
  readonly agentUnderTest: RealAgent;
  /** Every request of the agent to its model, with its instant. */
  readonly asked: readonly Asked[];
  /** The conversations, by the check that began them. */
  readonly begun: Map<string, Begun>;
  /** The run of the moment, for the report of a failure. */
  current: string | null;
}

interface Begun {
  readonly conversationId: string;
  readonly runId: string;
  /** A word of its prompt that nothing else holds. */
  readonly mark: string;
}

export const CONTENT = 'hello from the project';

export interface Asked {
  readonly at: number;
  readonly tools: readonly string[];
  readonly usage: { readonly input: number; readonly output: number };
  readonly body: string;
}

/**
 * A loopback address that the jail does not have: what lies there is reached by the proxy's settings alone, as a model
 * somewhere in the world is.
 */
const FAR_HOST = '127.0.0.2';

/** The entry of the same agent whose model lies there. */
export const farId = ({ id }: RealAgent) => `${id}-far`;

export async function openWorld(agent: RealAgent, folder: string): Promise<World> {
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await each();
  };
  try {
    return await open(agent, folder, opened, close);
  } catch (error) {
    // Whatever stayed open would keep this process from ending.
    await close();
    throw error;
  }
}

async function open(
  agent: RealAgent,
  folder: string,
  opened: (() => unknown)[],
  close: () => Promise<void>,
): Promise<World> {
  const asked: Asked[] = [];
  const onCall = (call: Omit<Asked, 'at'>) => asked.push({ at: performance.now(), ...call });
  const near = await startModel({ onCall });
  opened.push(near.close);
  const far = await startModel({ host: FAR_HOST, onCall });
  opened.push(far.close);
  const [home, project] = [makeHome(), makeProject()];
  for (const left of [home, project]) opened.push(() => rmSync(left, { recursive: true, force: true }));
  let daemon = await startDaemon(home);
  opened.push(() => daemon.stop());
  const person = await pairPerson(daemon);
  const desk = () => person.at(daemon);
  const token = await makeAgent(desk(), 'Delegating agent');
  for (const [agentId, model] of [[agent.id, near] as const, [farId(agent), far] as const]) {
    const modelHosts = [model.url.slice('http://'.length)];
    const entry = { agentId, base: agent.id, allowed: true, modelHosts, ...agent.entry(folder, model) };
    ok(await desk().call('set_agent', entry as never));
  }
  const root = ok(await desk().call('add_root', { path: project, label: 'Project', defaultAgentId: agent.id }));
  const world: World = {
    ...{ agentUnderTest: agent, asked, begun: new Map(), current: null },
    ...{ person, token, project, rootId: (root as { id: string }).id, desk, close },
    agent: () => agentClient(daemon, token),
    get daemon() {
      return daemon;
    },
    async restart() {
      daemon = await startDaemon(home);
    },
  };
  await grant(world, { agentIds: [agent.id, farId(agent)] });
  return world;
}

/** Not under the system's temporary folder, which is another one inside a jail. */
function makeHome(): string {
  mkdirSync(shelf(), { recursive: true });
  return mkdtempSync(join(shelf(), 'home-'));
}

function makeProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sidekicks-project-')));
  writeFileSync(join(folder, 'hello.txt'), `${CONTENT}\n`);
  const name = ['-c', 'user.name=Rig', '-c', 'user.email=rig@example.invalid'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...name, 'commit', '-qm', 'start'],
  ]) {
    execFileSync('git', args, { cwd: folder });
  }
  return folder;
}

/** A cold agent on a loaded machine of two cores takes most of a minute to start; nothing takes this long. */
const PATIENCE_MS = 240_000;

const over = new Set(['completed', 'failed', 'cancelled', 'interrupted']);

/** Waits until the run is over, or until `until` holds. */
export async function settled(
  world: World,
  taskId: string,
  until: (answer: ResultAnswer) => boolean = () => false,
): Promise<ResultAnswer> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await result(world, taskId, 5);
    if (over.has(answer.run.status) || until(answer)) return answer;
    if (performance.now() > end) throw new Error(`still ${answer.run.status} after ${PATIENCE_MS / 1000} s`);
  }
}

export async function eventually(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`no ${what} within ${PATIENCE_MS / 1000} s`);
    await sleep(100);
  }
}

/** What the model was asked while it could see this mark, by the worker itself (a title is asked for without tools). */
export function askedWith(world: World, mark: string): readonly Asked[] {
  return world.asked.filter(({ body, tools }) => tools.length > 0 && body.includes(mark));
}

/** The run, once it is over as wanted. */
export async function succeeded(world: World, taskId: string): Promise<RunView> {
  const { run } = await settled(world, taskId);
  const seen = await view(world, taskId);
  if (run.status === 'completed' && run.outcome === 'success') return seen;
  throw new Error(`the run is ${run.status} (${run.code}): ${run.reason ?? 'no reason'}`);
}

/** Names one turn in what its model was asked. */
export function newMark(): string {
  return `mark-${randomBytes(6).toString('hex')}`;
}
