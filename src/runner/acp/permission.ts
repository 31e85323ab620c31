/**
 * The second wall: what an agent may do when it asks. The answer is by mode and by ACP's kind of tool, and closed: a
 * kind that nobody thought of is denied, a request that nobody answers in time too. Never `allow_always`: each wish is
 * its own question.
 */
import type { PermissionOption, RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk';
import type { PermissionAsked } from '../../app/runner.ts';
import type { Mode } from '../../core/run/run.ts';
import { cut } from '../../kit/text.ts';
import { shown } from './bounded.ts';

export type Decision = 'allow' | 'deny' | 'cancelled';

const kindsOf: Readonly<Record<Mode, ReadonlySet<string>>> = {
  think: new Set(),
  analyze: new Set(['read', 'search', 'think']),
  // In the worktree and the jail, or where a person granted to go without.
  work: new Set(['read', 'search', 'think', 'edit', 'delete', 'move', 'execute']),
};

/** How agents name a tool of our server: `tandem_ask`, `tandem_tandem_ask`, `mcp__tandem__tandem_ask`, `mcp__tandem_ask`. */
const ownTool =
  /^(mcp[._-]{1,2})?(tandem[._:/-]{1,2})?tandem_(ask|publish_artifact|read_artifact|context_read|finish)$/;
const harmlessKinds = new Set(['other', 'think', 'read']);

/** A call of the worker's own tools. They pass in every mode: they reach the daemon and nothing else. */
export function isOwnTool(toolCall: RequestPermissionRequest['toolCall']): boolean {
  const { name, title, locations } = toolCall;
  const kind = toolCall.kind ?? 'other';
  if (name != null) return harmlessKinds.has(kind) && ownTool.test(name);
  // Some agents tell no name, and some show the model's own words as title: only what is exactly the name of one, says of
  // itself that it reads, writes and runs nothing, and names no file.
  return kind === 'other' && !locations?.length && ownTool.test(title ?? '');
}

export function decideByMode(mode: Mode, kind: string): 'allow' | 'deny' {
  return kindsOf[mode].has(kind) ? 'allow' : 'deny';
}

export function askedOf({ toolCall }: RequestPermissionRequest): PermissionAsked {
  const places = (toolCall.locations ?? []).slice(0, 20).map(({ path }) => shown(path, 200));
  const detail = toolCall.rawInput === undefined ? places.join('\n') : shown(toolCall.rawInput, 4000);
  return { kind: shown(toolCall.kind ?? 'other', 40), title: cut(toolCall.title ?? toolCall.name ?? '', 500), detail };
}

/** The option of that kind, by kind alone: ids and names differ from agent to agent. */
export function answerOf(decision: Decision, options: readonly PermissionOption[]): RequestPermissionResponse {
  const kind = decision === 'allow' ? 'allow_once' : 'reject_once';
  const option = decision === 'cancelled' ? undefined : options.find((offered) => offered.kind === kind);
  // Without such an option `cancelled` is the only answer that grants nothing.
  if (option === undefined) return { outcome: { outcome: 'cancelled' } };
  return { outcome: { outcome: 'selected', optionId: option.optionId } };
}

type Ask = (asked: PermissionAsked, signal: AbortSignal) => Promise<'allow' | 'deny'>;

/** The requests that wait for a person. */
export class PermissionDesk {
  readonly #ask: Ask;
  readonly #deadlineMs: number;
  readonly #waiting = new Set<AbortController>();

  constructor(ask: Ask, deadlineMs: number) {
    this.#ask = ask;
    this.#deadlineMs = deadlineMs;
  }

  async decide(asked: PermissionAsked, requestSignal: AbortSignal): Promise<{ decision: Decision; why: string }> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#waiting.add(controller);
    const stopped = () => controller.abort('cancelled');
    requestSignal.addEventListener('abort', stopped, { once: true });
    const timer = setTimeout(() => controller.abort('deadline'), this.#deadlineMs);
    try {
      const over = new Promise<'over'>((resolve) => signal.addEventListener('abort', () => resolve('over')));
      const answer = await Promise.race([this.#ask(asked, signal).catch(() => 'failed' as const), over]);
      if (answer === 'allow' && !signal.aborted) return { decision: 'allow', why: 'a person allowed it' };
      if (signal.aborted && signal.reason === 'cancelled')
        return { decision: 'cancelled', why: 'the turn was cancelled' };
      if (signal.aborted) return { decision: 'deny', why: 'nobody answered in time' };
      return { decision: 'deny', why: answer === 'deny' ? 'a person denied it' : 'nobody could be asked' };
    } finally {
      clearTimeout(timer);
      requestSignal.removeEventListener('abort', stopped);
      this.#waiting.delete(controller);
    }
  }

  /** At cancel and exit: every one that waits is answered `cancelled`. */
  cancelAll(): void {
    for (const controller of this.#waiting) controller.abort('cancelled');
  }
}
