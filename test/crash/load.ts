/**
 * The load of one life of the daemon: agents that stage and commit, a person who approves at the desk, edits of tasks,
 * imports that the terminal offers and the person lets in.
 * What was answered is noted as acknowledged; what was under way when the daemon died is taken up again by the next life.
 */
import type { Client } from '../../src/client/client.ts';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import type { ImportRecord } from '../../src/core/workspace/import.ts';
import { done, type Result } from '../../src/kit/result.ts';
import type { OperationName } from '../../src/protocol/table.ts';
import { decisionOn } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';
import type { Acknowledged } from './history.ts';

/** One agent's work, across kills. */
export interface Lane {
  readonly label: string;
  /** Staged, or about to be: repeated after a kill until its commit is acknowledged. */
  plan: Candidate | null;
  /** Offered, and not yet known to be in. */
  offer: { readonly importId: string; readonly tasks: number } | null;
  /** Makes every title of the lane its own. */
  count: number;
}

export interface Clients {
  readonly person: Client;
  readonly agent: Client;
}

export type Note = (one: Acknowledged) => void;

interface Written {
  readonly id: string;
  readonly version: number;
}

interface Staged {
  readonly proposalId: string;
  readonly revision: number;
  readonly digest: string;
}

interface Committed {
  readonly status: string;
  readonly tasks: readonly { readonly taskId: string }[];
  readonly receipt: { readonly version: number };
}

/** Plans and commits until a call fails to reach the daemon. */
export async function planForEver(lane: Lane, clients: Clients, note: Note): Promise<never> {
  for (;;) {
    lane.plan ??= await newPlan(lane, clients.person, note);
    const taskId = await commitPlan(lane.plan, clients, note);
    lane.plan = null;
    await edit(lane, clients.person, taskId, note);
  }
}

/** Makes and changes tasks by hand until a call fails to reach the daemon. */
export async function editForEver(lane: Lane, { person }: Clients, note: Note): Promise<never> {
  for (;;) {
    const { id } = await create(lane, person, note);
    await edit(lane, person, id, note);
    await edit(lane, person, id, note);
  }
}

/** Of these many, in turn: one chunk, and more than one. */
const IMPORT_SIZES = [30, 620] as const;

/** Offers imports as the terminal and lets them in at the desk until a call fails to reach the daemon. */
export async function importForEver(lane: Lane, { person, agent: terminal }: Clients, note: Note): Promise<never> {
  for (;;) {
    lane.offer ??= await newOffer(lane, terminal);
    const { importId, tasks } = lane.offer;
    const { imports } = (await call(person, 'read_imports', {})) as { readonly imports: readonly ImportRecord[] };
    // One that was accepted and not acknowledged is in already: the next start ended it, with a version of its own.
    if (imports.find(({ id }) => id === importId)?.status === 'waiting') {
      const { version } = (await call(person, 'decide_import', { importId, accept: true })) as Written;
      note({ what: 'imported', version, importId, tasks });
    }
    lane.offer = null;
  }
}

async function newOffer(lane: Lane, terminal: Client): Promise<NonNullable<Lane['offer']>> {
  lane.count += 1;
  const tasks = Array.from({ length: IMPORT_SIZES[lane.count % IMPORT_SIZES.length] ?? 1 }, (_, at) => ({
    sourceId: `${at}`,
    title: `Brought ${lane.count}, ${at}`,
    description: '',
    status: 'backlog',
    priority: 'low',
    tags: [],
    parentSourceId: at % 3 === 1 ? `${at - 1}` : null,
    dependsOnSourceIds: [],
    dueDate: null,
    checklist: [],
  }));
  const input = { format: 'backlog-md', source: '/elsewhere', tasks, losses: [] };
  const { importId } = (await call(terminal, 'import_tasks', input)) as { readonly importId: string };
  return { importId, tasks: tasks.length };
}

async function newPlan(lane: Lane, person: Client, note: Note): Promise<Candidate> {
  const { id } = await create(lane, person, note);
  const { version } = await edit(lane, person, id, note);
  lane.count += 1;
  return plainPlan({ parentTaskId: id, version, subtasks: 2 + (lane.count % 5), mark: `${lane.label} ${lane.count}` });
}

/** Answers one of the created tasks. Every step may be repeated: the same bytes are the same proposal. */
async function commitPlan(plan: Candidate, { person, agent }: Clients, note: Note): Promise<string> {
  const staged = (await call(agent, 'stage_task_plan', plan)) as Staged;
  const { proposalId } = staged;
  const approval = await decisionOn(
    async (name, input) => done(await call(person, name as OperationName, input)),
    staged,
  );
  // A commit that was made and not acknowledged has closed the proposal already.
  await call(person, 'approve_proposal', approval, 'not_open');
  const { status, tasks, receipt } = (await call(agent, 'commit_task_plan', { proposalId })) as Committed;
  const taskIds = tasks?.map(({ taskId }) => taskId) ?? [];
  if (status !== 'committed' || !taskIds[0]) throw new Error(`commit of ${proposalId}: ${status}`);
  note({ what: 'committed', version: receipt.version, proposalId, subtasks: plan.subtasks.length, taskIds });
  return taskIds[0];
}

async function create(lane: Lane, person: Client, note: Note): Promise<Written> {
  lane.count += 1;
  const title = `Shelf of ${lane.label} ${lane.count}`;
  const written = (await call(person, 'create_task', { title })) as Written;
  note({ what: 'created', taskId: written.id, title, version: written.version });
  return written;
}

async function edit(lane: Lane, person: Client, taskId: string, note: Note): Promise<Written> {
  lane.count += 1;
  const title = `Shelf of ${lane.label} ${lane.count}, painted`;
  const { version } = (await call(person, 'edit_task', { taskId, title })) as Written;
  note({ what: 'edited', taskId, title, version });
  return { id: taskId, version };
}

/** A refusal ends the rig: nothing here may be refused, except what is expected. */
async function call(client: Client, name: OperationName, input: unknown, expected?: string): Promise<unknown> {
  const result: Result<unknown> = await client.callByName(name, input);
  if (result.ok) return result.value;
  if (result.refusal.code === expected) return null;
  throw Object.assign(new Error(`${name} was refused: ${JSON.stringify(result.refusal).slice(0, 1000)}`), {
    code: REFUSED,
  });
}

const REFUSED = 'UNEXPECTED_REFUSAL';

/** Tells an answer that should not be from a connection that is gone. */
export function isRefusal(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === REFUSED;
}
