/**
 * Kills the daemon with SIGKILL at random moments under load, starts it again on the same home, and compares what is
 * there with what was acknowledged. A home lives through some kills, then a new one takes its place, so that looking at
 * everything after every kill stays quick.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWorkspace } from '../../src/app/verify/verify.ts';
import type { Proposal } from '../../src/core/plan/proposal.ts';
import type { StoredEvent } from '../../src/core/state/event.ts';
import type { ImportRecord } from '../../src/core/workspace/import.ts';
import type { Task } from '../../src/core/workspace/task.ts';
import { openTerminal } from '../../src/daemon/terminal.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { type DaemonProcess, makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { type AgentToken, agentClient, makeAgent, ok, type Person, pairPerson } from '../rigs/people.ts';
import { randomOf } from '../rigs/random.ts';
import { type Acknowledged, type Found, faultsOf, faultsOfLoad, type Round } from './history.ts';
import { editForEver, importForEver, isRefusal, type Lane, planForEver } from './load.ts';

export interface CrashOptions {
  readonly seed: number;
  readonly forMs: number;
  /** Default: the built product. */
  readonly start?: (home: string) => Promise<DaemonProcess>;
  readonly say?: (line: string) => void;
}

export interface CrashReport {
  readonly faults: readonly string[];
  readonly kills: number;
  /** Kills while the daemon was starting, beside those under load. */
  readonly killsAtStart: number;
  readonly writes: number;
  readonly commits: number;
  readonly imports: number;
}

const KILLS_PER_HOME = 25;
const AGENTS = ['claude', 'codex', 'gemini'] as const;
/** Every so many kills, the next start is killed too. */
const START_KILLED_EVERY = 4;
/** Long after the load has begun, whatever the machine: the rig, not the daemon, is what hangs then. */
const LOAD_MS = 30_000;

export async function crash({
  seed,
  forMs,
  start = startDaemon,
  say = () => undefined,
}: CrashOptions): Promise<CrashReport> {
  const random = randomOf(seed);
  const end = performance.now() + forMs;
  const rounds: Round[] = [];
  const faults: string[] = [];
  let killsAtStart = 0;
  while (performance.now() < end && faults.length === 0) {
    const life = await openLife(start);
    try {
      for (let kill = 0; kill < KILLS_PER_HOME && performance.now() < end && faults.length === 0; kill++) {
        rounds.push(await liveUntilKilled(life, random));
        if (rounds.length % START_KILLED_EVERY === 0) killsAtStart += await killAtStart(life.home.path, random);
        life.daemon = await start(life.home.path);
        faults.push(...(await faultsIn(life)));
      }
      if (faults.length === 0) faults.push(...(await repeatCommits(life)));
    } finally {
      await life.daemon.kill();
      await life.home.remove();
    }
    say(`${rounds.length} kills, ${sum(rounds, 'writes')} acknowledged writes, ${faults.length} faults`);
  }
  faults.push(...faultsOfLoad(rounds));
  return {
    faults,
    kills: rounds.length,
    killsAtStart,
    writes: sum(rounds, 'writes'),
    commits: sum(rounds, 'commits'),
    imports: sum(rounds, 'imports'),
  };
}

function sum(rounds: readonly Round[], what: keyof Round): number {
  return rounds.reduce((total, round) => total + round[what], 0);
}

/** One home with its people, and everything that was ever acknowledged in it. */
interface Life {
  readonly home: ReturnType<typeof makeHome>;
  readonly person: Person;
  readonly agents: readonly AgentToken[];
  readonly lanes: readonly Lane[];
  readonly acknowledged: Acknowledged[];
  daemon: DaemonProcess;
}

async function openLife(start: (home: string) => Promise<DaemonProcess>): Promise<Life> {
  const home = makeHome();
  const daemon = await start(home.path);
  const person = await pairPerson(daemon);
  const agents = await Promise.all(AGENTS.map((label) => makeAgent(person.at(daemon), label)));
  const lanes = [...AGENTS, 'Mara', 'terminal'].map((label): Lane => ({ label, plan: null, offer: null, count: 0 }));
  return { home, person, agents, lanes, acknowledged: [], daemon };
}

/** Load until the kill, which comes at a random moment after the floor of acknowledged writes was reached. */
async function liveUntilKilled(life: Life, random: () => number): Promise<Round> {
  const { daemon, acknowledged } = life;
  const before = acknowledged.length;
  const round = () => {
    const fresh = acknowledged.slice(before);
    const of = (kind: Acknowledged['what']) => fresh.filter(({ what }) => what === kind).length;
    return { writes: fresh.length, commits: of('committed'), imports: of('imported') };
  };
  let isKilled = false;
  const kill = async () => {
    await untilTrue(() => faultsOfLoad([round()]).length === 0);
    await sleep(Math.floor(random() * 700));
    isKilled = true;
    await daemon.kill();
  };
  const note = (one: Acknowledged) => void acknowledged.push(one);
  const person = life.person.at(daemon);
  // Before the load, and so before the kill: it would start a daemon where none runs.
  const terminal = ok(await openTerminal(daemon.home));
  const lanes = life.lanes.map(async (lane, at) => {
    const token = life.agents[at];
    try {
      if (token) await planForEver(lane, { person, agent: agentClient(daemon, token) }, note);
      else if (lane.label === 'terminal') await importForEver(lane, { person, agent: terminal }, note);
      else await editForEver(lane, { person, agent: person }, note);
    } catch (error) {
      // Before the kill every call must be answered; after it none can be.
      if (!isKilled || isRefusal(error)) throw error;
    }
  });
  await Promise.all([kill(), ...lanes]);
  return round();
}

/** A load that does not come up to the floor ends too; its round then shows as a fault. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + LOAD_MS;
  while (!isTrue() && performance.now() < end) await sleep(2);
}

/** Interrupts recovery itself: the file is opened, migrated and replayed during a start. */
async function killAtStart(home: string, random: () => number): Promise<number> {
  const child = spawn(process.execPath, [program, '--no-open', '--port', '0', '--home', home], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  await sleep(Math.floor(50 + random() * 500));
  child.kill('SIGKILL');
  await gone;
  return 1;
}

async function faultsIn(life: Life): Promise<readonly string[]> {
  const store = await openSqliteStore({ file: join(life.home.path, 'sidekicks.db') });
  try {
    const [workspaceId = ''] = await store.workspaces();
    const { problems } = await verifyWorkspace(store, workspaceId);
    const { entities } = await store.load(workspaceId, 1);
    const events: StoredEvent[] = [];
    for (let page: readonly StoredEvent[]; ; events.push(...page)) {
      page = await store.events(workspaceId, { afterSeq: events.at(-1)?.header.seq ?? 0, limit: 500 });
      if (page.length === 0) break;
    }
    const found: Found = {
      events,
      tasks: new Map(entities.flatMap(({ kind, id, entity }) => (kind === 'task' ? [[id, entity as Task]] : []))),
      proposals: new Map(
        entities.flatMap(({ kind, id, entity }) => (kind === 'proposal' ? [[id, entity as Proposal]] : [])),
      ),
      imports: new Map(
        entities.flatMap(({ kind, id, entity }) => (kind === 'import' ? [[id, entity as ImportRecord]] : [])),
      ),
    };
    return [
      ...problems.map(({ what, where, message }) => `verify: ${what} ${where}: ${message}`),
      ...faultsOf(life.acknowledged, found),
    ];
  } finally {
    await store.close();
  }
}

/** At the end of a home every commit is asked for once more: it answers the first receipt and makes nothing. */
async function repeatCommits(life: Life): Promise<readonly string[]> {
  const person = life.person.at(life.daemon);
  const faults: string[] = [];
  for (const one of life.acknowledged) {
    if (one.what !== 'committed') continue;
    const again = ok(await person.call('commit_task_plan', { proposalId: one.proposalId })) as {
      readonly tasks?: readonly { readonly taskId: string }[];
    };
    const ids = again.tasks?.map(({ taskId }) => taskId).join();
    if (ids !== one.taskIds.join()) faults.push(`repeating ${one.proposalId} answered another receipt`);
  }
  return [...faults, ...(await faultsIn(life))];
}
