/** Figures of use come from a peer. One that cannot be true is unknown: never corrected, never taken for zero. */
import type { Usage } from './run.ts';

const TOKENS = 1e12;
const US_DOLLARS = 1e6;

/** Also for rows of earlier versions, so that sums stay finite. */
export function believable(usage: Usage): Usage {
  return {
    ...usage,
    inputTokens: within(usage.inputTokens, TOKENS),
    outputTokens: within(usage.outputTokens, TOKENS),
    costUsd: within(usage.costUsd, US_DOLLARS),
  };
}

function within(figure: number | null, most: number): number | null {
  return figure !== null && figure >= 0 && figure <= most ? figure : null;
}
