/**
 * One workspace held by two apps over one file, as two daemons of a team would hold it, and a gate that lets a test
 * choose the order in which transactions happen and answers arrive.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../src/app/app.ts';
import { openApp } from '../../src/app/open.ts';
import type { Store } from '../../src/app/ports.ts';
import { type Verification, verifyWorkspace } from '../../src/app/verify/verify.ts';
import type { Author } from '../../src/core/access/author.ts';
import type { Proposal } from '../../src/core/plan/proposal.ts';
import type { Task } from '../../src/core/workspace/task.ts';
import { sha256 } from '../../src/kit/json.ts';
import type { Result } from '../../src/kit/result.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { type Caller, call, newPublicKey, ok } from '../app/callers.ts';
import { decisionOn } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import { gated } from '../rigs/stores.ts';

export type Gate = (label: string) => Promise<unknown>;

export interface Staged {
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
}

export interface World {
  /** Who calls through which of the two apps. */
  person(app: 0 | 1): Caller;
  agent(label: string, app: 0 | 1): Promise<Caller>;
  /** Orders what follows until the returned function is called. */
  through(gate: Gate): () => void;
  /** A fresh task nobody planned for. */
  parent(): Promise<string>;
  version(): Promise<number>;
  /** What the log says of a proposal; that the rows say the same is for `verify`. */
  history(proposalId: string): Promise<History>;
  verify(): Promise<Verification>;
  close(): Promise<void>;
}

export interface History {
  readonly proposal: Proposal;
  /** Every task that its events made. */
  readonly tasks: readonly Task[];
  readonly commits: number;
}

const urls = { workspaceUrl: 'http://localhost:4141', deskUrl: 'http://localhost:4142' };

export async function openWorld(bug: (store: Store) => Store = (store) => store): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'sidekicks-race-'));
  let gate: Gate = () => Promise.resolve();
  const open = async () => {
    const store = bug(gated(await openSqliteStore({ file: join(home, 'w.db') }), (label) => gate(label)));
    return openApp({ store, urls, playbooks: null, empty: true, zone: 'UTC' });
  };
  const apps: readonly [App, App] = [await open(), await open()];
  const { workspaceId } = apps[0];
  const callers = await personOf(apps);
  let parents = 0;
  return {
    person: (app) => callers[app],
    agent: (label, app) => agentOf(apps, label, app),
    through(chosen) {
      gate = chosen;
      return () => {
        gate = () => Promise.resolve();
      };
    },
    async parent() {
      const made = ok(await callers[0]('create_task', { title: `Shelf ${++parents}` })) as { id: string };
      return made.id;
    },
    version: async () => (await apps[0].store.position(workspaceId))?.version ?? 0,
    history: (id) => historyOf(apps[0], id),
    verify: () => verifyWorkspace(apps[0].store, workspaceId),
    async close() {
      for (const app of apps) await app.close();
      for (const app of apps) await app.store.close();
      await rm(home, { recursive: true });
    },
  };
}

async function historyOf({ store, workspaceId }: App, proposalId: string): Promise<History> {
  const events = await store.events(workspaceId, { subject: `proposal:${proposalId}`, limit: 500 });
  let proposal = {} as Proposal;
  const tasks: Task[] = [];
  for (const change of events.flatMap(({ payload }) => payload?.changes ?? [])) {
    if (change.kind === 'proposal' && change.id === proposalId) proposal = { ...proposal, ...change.set };
    if (change.kind === 'task' && change.was === null) tasks.push(change.set as Task);
  }
  return { proposal, tasks, commits: events.filter(({ header }) => header.type === 'proposal.committed').length };
}

/** One person with one key, at both apps. The signature is not real: app records it, the daemon would have checked it. */
async function personOf(apps: readonly [App, App]): Promise<readonly [Caller, Caller]> {
  const paired = ok(
    await apps[0].credentials.pairFirst({ name: 'Mara', publicKey: newPublicKey(), label: 'Test browser' }),
  ) as { keyId: string; personId: string };
  const author: Author = { kind: 'desk', id: paired.personId, label: 'Mara', keyId: paired.keyId, via: 'desk' };
  const at = (app: App): Caller => {
    return (operation, input) => {
      const body = JSON.stringify(input);
      const { epoch } = app.state().workspace;
      const target = `http://localhost:4142/api/${operation}`;
      const request = { method: 'POST', target, bodyHash: sha256(body), nonce: 'n', epoch, body };
      const signed = { ...request, keyId: paired.keyId, signature: 's' };
      return app.run(operation, call(author, { signed }), input);
    };
  };
  return [at(apps[0]), at(apps[1])];
}

async function agentOf(apps: readonly [App, App], label: string, at: 0 | 1): Promise<Caller> {
  const secretHash = sha256(label);
  const token = await apps[at].credentials.enrolToken({ kind: 'agent', label, secretHash, via: 'http' });
  if (!token.ok) throw new Error(token.refusal.code);
  const author: Author = { kind: 'agent', id: token.value.id, label, via: 'http' };
  // Runs that end undecided leave their proposals open.
  const limits = { ...token.value.limits, openProposals: 100_000 };
  return (operation, input) => apps[at].run(operation, call(author, { token: { ...token.value, limits } }), input);
}

export async function stage(caller: Caller, parentTaskId: string, version: number, mark: string): Promise<Staged> {
  return ok(await caller('stage_task_plan', plainPlan({ parentTaskId, version, subtasks: 3, mark }))) as Staged;
}

/** Read and approved, as at the desk. `at`: where it was staged; another app hears of it with its own next write. */
export async function approve(person: Caller, staged: Staged, at = person): Promise<Result<unknown>> {
  return person('approve_proposal', await decisionOn(at, staged));
}
