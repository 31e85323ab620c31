/**
 * One run from its launch to its end. It answers how the run ended and never writes the end itself. The end comes from
 * the process, the clock, the cancel and the report: never from the agent's prose.
 */
import { hasChangedTree, type RunResult, type Usage } from '../../core/run/run.ts';
import type { Ended } from '../../core/run/run-life.ts';
import { promptOf } from '../../core/run/run-prompt.ts';
import type { Refusal } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import type { AgentProcess, TurnEnd, TurnUsage } from '../runner.ts';
import { type Opened, openProcess } from './open-process.ts';
import { readPinned } from './pinned.ts';
import { collectLeft, collectResult, type Place, placeOf } from './place.ts';
import { pauseOf, startClock } from './run-clock.ts';
import { readInput } from './run-input.ts';
import { mayStayWarm } from './warm.ts';
import { type CarryOut, move, note, type Work } from './work.ts';

/** `left`: what its worktree holds is read when the end is written. A large checkout takes longer than a stop may. */
export type CarriedOut = Ended & { readonly left?: () => Promise<RunResult | null> };

export async function carryOut(given: CarryOut): Promise<CarriedOut> {
  const { parts, run } = given;
  const conversation = parts.kernel.state.tables.conversation.get(run.conversationId);
  if (!parts.delegation || !conversation) throw new Error(`run ${run.id} has no conversation`);
  const input = await readInput(parts.delegation.blobs, run);
  if (!input) return failed(inputDamaged);
  const work: Work = { ...given, delegation: parts.delegation, conversation, input };
  const { signal } = given.control.cancelled;
  const place = await placeOf(work).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (place === null) return stoppedBefore(work);
  if ('code' in place) return failed(place);
  const treeBefore = await treeOf(work);
  await move(work, { treeBefore });
  const opened = await openProcess(work, place);
  if ('code' in opened) return signal.aborted ? stoppedBefore(work) : failed(opened);
  try {
    return await throughTurn(work, place, opened, treeBefore);
  } catch (error) {
    await opened.process.close();
    throw error;
  }
}

async function throughTurn(work: Work, place: Place, opened: Opened, treeBefore: string | null): Promise<CarriedOut> {
  const { conversation, parts, run, warm } = work;
  const startedMs = performance.now();
  const end = await turn(work, opened.process);
  const { kind: status, code, reason } = end;
  const usage = usageOf(end.usage, performance.now() - startedMs);
  // For the process that takes the session up: work ends its own after each turn.
  await move(work, { conversation: { sessionCostUsd: opened.process.sessionCostUsd } });
  if (status === 'cancelled' || status === 'interrupted') {
    await opened.process.close();
    // The tree is not measured: unknown stays unknown.
    return { status, code, reason, usage, left: () => collectLeft(work, place) };
  }
  // Nothing of the worker may be awake while its worktree is read. Ending the jail ends at once also what hides from the
  // process table; a later turn resumes.
  if (run.mode === 'work') await opened.process.close();
  const { signal } = work.control.cancelled;
  const result = await collectResult(work, place, signal);
  const isWell = code === 'finished' || code === 'no_finish';
  const keepsProcess =
    run.mode !== 'work' &&
    isWell &&
    !work.isClosing() &&
    mayStayWarm(parts.kernel.state, conversation.id, parts.kernel.now());
  if (keepsProcess) await warm.keep(conversation.id, opened.process, opened.launchedAs);
  else await opened.process.close();
  const treeAfter = await treeOf(work);
  if (hasChangedTree({ treeBefore, treeAfter })) note(work, 'tree changed during the run');
  const more = result ? { result } : signal.aborted ? { left: () => collectLeft(work, place) } : {};
  return { status, code, reason, usage, treeAfter, keepsProcess, ...more };
}

/** Of the folder that the run may not change. Null = unknown, or none. */
async function treeOf({ run, conversation, delegation, control }: Work): Promise<string | null> {
  return run.mode === 'work' ? null : delegation.runner.treeDigest(conversation.cwd, control.cancelled.signal);
}

/** The way on stands in the reason: whoever reads why it failed needs it. */
function failed({ code, message, next }: Refusal): Ended {
  return { status: 'failed', code, reason: `${message} ${next}`, usage: null };
}

const inputDamaged: Refusal = {
  code: 'input_damaged',
  message: 'The stored input is gone or damaged.',
  next: 'Start it anew; a person can look for the damage with `sidekicks verify`.',
};

function stoppedBefore(work: Work): Ended {
  if (work.isClosing())
    return { status: 'interrupted', code: 'daemon_stopped', reason: 'The daemon was stopped.', usage: null };
  return { status: 'cancelled', code: 'cancelled', reason: reasonOf(work), usage: null };
}

/** Who cancelled it: the command wrote it. */
function reasonOf({ parts, run }: Work): string | null {
  return parts.kernel.state.tables.run.get(run.id)?.reason ?? null;
}

interface Turned {
  readonly kind: 'completed' | 'failed' | 'cancelled' | 'interrupted';
  readonly code: string;
  readonly reason: string | null;
  readonly usage: TurnUsage | null;
}

async function turn(work: Work, process: AgentProcess): Promise<Turned> {
  const { parts, run, control, delegation, input } = work;
  const { mode } = run;
  const { constraints } = work.conversation;
  const pinned = await readPinned(delegation.blobs, work.conversation.pin);
  const text = promptOf({ ...input, mode, constraints, pinned });
  const statusOf = () => parts.kernel.state.tables.run.get(run.id)?.status;
  const limitMs = run.settings.effective.timeoutSeconds * 1000;
  const isPaused = () => statusOf() === 'waiting_input';
  const clock = startClock({ limitMs, pauseMs: pauseOf(limitMs), isPaused });
  const { signal } = control.cancelled;
  const cancelled = new Promise<'cancelled'>((resolve) => {
    if (signal.aborted) resolve('cancelled');
    signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
  });
  const prompted = process.prompt(text);
  const first = await Promise.race([prompted, clock.over.then(() => 'timed_out' as const), cancelled]);
  clock.stop();
  if (typeof first === 'string') {
    const killed = new Promise<void>((resolve) => {
      if (control.killed.signal.aborted) resolve();
      control.killed.signal.addEventListener('abort', () => resolve(), { once: true });
    }).then(() => process.close());
    await Promise.race([process.cancel(control.graceMs), killed]);
    const late = await Promise.race([prompted, process.exited.then(() => null)]);
    return stopped(work, first, late && late.kind === 'ended' ? late.usage : null);
  }
  return ended(work, first);
}

function stopped(work: Work, why: 'timed_out' | 'cancelled', usage: TurnUsage | null): Turned {
  if (why === 'timed_out') {
    const { timeoutSeconds } = work.run.settings.effective;
    return { kind: 'failed', code: 'timed_out', reason: `Its ${timeoutSeconds} seconds were over.`, usage };
  }
  if (work.isClosing())
    return { kind: 'interrupted', code: 'daemon_stopped', reason: 'The daemon was stopped.', usage };
  return { kind: 'cancelled', code: 'cancelled', reason: reasonOf(work), usage };
}

function ended(work: Work, end: TurnEnd): Turned {
  const report = work.parts.kernel.state.tables.run.get(work.run.id)?.report ?? null;
  if (end.kind === 'crashed') {
    const reason = cut(`${end.reason}${end.stderr === '' ? '' : `\n${end.stderr}`}`, 4000);
    // The report stands: it came before, and the daemon knows how the process ended.
    return report
      ? { kind: 'completed', code: 'finished_then_crashed', reason, usage: null }
      : { kind: 'failed', code: 'agent_crashed', reason, usage: null };
  }
  if (report) return { kind: 'completed', code: 'finished', reason: null, usage: end.usage };
  const reason = `The agent ended its turn (${end.stopReason}) without tandem_finish. Its last words: ${cut(end.text, 2000)}`;
  return { kind: 'failed', code: 'no_finish', reason, usage: end.usage };
}

function usageOf(usage: TurnUsage | null, durationMs: number): Usage {
  return {
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    costUsd: usage?.costUsd ?? null,
    durationMs: Math.round(durationMs),
    source: usage?.source ?? 'none',
    semantics: usage?.semantics ?? 'The agent told nothing.',
  };
}
