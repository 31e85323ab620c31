/** One run with what carries it out at hand, and the words in which it is told. */
import { systemAuthor } from '../../core/access/author.ts';
import type { Conversation, Run } from '../../core/run/run.ts';
import { type Moved, moveRun } from '../../core/run/run-life.ts';
import { formatInstant } from '../../core/workspace/time.ts';
import type { Parts } from '../parts.ts';
import type { Step } from '../ports.ts';
import type { Delegation } from './delegation.ts';
import type { RunInput } from './run-input.ts';
import type { WarmProcesses } from './warm.ts';

/** How the supervisor reaches a run that is on. */
export interface Driving {
  readonly cancelled: AbortController;
  /** Its time to stop by itself is over: what lives is killed. */
  readonly killed: AbortController;
  /** After a stop of everything: what it left is read no more. */
  readonly unread: AbortController;
  graceMs: number;
}

export interface CarryOut {
  readonly parts: Parts;
  readonly run: Run;
  readonly control: Driving;
  readonly warm: WarmProcesses;
  readonly isClosing: () => boolean;
}

/** One run with what it needs at hand. */
export interface Work extends CarryOut {
  readonly delegation: Delegation;
  readonly conversation: Conversation;
  readonly input: RunInput;
}

export async function move({ parts, run }: Work, moved: Moved): Promise<void> {
  await parts.kernel.execute(systemAuthor, (state) => moveRun(state, run.id, moved));
}

export function note(work: Work, text: string): void {
  log(work, { at: formatInstant(work.parts.kernel.now()), kind: 'note', text });
}

function log({ delegation, run }: Work, step: Step): void {
  delegation.logs.append(run.id, step);
}
