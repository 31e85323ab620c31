/** A daemon with a person and agents over HTTP, and what the tests of the gate do with them. */
import { type Client, createClient } from '../../src/client/client.ts';
import type { Candidate, Subtask } from '../../src/core/plan/candidate.ts';
import type { Result } from '../../src/kit/result.ts';
import { type DaemonProcess, makeHome, startDaemon } from '../rigs/daemon.ts';
import { makeAgent, ok, type Person, pairPerson, type Staged } from '../rigs/people.ts';
import { plainPlan } from '../rigs/plans.ts';

export interface Scene {
  readonly daemon: DaemonProcess;
  readonly paired: Person;
  /** At the desk. */
  readonly person: Client;
  readonly agent: Client;
  readonly token: string;
  newAgent(label: string): Promise<Client>;
  /** The last event and the version: what no refusal moves. */
  position(): Promise<{ readonly seq: number; readonly version: number }>;
  newTask(title: string): Promise<string>;
  /** Valid, three subtasks. */
  plan(parentTaskId: string, mark?: string): Promise<Candidate>;
  stage(agent: Client, plan: Candidate): Promise<Staged>;
  close(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
  const home = makeHome();
  const daemon = await startDaemon(home.path);
  const paired = await pairPerson(daemon);
  const person = paired.at(daemon);
  const client = (token: string) => createClient({ baseUrl: daemon.url, credential: { kind: 'bearer', token } });
  const { secret: token } = await makeAgent(person, 'claude');
  return {
    daemon,
    paired,
    person,
    agent: client(token),
    token,
    newAgent: async (label) => client((await makeAgent(person, label)).secret),
    position: () => positionOf(person),
    newTask: async (title) => (ok(await person.call('create_task', { title })) as { id: string }).id,
    async plan(parentTaskId, mark = 'one') {
      return plainPlan({ parentTaskId, version: (await positionOf(person)).version, subtasks: 3, mark });
    },
    async stage(agent, plan) {
      return ok(await agent.callByName('stage_task_plan', plan)) as Staged;
    },
    async close() {
      await daemon.stop();
      await home.remove();
    },
  };
}

async function positionOf(person: Client): Promise<{ readonly seq: number; readonly version: number }> {
  const { seq, workspace } = ok(await person.call('read_workspace', {}));
  return { seq, version: workspace.version };
}

/** The plan with its first subtask, or the first few, changed. */
export function changed(plan: Candidate, ...changes: readonly Partial<Subtask>[]): Candidate {
  return { ...plan, subtasks: plan.subtasks.map((one, at) => ({ ...one, ...changes[at] })) };
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.refusal.code;
}

export interface Committed {
  readonly status: string;
  readonly tasks?: readonly { readonly taskId: string }[];
  readonly receipt?: object;
  readonly changes?: readonly string[];
  readonly message: string;
  readonly next: string;
}

export async function commit(client: Client, { proposalId }: Pick<Staged, 'proposalId'>): Promise<Committed> {
  return ok(await client.call('commit_task_plan', { proposalId })) as unknown as Committed;
}
