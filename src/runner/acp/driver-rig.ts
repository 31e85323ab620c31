/** A driver test's agent: the scripted one, as a real process without a jail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Step } from '../../app/ports.ts';
import type { AgentProcess, PermissionAsked } from '../../app/runner.ts';
import type { AgentEntry } from '../../core/run/agent.ts';
import type { Mode } from '../../core/run/run.ts';
import type { Result } from '../../kit/result.ts';
import { baseEnv, launchPlan } from '../agents/plan.ts';
import { type Group, spawnGroup } from '../process/group.ts';
import { type Connected, connectAgent, type Deadlines, deadlines } from './connect.ts';

const agentProgram = fileURLToPath(new URL('../../../test/rigs/acp-agent/agent.mjs', import.meta.url));

export interface Wish {
  readonly mode?: Mode;
  readonly ask?: (asked: PermissionAsked, signal: AbortSignal) => Promise<'allow' | 'deny'>;
  readonly resume?: string | null;
  readonly resumedCostUsd?: number;
  readonly model?: string | null;
  readonly thinking?: string | null;
  readonly flags?: readonly string[];
  readonly deadlines?: Partial<Deadlines>;
  readonly listed?: Promise<void>;
  readonly signal?: AbortSignal;
}

export class DriverRig {
  readonly home = mkdtempSync(join(tmpdir(), 'acp-driver-'));
  readonly steps: Step[] = [];
  group: Group | undefined;
  readonly #open: Group[] = [];

  async connect(wish: Wish = {}): Promise<Result<Connected>> {
    const { flags = ['--deaf'], mode = 'work', model = null, thinking = null, resume = null } = wish;
    const plan = launchPlan(entryOf(flags), mode, { home: this.home, cwd: this.home, model, hostEnv: {} });
    if (plan === null) throw new Error('no plan');
    const env = { ...baseEnv(this.home, process.env.PATH ?? ''), ...plan.env };
    const started = await spawnGroup(plan.argv, { cwd: this.home, env });
    if (!started.ok) return started;
    this.group = started.value;
    this.#open.push(started.value);
    return connectAgent({
      ...{ group: started.value, plan, mode, model, thinking, resume, cwd: this.home },
      resumedCostUsd: wish.resumedCostUsd ?? null,
      ask: wish.ask !== undefined,
      held: { jail: 'unsandboxed', network: 'open', project: 'unprotected', notes: [] },
      worker: { command: process.execPath, args: ['-e', ''] },
      listed: wish.listed ?? Promise.resolve(),
      events: {
        step: (step) => void this.steps.push(step),
        permission: wish.ask ?? (() => Promise.reject(new Error('nobody asked for this'))),
        mayStart: () => Promise.resolve(true),
        spawned: () => Promise.resolve(true),
      },
      deadlines: { ...deadlines, ...wish.deadlines },
      signal: wish.signal ?? new AbortController().signal,
    });
  }

  async agent(wish: Wish = {}): Promise<AgentProcess> {
    const connected = await this.connect(wish);
    if (!connected.ok) throw new Error(`${connected.refusal.code}: ${connected.refusal.message}`);
    return connected.value.process;
  }

  texts(kind: Step['kind']): string[] {
    return this.steps.filter((step) => step.kind === kind).map(({ text }) => text);
  }

  async close(): Promise<void> {
    for (const group of this.#open) await group.close(0);
    rmSync(this.home, { recursive: true, force: true });
  }
}

function entryOf(flags: readonly string[]): AgentEntry {
  const argv = [process.execPath, agentProgram, ...flags];
  const nothing = { passEnv: [], env: {}, files: {}, modelHosts: [], readOnly: [] };
  return { id: 'scripted', base: 'custom', allowed: true, argv, ...nothing };
}

export function script(...steps: readonly (string | readonly unknown[])[]): string {
  return `Please. SCRIPT:${JSON.stringify(steps)}`;
}
