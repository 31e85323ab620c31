/** A daemon with a person, an agent's token, a project folder and the rig's own ACP agent allowed in it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../src/client/client.ts';
import type { RunView } from '../../src/protocol/delegation-views.ts';
import { type DaemonProcess, makeHome, root, startDaemon } from '../rigs/daemon.ts';
import { type AgentToken, agentClient, makeAgent, ok, type Person, pairPerson } from '../rigs/people.ts';

export interface Scene {
  daemon: DaemonProcess;
  readonly person: Person;
  readonly token: AgentToken;
  readonly project: string;
  readonly rootId: string;
  desk(): Client;
  agent(): Client;
  /** Starts the same home again, after a kill or stop. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The rig's own agent; its header lists what a script may say. */
export const rig = join(root, 'test/rigs/acp-agent/agent.mjs');

export async function openScene(args: readonly string[] = []): Promise<Scene> {
  const home = makeHome();
  const daemon = await startDaemon(home.path);
  const person = await pairPerson(daemon);
  const desk = person.at(daemon);
  const token = await makeAgent(desk, 'Claude');
  const project = makeProject();
  const made = ok(await desk.call('add_root', { path: project, label: 'Project', defaultAgentId: 'rig' })) as {
    id: string;
  };
  const scene: Scene = {
    daemon,
    person,
    token,
    project,
    rootId: made.id,
    desk: () => person.at(scene.daemon),
    agent: () => agentClient(scene.daemon, token),
    async restart() {
      scene.daemon = await startDaemon(home.path);
    },
    async close() {
      await scene.daemon.stop();
      rmSync(project, { recursive: true, force: true });
      await home.remove();
    },
  };
  await addAgent(scene, 'rig', args);
  return scene;
}

/** A folder under git with one commit. */
export function makeProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sidekicks-project-')));
  writeFileSync(join(folder, 'hello.txt'), 'hello from the project\n');
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/sum.js'), 'exports.sum = (a, b) => a - b;\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Rig', '-c', 'user.email=rig@example.invalid', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'start');
  return folder;
}

/** Another entry of the rig's agent, with its own arguments (agent.mjs lists them). */
export async function addAgent(
  scene: Scene,
  agentId: string,
  args: readonly string[],
  more: object = {},
): Promise<void> {
  ok(
    await scene.desk().call('set_agent', {
      agentId,
      base: 'custom',
      allowed: true,
      argv: [process.execPath, rig, ...args],
      readOnly: [join(root, 'test/rigs'), join(root, 'node_modules')],
      ...more,
    }),
  );
}

/** A standing grant for everything that the rig does. */
export async function grant(scene: Pick<Scene, 'desk' | 'rootId'>, more: object = {}): Promise<string> {
  const wish = {
    rootId: scene.rootId,
    agentIds: ['rig'],
    modes: ['think', 'analyze', 'work'],
    maxLaunches: 1000,
    until: '2099-01-01T00:00:00Z',
    ...more,
  };
  return makeGrant(scene.desk(), wish);
}

/** Previewed and then made, as the page does it. */
async function makeGrant(desk: Client, wish: object): Promise<string> {
  const { shown } = ok(await desk.call('make_grant', { ...wish, preview: true } as never)) as { shown: string };
  const { grantId } = ok(await desk.call('make_grant', { ...wish, shown } as never)) as { grantId: string };
  return grantId;
}

export function script(...steps: readonly unknown[]): string {
  return `SCRIPT:${JSON.stringify(steps)}`;
}

export interface StartedAnswer {
  readonly task_id: string;
  readonly conversation_id: string;
  readonly status: string;
  readonly repeated: boolean;
  readonly ignored: readonly string[];
  readonly next: string;
  readonly preflight: Record<string, unknown> | null;
}

export async function start(
  scene: Pick<Scene, 'agent' | 'project'>,
  prompt: string,
  more: object = {},
): Promise<StartedAnswer> {
  return ok(
    await scene.agent().call('tandem_start', { cwd: scene.project, prompt, ...more }),
  ) as unknown as StartedAnswer;
}

export interface ResultAnswer {
  readonly run: {
    readonly status: string;
    readonly outcome: string | null;
    readonly code: string | null;
    readonly reason: string | null;
  };
  readonly cursor: number;
  readonly next: string;
  readonly questions: readonly { readonly question_id: string; readonly status: string; readonly question: string }[];
  readonly answer: string;
  readonly next_offset: number | null;
  readonly coverage: {
    readonly assessment: string;
    readonly totals?: { readonly units: number; readonly eligible: number };
    readonly gaps?: Record<string, number>;
  };
  readonly [key: string]: unknown;
}

export async function result(
  scene: Pick<Scene, 'agent'>,
  taskId: string,
  wait = 0,
  more: object = {},
): Promise<ResultAnswer> {
  return ok(
    await scene.agent().call('tandem_result', { task_id: taskId, wait_seconds: wait, ...more }),
  ) as unknown as ResultAnswer;
}

const over = new Set(['completed', 'failed', 'cancelled', 'interrupted']);

/** Waits until the run is over, or until `until` holds. */
export async function settle(
  scene: Pick<Scene, 'agent'>,
  taskId: string,
  until: (answer: ResultAnswer) => boolean = () => false,
): Promise<ResultAnswer> {
  const end = performance.now() + 60_000;
  for (let seen: object = {}; ; ) {
    const answer = await result(scene, taskId, 5, seen);
    seen = { cursor: answer.cursor };
    if (over.has(answer.run.status) || until(answer)) return answer;
    if (performance.now() > end) throw new Error(`still ${answer.run.status} after a minute`);
  }
}

export async function view(scene: Pick<Scene, 'desk'>, runId: string): Promise<RunView> {
  return ok(await scene.desk().call('read_run', { runId })) as RunView;
}

export async function logOf(scene: Pick<Scene, 'desk'>, runId: string): Promise<string> {
  const { steps } = ok(await scene.desk().call('read_run_log', { runId, from: 0, limit: 500 })) as {
    steps: { kind: string; text: string }[];
  };
  return steps.map((step) => `${step.kind}: ${step.text}`).join('\n');
}
