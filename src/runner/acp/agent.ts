/** One agent with its session: turn after turn until it is closed. It reports how a turn ended, never what that means. */
import * as acp from '@agentclientprotocol/sdk';
import type { AgentProcess, TurnEnd } from '../../app/runner.ts';
import type { Held, Lease } from '../../core/run/run.ts';
import type { Group } from '../process/group.ts';
import { shown } from './bounded.ts';
import type { Link } from './link.ts';
import type { SettingsOutcome } from './settings.ts';
import type { UsageMeter } from './usage.ts';

export interface AgentParts {
  readonly group: Group;
  readonly link: Link;
  readonly meter: UsageMeter;
  readonly sessionId: string;
  readonly settings: SettingsOutcome;
  readonly held: Held;
}

/** A well-behaved agent saves what it keeps and ends. */
const GOODBYE_MS = 500;

export class Agent implements AgentProcess {
  readonly lease: Lease;
  readonly sessionId: string;
  readonly held: Held;
  readonly settings: SettingsOutcome;
  readonly exited: Promise<void>;
  readonly #parts: AgentParts;
  #turn: Promise<TurnEnd> | null = null;
  #closing: Promise<void> | null = null;

  constructor(parts: AgentParts) {
    this.#parts = parts;
    this.lease = leaseOf(parts.group);
    this.sessionId = parts.sessionId;
    this.held = parts.held;
    this.settings = parts.settings;
    this.exited = parts.group.exited.then(() => {});
  }

  get sessionCostUsd(): number | null {
    return this.#parts.meter.totalUsd;
  }

  async prompt(text: string): Promise<TurnEnd> {
    if (this.#turn !== null) throw new Error('a turn of this agent is running');
    this.#parts.link.beginTurn();
    const turn = this.#run(text);
    this.#turn = turn;
    try {
      return await turn;
    } finally {
      this.#turn = null;
    }
  }

  async cancel(graceMs: number): Promise<void> {
    const turn = this.#turn;
    if (turn === null) return;
    const { link, group } = this.#parts;
    link.cancel(this.sessionId);
    if (await isOver(turn, graceMs)) return;
    link.steps.note(`the agent did not stop within ${graceMs / 1000} s and was ended`);
    await group.close(0);
    await turn;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #run(text: string): Promise<TurnEnd> {
    const { link, meter } = this.#parts;
    const params: acp.PromptRequest = { sessionId: this.sessionId, prompt: [{ type: 'text', text }] };
    try {
      const request = link.agent.request(acp.methods.agent.session.prompt, params);
      const answer = await link.answer(request, 'session/prompt', null);
      link.steps.flush();
      const usage = meter.endTurn(answer);
      return { kind: 'ended', stopReason: shown(answer?.stopReason ?? 'unknown', 40), usage, text: link.steps.text };
    } catch (error) {
      return this.#crashed(error);
    }
  }

  #crashed(error: unknown): TurnEnd {
    const { link, group } = this.#parts;
    const words = error instanceof Error ? error.message : String(error);
    const reason = error instanceof acp.RequestError ? `it answered an error: ${words}` : words;
    const stderr = group.stderrTail().trim();
    link.steps.flush();
    if (stderr !== '') link.steps.step('stderr', stderr.slice(-8000));
    return { kind: 'crashed', reason: shown(reason, 1000), stderr: stderr.slice(-8000) };
  }

  async #close(): Promise<void> {
    const { group, link } = this.#parts;
    // Its input closes and it is asked at once: what it started is noted before it goes, and goes with it.
    group.stdin?.end();
    await group.close(this.#turn === null ? GOODBYE_MS : 0);
    await this.#turn;
    link.steps.flush();
  }
}

export function leaseOf({ identity }: Pick<Group, 'identity'>): Lease {
  return { pid: identity.pid, startedAt: identity.started ?? '' };
}

async function isOver(what: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const over = await Promise.race([what.then(() => true as const), late]);
  clearTimeout(timer);
  return over;
}
