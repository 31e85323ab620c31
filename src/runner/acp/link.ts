/**
 * The connection to one living agent: requests with a deadline, permission requests answered, updates recorded, and one
 * answer to the question why it is over. Owns the protocol's client side; it decides no run and starts no process.
 */
import * as acp from '@agentclientprotocol/sdk';
import type { AgentEvents } from '../../app/runner.ts';
import type { Mode } from '../../core/run/run.ts';
import type { Group } from '../process/group.ts';
import { answerOf, askedOf, type Decision, decideByMode, isOwnTool, PermissionDesk } from './permission.ts';
import { StepLog } from './steps.ts';
import type { UsageMeter } from './usage.ts';
import { openWire, type Wire } from './wire.ts';

/** Why a request to the agent has no answer. */
export class AgentGone extends Error {
  readonly kind: 'deadline' | 'exited' | 'garbage' | 'answered';

  constructor(kind: AgentGone['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface LinkOptions {
  readonly mode: Mode;
  /** Permission requests go to a person instead of being answered by the mode. */
  readonly ask: boolean;
  readonly permissionMs: number;
  readonly events: Pick<AgentEvents, 'step' | 'permission'>;
  readonly meter: UsageMeter;
}

/** Garbage lines that are told as steps; an agent that prints more has said enough. */
const GARBAGE_NOTES = 20;
/** What was written before the exit is still read, unless a grandchild holds the pipe open. */
const DRAIN_MS = 500;

export class Link {
  readonly steps: StepLog;
  readonly #group: Group;
  readonly #options: LinkOptions;
  readonly #desk: PermissionDesk;
  readonly #wire: Wire;
  readonly #connection: acp.ClientConnection;
  readonly #over: Promise<AgentGone>;
  /** Updates of a history that is played back are no steps of this turn. */
  #muted = false;
  #cancelling = false;
  #hopeless: string | null = null;

  constructor(group: Group, options: LinkOptions) {
    this.#group = group;
    this.#options = options;
    this.steps = new StepLog((step) => options.events.step(step));
    this.#desk = new PermissionDesk((asked, signal) => options.events.permission(asked, signal), options.permissionMs);
    if (group.stdin === null) throw new Error('an agent is talked to');
    this.#wire = openWire(group.stdin, group.stdout, {
      update: (params) => this.#update(params),
      garbage: (line) => this.#garbage(line),
      hopeless: (reason) => {
        this.#hopeless = reason;
        void group.close(0).catch(() => {});
      },
    });
    this.#connection = acp
      .client({ name: 'sidekicks' })
      .onRequest(acp.methods.client.session.requestPermission, ({ params, signal }) => this.#permission(params, signal))
      .connect(this.#wire.stream);
    this.#over = this.#end();
  }

  get agent(): acp.ClientContext {
    return this.#connection.agent;
  }

  /** The answer, or AgentGone. */
  async answer<T>(request: Promise<T>, what: string, deadlineMs: number | null): Promise<T> {
    const deadline = deadlineMs === null ? null : timeout(deadlineMs);
    const outcomes = [request.then((value) => ({ value })), this.#over.then((error) => ({ error }))];
    const late = deadline?.reached.then(() => ({
      error: new AgentGone('deadline', `it did not answer ${what} within ${(deadlineMs ?? 0) / 1000} s`),
    }));
    try {
      const outcome = await Promise.race(late === undefined ? outcomes : [...outcomes, late]);
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    } catch (error) {
      if (error instanceof AgentGone || error instanceof acp.RequestError) throw error;
      // The SDK's own "connection closed" says less than the exit does.
      throw await this.#over;
    } finally {
      deadline?.clear();
    }
  }

  /** Asks the agent to end its turn; what waits for a person is answered `cancelled`. */
  cancel(sessionId: string): void {
    this.#cancelling = true;
    this.#desk.cancelAll();
    void this.agent.notify(acp.methods.agent.session.cancel, { sessionId }).catch(() => {});
  }

  beginTurn(): void {
    this.#cancelling = false;
    this.steps.beginTurn();
    this.#options.meter.beginTurn();
  }

  mute(muted: boolean): void {
    this.#muted = muted;
  }

  async #end(): Promise<AgentGone> {
    const exit = this.#group.exited;
    const ended = await Promise.race([exit, this.#connection.closed.then(() => null)]);
    // Its output is closed: the exit follows, or an agent that closed its output is ended.
    const late = timeout(DRAIN_MS);
    await Promise.race([ended === null ? exit : this.#connection.closed, late.reached]);
    late.clear();
    if (ended === null) await this.#group.close(0).catch(() => {});
    this.#connection.close();
    this.#desk.cancelAll();
    this.steps.flush();
    return this.#why(await exit);
  }

  #why({ code, signal }: Awaited<Group['exited']>): AgentGone {
    if (this.#hopeless !== null) return new AgentGone(this.#wire.valid ? 'exited' : 'garbage', this.#hopeless);
    const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
    const garbage = !this.#wire.valid && this.#wire.garbageLines > 0;
    return garbage
      ? new AgentGone('garbage', `it printed no ACP and ${how}`)
      : new AgentGone('exited', `its process ${how}`);
  }

  /** True when nothing that came so far was a message. */
  get spokeGarbageOnly(): boolean {
    return !this.#wire.valid && this.#wire.garbageLines > 0;
  }

  #garbage(line: string): void {
    if (this.#wire.garbageLines > GARBAGE_NOTES) return;
    this.steps.note(`the agent printed a line that is no ACP: ${line}`);
  }

  #update(params: unknown): void {
    const update = (params as { update?: unknown } | null)?.update;
    if (this.#muted || update === null || typeof update !== 'object') return;
    const fields = update as Readonly<Record<string, unknown>>;
    if (fields.sessionUpdate === 'usage_update') this.#usage(fields);
    else this.steps.update(fields);
  }

  #usage(fields: Readonly<Record<string, unknown>>): void {
    const { meter } = this.#options;
    if (!meter.update(fields)) return;
    const cost = Number(meter.sessionCostUsd?.toFixed(6));
    this.steps.step('usage', `the session has cost ${cost} US dollars`);
  }

  async #permission(request: acp.RequestPermissionRequest, signal: AbortSignal) {
    const asked = askedOf(request);
    const { decision, why } = await this.#decide(request, asked, signal);
    const word = decision === 'allow' ? 'allowed' : decision === 'deny' ? 'denied' : 'cancelled';
    this.steps.step('permission', `${word}: ${asked.kind} ${asked.title}`, { ...asked, decision, why });
    return answerOf(decision, request.options);
  }

  #decide(
    request: acp.RequestPermissionRequest,
    asked: ReturnType<typeof askedOf>,
    signal: AbortSignal,
  ): Promise<{ decision: Decision; why: string }> | { decision: Decision; why: string } {
    if (this.#cancelling) return { decision: 'cancelled', why: 'the turn is being cancelled' };
    if (isOwnTool(request.toolCall)) return { decision: 'allow', why: 'a tool of the run itself' };
    if (this.#options.ask) return this.#desk.decide(asked, signal);
    const { mode } = this.#options;
    return { decision: decideByMode(mode, asked.kind), why: `the mode ${mode} decides on ${asked.kind}` };
  }
}

interface Timeout {
  readonly reached: Promise<void>;
  clear(): void;
}

function timeout(ms: number): Timeout {
  let timer: NodeJS.Timeout | undefined;
  const reached = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { reached, clear: () => clearTimeout(timer) };
}
