/** The runs that are on, each with its control, until its end is written. Nothing else ends a run that was launched here. */
import { systemAuthor } from '../../core/access/author.ts';
import { activeRuns, limitsOf } from '../../core/run/find-run.ts';
import type { Run } from '../../core/run/run.ts';
import { endRun, keepResult, launchRun } from '../../core/run/run-life.ts';
import type { Parts } from '../parts.ts';
import { type CarriedOut, carryOut } from './carry-out.ts';
import type { WarmProcesses } from './warm.ts';
import type { Driving } from './work.ts';

export interface Drivers {
  size(): number;
  has(runId: string): boolean;
  /** Its last run may have its end and still be read: its worktree is not another's yet. */
  holds(conversationId: string): boolean;
  /** Launches it if a grant still covers it, and sees it through. */
  drive(run: Run): void;
  /** Ends what was cancelled; after the kill switch at once, and what is at rest too. */
  cancelAsked(): void;
  /** Ends all; none begins any more. */
  close(): Promise<void>;
}

interface Driven {
  readonly conversationId: string;
  readonly control: Driving;
  readonly over: Promise<void>;
}

export interface OpenDrivers {
  readonly parts: Parts;
  readonly warm: WarmProcesses;
  readonly log: (message: string) => void;
  /** A worker is free again. */
  readonly onFree: () => void;
}

/** How long an agent may take to stop by itself. */
const CANCEL_GRACE_MS = 4000;
const CLOSE_GRACE_MS = 500;
/** After the kill switch: nothing. All of it must be over within two seconds, on a loaded machine too. */
const STOP_GRACE_MS = 0;
/** After a stop, for what is still to be read of worktrees: enough for a usual one, and within the two seconds. */
const READ_GRACE_MS = 1500;
const noop = () => undefined;

export function openDrivers({ parts, warm, log, onFree }: OpenDrivers): Drivers {
  const driving = new Map<string, Driven>();
  let closing = false;

  const seeThrough = async (id: string, control: Driving): Promise<void> => {
    if (closing) return;
    const launched = await parts.kernel.execute(systemAuthor, (state, context) => launchRun(state, id, context));
    if (!launched.ok || launched.value.value === null) return;
    const { run } = launched.value.value;
    const ended = await carryOut({ parts, run, control, warm, isClosing: () => closing }).catch((error): CarriedOut => {
      log(`run ${id} failed: ${String(error)}`);
      return { status: 'failed', code: 'internal', reason: 'A fault of ours; the log has it.', usage: null };
    });
    await parts.kernel.execute(systemAuthor, (state, context) => endRun(state, id, ended, context));
    const result = (await ended.left?.()) ?? null;
    if (result) await parts.kernel.execute(systemAuthor, (state) => keepResult(state, id, result));
  };

  const allOver = () => Promise.all([...driving.values()].map(({ over }) => over));

  return {
    size: () => driving.size,
    has: (runId) => driving.has(runId),
    holds: (conversationId) => [...driving.values()].some((one) => one.conversationId === conversationId),
    drive({ id, conversationId }) {
      const control = {
        cancelled: new AbortController(),
        killed: new AbortController(),
        unread: new AbortController(),
        graceMs: CANCEL_GRACE_MS,
      };
      const over = seeThrough(id, control)
        .catch((error: unknown) => log(`run ${id} could not be ended: ${String(error)}`))
        .then(() => {
          driving.delete(id);
          onFree();
        });
      driving.set(id, { conversationId, control, over });
    },
    cancelAsked() {
      const { stopped } = limitsOf(parts.kernel.state);
      // Also those that have their end and are being read.
      if (stopped) for (const { control } of driving.values()) hurry(control, STOP_GRACE_MS);
      for (const run of activeRuns(parts.kernel.state))
        if (run.status === 'cancelling') driving.get(run.id)?.control.cancelled.abort();
      // After the runs: a process at rest can wait, and one of them may have been kept meanwhile.
      if (stopped) void allOver().then(() => warm.close(), noop);
    },
    async close() {
      closing = true;
      for (const { control } of driving.values()) {
        hurry(control, CLOSE_GRACE_MS);
        control.cancelled.abort();
      }
      await allOver();
    },
  };
}

/** Also for one that was cancelled before and is in its longer grace. */
function hurry(control: Driving, graceMs: number): void {
  if (control.graceMs <= graceMs) return;
  control.graceMs = graceMs;
  setTimeout(() => control.killed.abort(), graceMs);
  setTimeout(() => control.unread.abort(), READ_GRACE_MS).unref();
}
