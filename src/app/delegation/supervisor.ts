/**
 * Runs what may run: lets waiting runs start when a grant covers them, launches from the queue, cancels, times out
 * questions, and at boot ends what a dead daemon left. It owns every running process; a run without a driver here that
 * claims to run is interrupted by the sweep.
 */
import { systemAuthor } from '../../core/access/author.ts';
import { isLive } from '../../core/run/covering-grant.ts';
import { activeRuns, limitsOf, runsOfConversation } from '../../core/run/find-run.ts';
import { timeOutWaits } from '../../core/run/question-commands.ts';
import { hasEnded, type Run } from '../../core/run/run.ts';
import { type Ended, endRun, forgetLeases, grantWaiting, launchRun } from '../../core/run/run-life.ts';
import type { Parts } from '../parts.ts';
import { type CarryOut, carryOut, type Driving } from './carry-out.ts';
import type { Supervisor } from './delegation.ts';
import { warmProcesses } from './warm.ts';

/** How long an agent may take to stop by itself. After the kill switch: next to nothing. */
const CANCEL_GRACE_MS = 4000;
const STOP_GRACE_MS = 200;
const TICK_MS = 500;
const noop = () => undefined;

export async function openSupervisor(parts: Parts, log: (message: string) => void): Promise<Supervisor> {
  const driving = new Map<string, { readonly control: Driving; readonly over: Promise<void> }>();
  const warm = warmProcesses();
  let closing = false;
  await sweep(parts);

  const drive = async (run: Run): Promise<void> => {
    const control: Driving = {
      cancelled: new AbortController(),
      killed: new AbortController(),
      graceMs: CANCEL_GRACE_MS,
    };
    const over = (async () => {
      if (closing) return;
      const launched = await parts.kernel.execute(systemAuthor, (state, context) => launchRun(state, run.id, context));
      if (!launched.ok || launched.value.value === null) return;
      const work: CarryOut = { parts, run: launched.value.value.run, control, warm, isClosing: () => closing };
      const ended = await carryOut(work).catch((error: unknown): Ended => {
        log(`run ${run.id} failed: ${String(error)}`);
        return { status: 'failed', code: 'internal', reason: 'A fault of ours; the log has it.', usage: null };
      });
      await parts.kernel.execute(systemAuthor, (state, context) => endRun(state, run.id, ended, context));
    })();
    driving.set(run.id, { control, over });
    await over.catch((error: unknown) => log(`run ${run.id} could not be ended: ${String(error)}`));
    driving.delete(run.id);
    void pump();
  };

  const cancelAsked = (): void => {
    const { stopped } = limitsOf(parts.kernel.state);
    for (const run of activeRuns(parts.kernel.state)) {
      const found = run.status === 'cancelling' ? driving.get(run.id) : undefined;
      if (!found) continue;
      if (stopped) hurry(found.control);
      found.control.cancelled.abort();
    }
    // After the runs: a process at rest can wait, and one of them may have been kept meanwhile.
    if (stopped) void Promise.all([...driving.values()].map(({ over }) => over.catch(noop))).then(() => warm.close());
  };

  let pumping = false;
  let again = false;
  const pump = async (): Promise<void> => {
    if (closing) return;
    cancelAsked();
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    try {
      const waits = activeRuns(parts.kernel.state).some((run) => run.status === 'waiting_grant');
      if (waits) await parts.kernel.execute(systemAuthor, grantWaiting);
      if (closing) return;
      const free = limitsOf(parts.kernel.state).maxWorkers - driving.size;
      for (const run of queued(parts)
        .filter((one) => !driving.has(one.id))
        .slice(0, Math.max(0, free)))
        void drive(run);
    } finally {
      pumping = false;
    }
    if (again) {
      again = false;
      await pump();
    }
  };

  const soon = () => void pump().catch((error: unknown) => log(`the queue stopped: ${String(error)}`));
  const stopEvents = parts.kernel.onEvents((events) => {
    if (events.some((event) => /^(run|runs|grant|limits|root|agent)\./.test(event.header.type))) setImmediate(soon);
    if (events.some((event) => /^(grant\.revoked|root\.removed|agent\.changed)$/.test(event.header.type))) {
      void warm.sweep((id) => mayStayWarm(parts, id)).catch((error: unknown) => log(String(error)));
    }
  });
  const timer = setInterval(() => void tick(parts).catch((error: unknown) => log(String(error))), TICK_MS);
  timer.unref();
  soon();

  return {
    queue: () =>
      queued(parts)
        .map((run) => run.id)
        .filter((id) => !driving.has(id)),
    runOf(conversationId) {
      const run = activeRuns(parts.kernel.state).find((one) => one.conversationId === conversationId);
      return run && driving.has(run.id) ? run.id : null;
    },
    warm,
    async close() {
      closing = true;
      clearInterval(timer);
      stopEvents();
      for (const { control } of driving.values()) {
        hurry(control);
        control.cancelled.abort();
      }
      await Promise.all([...driving.values()].map(({ over }) => over.catch(noop)));
      await warm.close();
    },
  };
}

/** Also for one that was cancelled before and is in its longer grace. */
function hurry(control: Driving): void {
  if (control.graceMs === STOP_GRACE_MS) return;
  control.graceMs = STOP_GRACE_MS;
  setTimeout(() => control.killed.abort(), STOP_GRACE_MS);
}

/** A process at rest lives by the grant that launched it: without that, or its folder or agent, it goes. */
function mayStayWarm(parts: Parts, conversationId: string): boolean {
  const { state } = parts.kernel;
  const place = state.tables.conversation.get(conversationId);
  const grantId = runsOfConversation(state, conversationId).at(-1)?.grantId ?? '';
  const grant = state.tables.grant.get(grantId);
  const root = state.tables.root.get(place?.rootId ?? '');
  const isAllowed = state.tables.agent.get(place?.agentId ?? '')?.allowed === true;
  return isAllowed && root?.removedAt === null && grant !== undefined && isLive(grant, parts.kernel.now());
}

function queued(parts: Parts): Run[] {
  return activeRuns(parts.kernel.state).filter((run) => run.status === 'starting' && run.launchedAt === null);
}

async function tick(parts: Parts): Promise<void> {
  const { openQuestions, openRequests } = parts.kernel.state.index;
  if (openQuestions.size + openRequests.size === 0) return;
  const now = parts.kernel.now();
  const { question, request } = parts.kernel.state.tables;
  const deadlines = [
    ...[...openQuestions].map((id) => question.get(id)?.deadline),
    ...[...openRequests].map((id) => request.get(id)?.deadline),
  ];
  if (deadlines.some((deadline) => deadline !== undefined && Date.parse(deadline) <= now)) {
    await parts.kernel.execute(systemAuthor, timeOutWaits);
  }
}

/**
 * What claims to run and has no driver: its daemon died. Never restarted by itself. Processes that were kept for a next
 * turn go too.
 */
async function sweep(parts: Parts): Promise<void> {
  const left = activeRuns(parts.kernel.state).filter((run) => run.launchedAt !== null);
  const leased = [...parts.kernel.state.tables.run.values()].filter((run) => run.lease !== null);
  await parts.delegation?.runner.sweep(leased.flatMap((run) => run.lease ?? []));
  for (const run of left) {
    const ended: Ended = {
      status: 'interrupted',
      code: 'daemon_died',
      reason: 'The daemon ended while it ran.',
      usage: null,
    };
    await parts.kernel.execute(systemAuthor, (state, context) => endRun(state, run.id, ended, context));
  }
  const kept = leased.filter(hasEnded).map((run) => run.id);
  await parts.kernel.execute(systemAuthor, (state) => forgetLeases(state, kept));
}
