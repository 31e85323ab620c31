/** Sixteen clients in four processes against one daemon over HTTP, and the history that they make together. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Verification, verifyWorkspace } from '../../src/app/verify/verify.ts';
import type { Client } from '../../src/client/client.ts';
import type { Proposal } from '../../src/core/plan/proposal.ts';
import type { StoredEvent } from '../../src/core/state/event.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { type DaemonProcess, makeHome, startDaemon } from '../rigs/daemon.ts';
import { type AgentToken, makeAgent, ok, pairPerson } from '../rigs/people.ts';
import type { News, Order, Report } from './board.ts';
import type { Call, Frame } from './history.ts';

export interface RaceOptions {
  readonly seed: number;
  readonly calls: number;
  readonly start?: (home: string) => Promise<DaemonProcess>;
}

export interface Raced {
  readonly calls: readonly Call[];
  readonly frame: Frame;
  readonly verification: Verification;
}

const PROCESSES = ['north', 'east', 'south', 'west'] as const;
const AGENTS_EACH = 3;
const CLIENTS = PROCESSES.length * (AGENTS_EACH + 1);
/** Half as many tokens as agents: each is used from two processes at once. */
const TOKENS = (PROCESSES.length * AGENTS_EACH) / 2;
const PARENTS = 8;

export async function runRace({ seed, calls, start = startDaemon }: RaceOptions): Promise<Raced> {
  const home = makeHome();
  const daemon = await start(home.path);
  const children: ChildProcess[] = [];
  try {
    const person = (await pairPerson(daemon)).at(daemon);
    const tokens: AgentToken[] = [];
    for (let at = 0; at < TOKENS; at++) tokens.push(await makeAgent(person, `agent ${at + 1}`));
    const parents: string[] = [];
    for (let at = 0; at < PARENTS; at++) {
      parents.push((ok(await person.call('create_task', { title: `Shelf ${at + 1}` })) as { id: string }).id);
    }
    for (const [at, name] of PROCESSES.entries()) {
      const agents = Array.from(
        { length: AGENTS_EACH },
        (_, one) => tokens[(at * AGENTS_EACH + one) % TOKENS] as AgentToken,
      );
      const { code } = ok(await person.call('start_pairing', { name })) as { code: string };
      const order = { kind: 'begin', daemon, name, pairingCode: code, agents, parents } as const;
      const child = fork(join(import.meta.dirname, 'process.ts'), { execArgv: ['--import', 'tsx'] });
      children.push(child);
      await begin(child, { ...order, callsPerClient: Math.ceil(calls / CLIENTS), seed: seed + at * 100 });
    }
    const first = await versionOf(person);
    const made = await together(children);
    const last = await versionOf(person);
    await daemon.stop();
    return { calls: made, ...(await readHome(home.path, first, last)) };
  } finally {
    for (const child of children) child.kill();
    await daemon.kill();
    await home.remove();
  }
}

async function versionOf(person: Client): Promise<number> {
  return ok(await person.call('get_workspace_state', {})).version;
}

async function begin(child: ChildProcess, order: Order): Promise<void> {
  child.send(order);
  const [report] = (await once(child, 'message', { signal: AbortSignal.timeout(30_000) })) as [Report];
  if (report.kind !== 'ready') throw new Error(`a process of clients began with ${report.kind}`);
}

/** Starts them all, carries news from each to the others, and waits for the last. */
async function together(children: readonly ChildProcess[]): Promise<readonly Call[]> {
  const carry = (from: ChildProcess, news: News) => {
    for (const other of children) if (other !== from) other.send({ kind: 'news', news } satisfies Order);
  };
  const made = children.map((child) => callsOf(child, (news) => carry(child, news)));
  for (const child of children) child.send({ kind: 'go' } satisfies Order);
  return (await Promise.all(made)).flat();
}

function callsOf(child: ChildProcess, carry: (news: News) => void): Promise<readonly Call[]> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a process of clients ended with ${code}`)));
    child.on('message', (report: Report) => {
      if (report.kind === 'done') resolve(report.calls);
      if (report.kind === 'news') carry(report.news);
    });
  });
}

async function readHome(home: string, first: number, last: number): Promise<Omit<Raced, 'calls'>> {
  const store = await openSqliteStore({ file: join(home, 'sidekicks.db') });
  try {
    const [workspaceId = ''] = await store.workspaces();
    const committed = new Map<string, readonly string[]>();
    for (let afterSeq = 0; ; ) {
      const page = await store.events(workspaceId, { afterSeq, limit: 500 });
      for (const event of page) for (const [id, tasks] of receiptsIn(event)) committed.set(id, tasks);
      const end = page.at(-1);
      if (!end) break;
      afterSeq = end.header.seq;
    }
    return { frame: { first, last, committed }, verification: await verifyWorkspace(store, workspaceId) };
  } finally {
    await store.close();
  }
}

function receiptsIn({ header, payload }: StoredEvent): readonly (readonly [string, readonly string[]])[] {
  if (header.type !== 'proposal.committed') return [];
  return (payload?.changes ?? []).flatMap((change) => {
    const receipt = change.kind === 'proposal' ? (change.set as Partial<Proposal>).receipt : null;
    return receipt ? [[change.id, receipt.tasks.map(({ taskId }) => taskId)] as const] : [];
  });
}
