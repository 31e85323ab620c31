/** What a step of a log says, for a person: the runner tells states by their code and its notes in the middle of a sentence. */
import type { LogStep } from './log-pages.ts';
import { capital, costWords } from './words.ts';

const progress: { readonly [status: string]: string } = {
  pending: 'not begun',
  in_progress: 'in progress',
  completed: 'done, it says',
  failed: 'failed',
};

/** Of a tool call or an entry of the agent's plan, as the agent tells it. */
export function progressWord(status: string): string {
  return progress[status] ?? status;
}

const TOOL = /^(.*) \((\w+)\)$/s;
const COST = /^the session has cost ([\d.e+-]+) US dollars$/;

export function stepWords({ kind, text }: Pick<LogStep, 'kind' | 'text'>): string {
  switch (kind) {
    case 'tool':
      return text.replace(TOOL, (_, what: string, status: string) => `${what} (${progressWord(status)})`);
    case 'usage':
      return text.replace(COST, (_, usd: string) => `So far the conversation has cost ${costWords(Number(usd))}.`);
    case 'note':
    case 'permission':
      return capital(text);
    default:
      return text;
  }
}
