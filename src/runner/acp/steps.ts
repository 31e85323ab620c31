/**
 * An agent's session updates as the steps of a run's live log. Owns every bound: a message of many chunks is merged and
 * cut, a turn has so many steps and characters and then one last word, a tool call is told when it changes and not for
 * each piece of its output. It must never throw for what an agent sent: updates are read as data, field by field.
 */
import type { Step } from '../../app/ports.ts';
import { cut } from '../../kit/text.ts';
import { bounded, shown } from './bounded.ts';
import { ToolCalls } from './tool-calls.ts';

export const limits = {
  /** Characters of one step. */
  step: 8192,
  /** Characters kept of one message; the rest is counted. */
  message: 64 * 1024,
  /** Steps of a turn. */
  steps: 5000,
  /** Characters of a turn's steps. */
  turn: 4 * 1024 * 1024,
  /** Characters of a turn's answer. */
  text: 256 * 1024,
  planEntries: 100,
  /** Milliseconds that chunks are gathered before they are shown. */
  gatherMs: 400,
} as const;

type Fields = Readonly<Record<string, unknown>>;
type Prose = 'message' | 'thought';

export class StepLog {
  readonly #emit: (step: Step) => void;
  readonly #calls = new ToolCalls();
  readonly #prose: Gathered;
  #steps = 0;
  #chars = 0;
  #text = '';

  constructor(emit: (step: Step) => void) {
    this.#emit = emit;
    this.#prose = new Gathered((kind, text) => this.#step(kind, text));
  }

  /** A new turn has budgets of its own. */
  beginTurn(): void {
    this.flush();
    this.#steps = 0;
    this.#chars = 0;
    this.#text = '';
  }

  /** What the agent said in this turn, cut. Prose: nothing is decided by it. */
  get text(): string {
    return this.#text;
  }

  update(update: Fields): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        this.#chunk('message', update);
        break;
      case 'agent_thought_chunk':
        this.#chunk('thought', update);
        break;
      case 'tool_call':
      case 'tool_call_update':
        this.#tool(update);
        break;
      case 'plan':
        this.#plan(update);
        break;
      case 'notice':
        this.note(shown(update.message ?? update.text ?? update.title ?? '', 500));
        break;
    }
  }

  note(text: string, detail?: unknown): void {
    this.step('note', text, detail);
  }

  /** Any other step, after the prose that came before it. */
  step(kind: Step['kind'], text: string, detail?: unknown): void {
    this.#prose.end();
    this.#step(kind, text, detail);
  }

  flush(): void {
    this.#prose.end();
  }

  #chunk(kind: Prose, { content }: Fields): void {
    const text = textOf(content);
    if (kind === 'message' && this.#text.length < limits.text) this.#text = cut(this.#text + text, limits.text);
    this.#prose.add(kind, text);
  }

  #tool(update: Fields): void {
    const told = this.#calls.take(update);
    if (told !== null) this.step('tool', told.text, told.detail);
  }

  #plan({ entries }: Fields): void {
    const all = Array.isArray(entries) ? (entries as Fields[]).slice(0, limits.planEntries) : [];
    const detail = all.map((entry) => ({ content: shown(entry?.content, 500), status: shown(entry?.status, 40) }));
    const completed = detail.filter(({ status }) => status === 'completed').length;
    this.step('plan', `${completed} of ${detail.length} steps of its plan are done`, detail);
  }

  #step(kind: Step['kind'], text: string, detail?: unknown): void {
    if (this.#steps > limits.steps || this.#chars > limits.turn) return;
    const short = cut(text, limits.step);
    const small = detail === undefined ? undefined : bounded(detail, limits.step);
    this.#steps += 1;
    this.#chars += short.length + (small === undefined ? 0 : shown(small, limits.step).length);
    const full = this.#steps > limits.steps || this.#chars > limits.turn;
    const last = { kind: 'note', text: 'this turn has more steps than are kept' } as const;
    const at = new Date().toISOString();
    this.#emit(full ? { at, ...last } : { at, kind, text: short, ...(small === undefined ? {} : { detail: small }) });
  }
}

/** Chunks of one message, shown in pieces: when enough came, when a while passed, or when something else comes. */
class Gathered {
  readonly #show: (kind: Prose, text: string) => void;
  #kind: Prose = 'message';
  #text = '';
  #kept = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(show: (kind: Prose, text: string) => void) {
    this.#show = show;
  }

  add(kind: Prose, text: string): void {
    if (kind !== this.#kind) this.end();
    this.#kind = kind;
    const room = limits.message - this.#kept;
    const kept = text.length <= room ? text : text.slice(0, Math.max(0, room));
    this.#kept += kept.length;
    this.#dropped += text.length - kept.length;
    this.#text += kept;
    while (this.#text.length >= limits.step) this.#slice(limits.step);
    if (this.#text !== '') this.#timer ??= setTimeout(() => this.#slice(limits.step), limits.gatherMs).unref();
  }

  end(): void {
    this.#slice(limits.step);
    if (this.#dropped > 0) this.#show(this.#kind, `\u2026 and ${this.#dropped} more characters, which are not kept`);
    this.#kept = 0;
    this.#dropped = 0;
  }

  #slice(length: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#text === '') return;
    // Never half of a pair at the edge.
    const whole =
      this.#text.length > length && /[\uD800-\uDBFF]/.test(this.#text.charAt(length - 1)) ? length - 1 : length;
    this.#show(this.#kind, this.#text.slice(0, whole));
    this.#text = this.#text.slice(whole);
  }
}

function textOf(content: unknown): string {
  if (content === null || typeof content !== 'object') return '';
  const { type, text, uri, name } = content as Fields;
  if (type === 'text') return typeof text === 'string' ? text : '';
  return `[${shown(type, 40)} ${shown(uri ?? name ?? '', 200)}]`;
}
