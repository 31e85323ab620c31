/** A real workspace over real SQLite for tests of app, with a clock that the test moves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../src/app/app.ts';
import { openApp } from '../../src/app/open.ts';
import type { Store } from '../../src/app/ports.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { decisionOn } from '../rigs/people.ts';
import { agent, type Caller, desk, ok, planFor } from './callers.ts';

export interface TestWorkspace {
  readonly app: App;
  readonly clock: { nowMs: number };
  close(): Promise<void>;
}

const playbooks = join(import.meta.dirname, '../../playbooks');

export async function openTestWorkspace(options: { readonly empty?: boolean } = {}): Promise<TestWorkspace> {
  const home = await mkdtemp(join(tmpdir(), 'sk-app-'));
  const clock = { nowMs: Date.parse('2026-03-02T08:00:00Z') };
  const store = await openSqliteStore({ file: join(home, 'workspace.db') });
  const app = await openOn(store, clock, options);
  return {
    app,
    clock,
    async close() {
      await app.close();
      await app.store.close();
      await rm(home, { recursive: true });
    },
  };
}

function openOn(store: Store, clock: { readonly nowMs: number }, options: object): Promise<App> {
  return openApp({
    store,
    urls: { workspaceUrl: 'http://localhost:4141', deskUrl: 'http://localhost:4142' },
    playbooks,
    zone: 'Europe/Berlin',
    clock: { now: () => clock.nowMs },
    ...options,
  });
}

/** As a restart finds it: another memory, made of the same rows. */
export function reopen({ app, clock }: TestWorkspace): Promise<App> {
  return openOn(app.store, clock, {});
}

export interface Scene extends TestWorkspace {
  readonly person: Caller;
  readonly bot: Caller;
  /** A task of its own, without a due, so that few sidekicks apply. */
  readonly taskId: string;
  readonly version: () => number;
  /** A valid plan; `title` makes its bytes differ. */
  plan(title?: string): ReturnType<typeof planFor>;
}

export async function openScene(): Promise<Scene> {
  const workspace = await openTestWorkspace({ empty: true });
  const { app } = workspace;
  const person = await desk(app, 'Mara', { now: () => workspace.clock.nowMs });
  const bot = await agent(app, 'claude');
  const { id } = ok(await person('create_task', { title: 'Paint the shed', description: 'Two coats.' })) as {
    id: string;
  };
  const version = () => app.state().workspace.version;
  return {
    ...workspace,
    person,
    bot,
    taskId: id,
    version,
    plan(title = 'Buy the paint') {
      const plan = planFor(id, version(), [], '2026-03-05T12:00:00Z');
      const [first, ...rest] = plan.subtasks;
      return { ...plan, subtasks: [{ ...(first as NonNullable<typeof first>), title }, ...rest] };
    },
  };
}

export interface Staged {
  readonly proposalId: string;
  readonly digest: string;
  readonly revision: number;
  readonly status: string;
  readonly latest: boolean;
}

export async function stage(caller: Caller, plan: unknown): Promise<Staged> {
  return ok(await caller('stage_task_plan', plan)) as Staged;
}

export async function approve(person: Caller, staged: Staged, create = false) {
  return ok(await person('approve_proposal', await decisionOn(person, staged, { create }))) as {
    approvalId: string;
    commit: { status: string } | null;
  };
}

export async function commit(caller: Caller, proposalId: string) {
  return ok(await caller('commit_task_plan', { proposalId })) as {
    status: string;
    changes?: string[];
    tasks?: { taskId: string }[];
    receipt?: { undoneAt: string | null };
    comments?: { text: string }[];
  };
}

export function code(result: { ok: boolean; refusal?: { code: string } }): string {
  return result.ok ? 'ok' : (result.refusal?.code ?? '');
}
