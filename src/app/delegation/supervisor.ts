/**
 * Runs what may run: lets waiting runs start when a grant covers them, launches from the queue, cancels, times out
 * questions, and at boot ends what a dead daemon left. It owns every running process; a run without a driver here that
 * claims to run is interrupted by the sweep.
 */
import { systemAuthor } from '../../core/access/author.ts';
import { activeRuns, limitsOf } from '../../core/run/find-run.ts';
import { grantWaiting } from '../../core/run/grant-waiting.ts';
import { timeOutWaits } from '../../core/run/question-commands.ts';
import type { Run } from '../../core/run/run.ts';
import type { Parts } from '../parts.ts';
import type { Supervisor } from './delegation.ts';
import { type Drivers, openDrivers } from './drivers.ts';
import { sweep } from './sweep.ts';
import { mayStayWarm, roomToRest, warmProcesses } from './warm.ts';

const TICK_MS = 500;

export async function openSupervisor(parts: Parts, log: (message: string) => void): Promise<Supervisor> {
  const warm = warmProcesses(() => roomToRest(parts.kernel.state, drivers.size()));
  let closing = false;
  await sweep(parts);
  const drivers: Drivers = openDrivers({ parts, warm, log, onFree: () => soon() });

  let pumping = false;
  let again = false;
  const pump = async (): Promise<void> => {
    if (closing) return;
    drivers.cancelAsked();
    if (pumping) {
      again = true;
      return;
    }
    pumping = true;
    try {
      const waits = activeRuns(parts.kernel.state).some((run) => run.status === 'waiting_grant');
      if (waits) await parts.kernel.execute(systemAuthor, grantWaiting);
      if (closing) return;
      const free = limitsOf(parts.kernel.state).maxWorkers - drivers.size();
      for (const run of waitingForWorker(parts, drivers).slice(0, Math.max(0, free))) drivers.drive(run);
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
      void warm
        .sweep((id) => mayStayWarm(parts.kernel.state, id, parts.kernel.now()))
        .catch((error: unknown) => log(String(error)));
    }
  });
  const timer = setInterval(() => void tick(parts).catch((error: unknown) => log(String(error))), TICK_MS);
  timer.unref();
  soon();

  return {
    queue: () => waitingForWorker(parts, drivers).map((run) => run.id),
    runOf(conversationId) {
      const run = activeRuns(parts.kernel.state).find((one) => one.conversationId === conversationId);
      return run && drivers.has(run.id) ? run.id : null;
    },
    warm,
    async close() {
      closing = true;
      clearInterval(timer);
      stopEvents();
      await drivers.close();
      await warm.close();
    },
  };
}

function waitingForWorker(parts: Parts, drivers: Drivers): Run[] {
  const isWaiting = (run: Run) =>
    run.status === 'starting' && run.launchedAt === null && !drivers.holds(run.conversationId);
  return activeRuns(parts.kernel.state).filter(isWaiting);
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
