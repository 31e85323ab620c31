/** Sums in words: what is known, and of how many runs nothing is. */
import type { UsageSum } from '../../protocol/delegation-views.ts';
import { costWords, grouped, spanWords } from './words.ts';

export interface Figure {
  readonly figure: string;
  /** "2 of 5 runs unknown"; null when all are known. */
  readonly note: string | null;
}

export function sumWords(sum: UsageSum): Record<'cost' | 'input' | 'output' | 'time', Figure> {
  const { runs, costUsd, costKnown, inputTokens, outputTokens, tokensKnown, durationMs, durationKnown } = sum;
  return {
    cost: figure(costWords(costUsd), costKnown, runs),
    input: figure(grouped(inputTokens), tokensKnown, runs),
    output: figure(grouped(outputTokens), tokensKnown, runs),
    time: figure(spanWords(durationMs), durationKnown, runs),
  };
}

function figure(words: string, known: number, runs: number): Figure {
  if (known === 0) return { figure: 'unknown', note: null };
  if (known === runs) return { figure: words, note: null };
  return { figure: `at least ${words}`, note: `${runs - known} of ${runs} runs unknown` };
}
