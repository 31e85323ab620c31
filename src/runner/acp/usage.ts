/** What a turn cost, as the agent told it. Keeps apart what is known and what is not: unknown is null, never zero. */
import type { TurnUsage } from '../../app/runner.ts';
import type { UsageMeaning } from '../agents/base.ts';

type Fields = Readonly<Record<string, unknown>>;

export class UsageMeter {
  readonly #meaning: UsageMeaning;
  /** The total so far in US dollars. Null = unknown. */
  #cost: number | null;
  #before: number | null;
  #told = false;

  /** `before`: what the session had cost before this process. A session that is taken up does not start at nothing. */
  constructor(meaning: UsageMeaning, before: number | null) {
    this.#meaning = meaning;
    this.#cost = meaning.cost === 'of_process' ? 0 : before;
    this.#before = this.#cost;
  }

  /** A usage update. True when the cost changed. */
  update({ cost }: Fields): boolean {
    if (cost === null || typeof cost !== 'object') return false;
    const { amount, currency } = cost as Fields;
    if (currency !== 'USD' || !isFigure(amount)) return false;
    this.#told = true;
    const changed = amount !== this.#cost;
    this.#cost = amount;
    return changed;
  }

  get sessionCostUsd(): number | null {
    return this.#told ? this.#cost : null;
  }

  /** Also when this turn told nothing. */
  get totalUsd(): number | null {
    return this.#cost;
  }

  beginTurn(): void {
    this.#before = this.#cost;
    this.#told = false;
  }

  /** `answer` is the result of session/prompt; its `usage` is no stable part of the protocol. */
  endTurn(answer: unknown): TurnUsage {
    const tokens = this.#meaning.tokens === 'turn' ? tokensOf(answer) : { input: null, output: null };
    return {
      inputTokens: tokens.input,
      outputTokens: tokens.output,
      costUsd: this.#costOfTurn(),
      source: 'the agent, over ACP',
      semantics: `${tokenWords[this.#meaning.tokens]}; ${costWords[this.#meaning.cost]}`,
    };
  }

  #costOfTurn(): number | null {
    if (this.#meaning.cost === 'none' || !this.#told || this.#cost === null || this.#before === null) return null;
    const delta = this.#cost - this.#before;
    // A total that shrank began again somewhere: what this turn cost is unknown.
    return delta < 0 ? null : Number(delta.toFixed(9));
  }
}

const tokenWords = {
  turn: 'tokens: sum of the turn',
  last_call: 'tokens: only of the last model call, so unknown for the turn',
  none: 'tokens: not told',
} as const;

const costWords = {
  cumulative: 'cost: growth of the session total during the turn',
  of_process: 'cost: growth of the total of its process during the turn',
  none: 'cost: not told',
} as const;

function tokensOf(answer: unknown): { readonly input: number | null; readonly output: number | null } {
  const usage = (answer as { usage?: unknown } | null)?.usage;
  if (usage === null || typeof usage !== 'object') return { input: null, output: null };
  const { inputTokens, outputTokens } = usage as Fields;
  return { input: isFigure(inputTokens) ? inputTokens : null, output: isFigure(outputTokens) ? outputTokens : null };
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
