/** What delegation needs beside the kernel: types alone, so that the parts may name them and they may take the parts. */
import type { Contract } from '../../core/contract/contract.ts';
import type { Run } from '../../core/run/run.ts';
import type { Blobs, RunLogs } from '../ports.ts';
import type { Runner } from '../runner.ts';
import type { WarmProcesses } from './warm.ts';

export interface Delegation {
  readonly runner: Runner;
  readonly blobs: Blobs;
  readonly logs: RunLogs;
  readonly supervisor: Supervisor;
  readonly observer: Observer;
  /** The daemon's own folder, which no root may hold. */
  readonly stateFolder: string;
}

export interface Supervisor {
  /** Ids in the queue, next first. */
  queue(): readonly string[];
  /** The run that the conversation's process works on now. */
  runOf(conversationId: string): string | null;
  readonly warm: WarmProcesses;
  close(): Promise<void>;
}

export interface Refused {
  readonly checkId: string;
  readonly code: string;
  readonly message: string;
  readonly next: string;
}

export interface Observer {
  /** Starts what may run; the rest is refused by name. */
  observe(
    run: Run,
    contract: Contract,
    ids: readonly string[] | undefined,
  ): { readonly started: readonly string[]; readonly refused: readonly Refused[] };
  observing(runId: string): readonly string[];
  stop(): void;
  close(): Promise<void>;
}
