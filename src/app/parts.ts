/** What every use case may use. */
import type { Author } from '../core/access/author.ts';
import type { State } from '../core/state/state.ts';
import { wholeMinute } from '../core/workspace/time.ts';
import { done, type Result } from '../kit/result.ts';
import type { InputOf } from '../protocol/operation.ts';
import type { OperationName, table } from '../protocol/table.ts';
import type { ToolLines } from '../protocol/views.ts';
import type { Activity } from './activity.ts';
import type { Call } from './app.ts';
import type { Delegation } from './delegation/delegation.ts';
import type { Decide, Kernel, Written } from './kernel.ts';
import type { PairingCodes } from './pairing-codes.ts';
import type { Clock, Store } from './ports.ts';

export interface Urls {
  readonly workspaceUrl: string;
  readonly deskUrl: string;
}

export interface Parts {
  readonly workspaceId: string;
  readonly store: Store;
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly urls: Urls;
  readonly lines: ToolLines;
  readonly activity: Activity;
  readonly pairingCodes: PairingCodes;
  /** Null where nothing carries runs out. */
  readonly delegation: Delegation | null;
}

export type UseCase<Name extends OperationName> = (
  parts: Parts,
  call: Call,
  input: InputOf<(typeof table)[Name]>,
) => Promise<Result<unknown>>;

export function stateOf(parts: Parts): State {
  return parts.kernel.state;
}

/** The whole minute that evaluations and answers speak of, in milliseconds. */
export function minuteOf(parts: Parts): number {
  return wholeMinute(parts.clock.now());
}

/** Runs a command and answers `{seq, version}` beside what `shape` makes of its value. */
export async function act<T>(
  parts: Parts,
  author: Author,
  decide: Decide<T>,
  shape: (value: T) => object = () => ({}),
): Promise<Result<unknown>> {
  const result = await parts.kernel.execute(author, decide);
  return result.ok ? done(answerOf(result.value, shape)) : result;
}

function answerOf<T>({ value, seq, version }: Written<T>, shape: (value: T) => object): object {
  return { ...shape(value), seq, version };
}

/** Where a person reviews a proposal. Carries no secret: the desk asks for the person's key. */
export function approveUrl(parts: Parts, proposalId: string): string {
  return `${parts.urls.deskUrl}/proposal/${proposalId}`;
}
