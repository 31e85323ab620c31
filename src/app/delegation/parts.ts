/** What delegation needs beside the kernel. Absent where no runner is (a check of a store, some tests). */
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import type { Parts } from '../parts.ts';
import type { Blobs, RunLogs, Runner } from '../runner.ts';
import type { Observer } from './observe.ts';
import type { Supervisor } from './supervisor.ts';

export interface Delegation {
  readonly runner: Runner;
  readonly blobs: Blobs;
  readonly logs: RunLogs;
  readonly supervisor: Supervisor;
  readonly observer: Observer;
  /** The daemon's own folder, which no root may hold. */
  readonly stateFolder: string;
}

const unavailable: Refusal = {
  code: 'delegation_unavailable',
  message: 'Nothing here carries runs out.',
  next: 'Start the daemon; runs are delegated through it.',
};

export function delegationOf(parts: Parts): Result<Delegation> {
  return parts.delegation ? done(parts.delegation) : refuse(unavailable);
}
