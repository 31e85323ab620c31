/**
 * One run from its launch to its end. It answers how the run ended and never writes the end itself. The end comes from
 * the process, the clock, the cancel and the report: never from the agent's prose.
 */
import { systemAuthor } from '../../core/access/author.ts';
import { publishArtifact } from '../../core/run/artifact-commands.ts';
import { askPermission } from '../../core/run/question-commands.ts';
import type { Conversation, Run, RunResult, Usage } from '../../core/run/run.ts';
import { type Ended, type Moved, moveRun } from '../../core/run/run-life.ts';
import { promptOf } from '../../core/run/run-prompt.ts';
import { formatInstant } from '../../core/workspace/time.ts';
import { cut } from '../../kit/text.ts';
import type { Parts } from '../parts.ts';
import type { AgentEvents, AgentProcess, Step, TurnEnd, TurnUsage } from '../runner.ts';
import { waitForChange } from '../wait.ts';
import type { Delegation } from './parts.ts';
import { readPinned } from './pinned.ts';
import { startClock } from './run-clock.ts';
import { readInput } from './run-input.ts';
import type { WarmProcesses } from './warm.ts';

/** How the supervisor reaches a run that is on. */
export interface Driving {
  readonly cancelled: AbortController;
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
interface Work extends CarryOut {
  readonly delegation: Delegation;
  readonly conversation: Conversation;
}

export async function carryOut(given: CarryOut): Promise<Ended> {
  const { parts, run } = given;
  const conversation = parts.kernel.state.tables.conversation.get(run.conversationId);
  if (!parts.delegation || !conversation) throw new Error(`run ${run.id} has no conversation`);
  const work: Work = { ...given, delegation: parts.delegation, conversation };
  const place = await placeOf(work);
  if ('code' in place) return failed(place.code, place.message);
  const treeBefore = run.mode === 'work' ? null : await work.delegation.runner.treeDigest(conversation.cwd);
  await move(work, { treeBefore });
  const opened = await openProcess(work, place);
  if ('code' in opened)
    return given.control.cancelled.signal.aborted ? stoppedBefore(work) : failed(opened.code, opened.message);
  const startedMs = performance.now();
  const end = await turn(work, opened);
  const usage = usageOf(end.usage, performance.now() - startedMs);
  const result = await collectResult(work, place, opened);
  const healthy = end.kind === 'completed' || end.code === 'no_finish';
  if (healthy && !given.isClosing()) await given.warm.keep(conversation.id, opened);
  else await opened.close();
  const treeAfter = run.mode === 'work' ? null : await work.delegation.runner.treeDigest(conversation.cwd);
  if (treeBefore !== treeAfter) note(work, 'tree changed during the run');
  return { status: end.kind, code: end.code, reason: end.reason, usage, treeAfter, ...(result && { result }) };
}

function failed(code: string, reason: string): Ended {
  return { status: 'failed', code, reason, usage: null };
}

function stoppedBefore(work: Work): Ended {
  return work.isClosing()
    ? { status: 'interrupted', code: 'daemon_stopped', reason: 'The daemon was stopped.', usage: null }
    : { status: 'cancelled', code: 'cancelled', reason: null, usage: null };
}

async function move({ parts, run }: Work, moved: Moved): Promise<void> {
  await parts.kernel.execute(systemAuthor, (state) => moveRun(state, run.id, moved));
}

function note(work: Work, text: string): void {
  log(work, { at: formatInstant(work.parts.clock.now()), kind: 'note', text });
}

function log({ delegation, run }: Work, step: Step): void {
  delegation.logs.append(run.id, step);
}

interface Place {
  readonly cwd: string;
  readonly repository: string | null;
  readonly worktree: Conversation['worktree'];
}

/** `work` gets a worktree of its own, made once per conversation. */
async function placeOf(work: Work): Promise<Place | { readonly code: string; readonly message: string }> {
  const { conversation, run, delegation } = work;
  if (run.mode !== 'work') return { cwd: conversation.cwd, repository: null, worktree: null };
  const head = await delegation.runner.head(conversation.cwd);
  if (!head.ok) return head.refusal;
  const { repository, commit } = head.value;
  const inside = conversation.cwd.slice(repository.length).replace(/^[/\\]/, '');
  if (conversation.worktree) {
    return { cwd: within(conversation.worktree.path, inside), repository, worktree: conversation.worktree };
  }
  const added = await delegation.runner.addWorktree({ repository, conversationId: conversation.id, base: commit });
  if (!added.ok) return added.refusal;
  const worktree = { ...added.value, base: commit };
  await move(work, { conversation: { worktree } });
  if (head.value.uncommitted > 0)
    note(work, `${head.value.uncommitted} uncommitted files of the checkout are absent here`);
  return { cwd: within(worktree.path, inside), repository, worktree };
}

function within(folder: string, relative: string): string {
  return relative === '' ? folder : `${folder}/${relative}`;
}

async function openProcess(
  work: Work,
  place: Place,
): Promise<AgentProcess | { readonly code: string; readonly message: string }> {
  const { parts, run, control, delegation } = work;
  const conversation = parts.kernel.state.tables.conversation.get(work.conversation.id) ?? work.conversation;
  const input = await readInput(delegation.blobs, run);
  const isFresh = input !== null && input.handoff !== null;
  if (isFresh) await work.warm.drop(conversation.id);
  const kept = work.warm.take(conversation.id);
  if (kept) {
    await move(work, {
      lease: kept.lease,
      held: kept.held,
      settings: { ...run.settings, ...kept.settings },
      status: 'running',
    });
    return kept;
  }
  const entry = parts.kernel.state.tables.agent.get(run.agentId);
  const grant = parts.kernel.state.tables.grant.get(run.grantId ?? '');
  if (!entry?.allowed || !grant) return { code: 'unknown_agent', message: 'The agent or the grant is gone.' };
  const { model, thinking } = run.settings.effective;
  const opened = await delegation.runner.launch(
    {
      conversationId: conversation.id,
      entry,
      mode: run.mode,
      cwd: place.cwd,
      repository: place.repository,
      resume: isFresh ? null : conversation.sessionId,
      model,
      thinking,
      openNetwork: grant.openNetwork,
      unsandboxed: grant.unsandboxed,
      ask: grant.ask,
    },
    eventsOf(work),
    control.cancelled.signal,
  );
  if (!opened.ok) return opened.refusal;
  const process = opened.value;
  await move(work, {
    lease: process.lease,
    held: process.held,
    settings: { ...run.settings, ...process.settings },
    status: 'running',
    conversation: { sessionId: process.sessionId },
  });
  return process;
}

/** A warm process outlives its run: its events belong to the conversation's run of the moment. */
function eventsOf(work: Work): AgentEvents {
  const { parts, delegation, conversation } = work;
  const current = () => delegation.supervisor.runOf(conversation.id) ?? work.run.id;
  return {
    step: (step) => delegation.logs.append(current(), step),
    spawned: (lease) => move(work, { lease }),
    async permission(asked, signal) {
      const runId = current();
      const result = await parts.kernel.execute(systemAuthor, (state, context) =>
        askPermission(state, runId, asked, context),
      );
      if (!result.ok) return 'deny';
      const { requestId } = result.value.value;
      const statusOf = () => parts.kernel.state.tables.request.get(requestId)?.status;
      await waitForChange(parts.kernel, 400_000, signal, () => statusOf() !== 'open');
      return statusOf() === 'allowed' ? 'allow' : 'deny';
    },
  };
}

interface Turned {
  readonly kind: 'completed' | 'failed' | 'cancelled' | 'interrupted';
  readonly code: string;
  readonly reason: string | null;
  readonly usage: TurnUsage | null;
}

async function turn(work: Work, process: AgentProcess): Promise<Turned> {
  const { parts, run, control, delegation } = work;
  const input = await readInput(delegation.blobs, run);
  if (!input)
    return { kind: 'failed', code: 'input_damaged', reason: 'The stored input is gone or damaged.', usage: null };
  const { mode } = run;
  const { constraints } = work.conversation;
  const pinned = await readPinned(delegation.blobs, work.conversation.pin);
  const text = promptOf({ ...input, mode, constraints, pinned });
  const statusOf = () => parts.kernel.state.tables.run.get(run.id)?.status;
  const clock = startClock(run.settings.effective.timeoutSeconds * 1000, () => statusOf() === 'waiting_input');
  const { signal } = control.cancelled;
  const cancelled = new Promise<'cancelled'>((resolve) => {
    if (signal.aborted) resolve('cancelled');
    signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
  });
  const prompted = process.prompt(text);
  const first = await Promise.race([prompted, clock.over.then(() => 'timed_out' as const), cancelled]);
  clock.stop();
  if (typeof first === 'string') {
    await process.cancel(control.graceMs);
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
  const reason = work.parts.kernel.state.tables.run.get(work.run.id)?.reason ?? null;
  return { kind: 'cancelled', code: 'cancelled', reason, usage };
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

/** Whatever the worktree holds becomes a commit and a diff, also after a failure: nothing is lost. */
async function collectResult(work: Work, place: Place, process: AgentProcess): Promise<RunResult | null> {
  const { parts, run, delegation } = work;
  if (!place.worktree || !place.repository) return null;
  const { path, base } = place.worktree;
  const isAlive = await Promise.race([process.exited.then(() => false), Promise.resolve(true)]);
  const holding = isAlive ? process.lease : null;
  const message = `${cut(run.goal, 70)}\n\nRun ${run.id} by ${run.agentId}`;
  const collected = await delegation.runner.collect({
    repository: place.repository,
    worktree: path,
    base,
    message,
    holding,
  });
  if (!collected.ok) {
    note(work, `the worktree could not be collected: ${collected.refusal.message}`);
    return null;
  }
  if (collected.value === null) return null;
  const { commit, tree, files, diff } = collected.value;
  const bytes = Buffer.from(diff);
  const sha256 = await delegation.blobs.put(bytes);
  const artifact = await parts.kernel.execute(systemAuthor, (state, context) =>
    publishArtifact(
      state,
      {
        name: 'result.diff',
        mediaType: 'text/x-diff',
        sha256,
        bytes: bytes.length,
        characters: [...diff].length,
        runId: run.id,
      },
      context,
    ),
  );
  if (!artifact.ok) return null;
  const diffArtifactId = artifact.value.value.id;
  return { base, commit, tree, files, diffArtifactId, appliedAt: null, appliedBy: null, how: null };
}
