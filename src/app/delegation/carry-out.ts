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
import { canonicalJson } from '../../kit/json.ts';
import { cut } from '../../kit/text.ts';
import type { Parts } from '../parts.ts';
import type { Step } from '../ports.ts';
import type { AgentEvents, AgentProcess, TurnEnd, TurnUsage } from '../runner.ts';
import { waitForChange } from '../wait.ts';
import type { Delegation } from './delegation.ts';
import { readPinned } from './pinned.ts';
import { startClock } from './run-clock.ts';
import { readInput } from './run-input.ts';
import type { WarmProcesses } from './warm.ts';

/** How the supervisor reaches a run that is on. */
export interface Driving {
  readonly cancelled: AbortController;
  /** Its time to stop by itself is over: what lives is killed. */
  readonly killed: AbortController;
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
  try {
    return await throughTurn(work, place, opened, treeBefore);
  } catch (error) {
    await opened.process.close();
    throw error;
  }
}

async function throughTurn(work: Work, place: Place, opened: Opened, treeBefore: string | null): Promise<Ended> {
  const { conversation, run, warm } = work;
  const startedMs = performance.now();
  const end = await turn(work, opened.process);
  const usage = usageOf(end.usage, performance.now() - startedMs);
  const result = await collectResult(work, place, opened.process);
  const keepsProcess = (end.code === 'finished' || end.code === 'no_finish') && !work.isClosing();
  if (keepsProcess) await warm.keep(conversation.id, opened.process, opened.launchedAs);
  else await opened.process.close();
  const treeAfter = run.mode === 'work' ? null : await work.delegation.runner.treeDigest(conversation.cwd);
  if (treeBefore !== treeAfter) note(work, 'tree changed during the run');
  const { kind: status, code, reason } = end;
  return { status, code, reason, usage, treeAfter, keepsProcess, ...(result && { result }) };
}

function failed(code: string, reason: string): Ended {
  return { status: 'failed', code, reason, usage: null };
}

function stoppedBefore(work: Work): Ended {
  if (work.isClosing())
    return { status: 'interrupted', code: 'daemon_stopped', reason: 'The daemon was stopped.', usage: null };
  return { status: 'cancelled', code: 'cancelled', reason: reasonOf(work), usage: null };
}

/** Who cancelled it: the command wrote it. */
function reasonOf({ parts, run }: Work): string | null {
  return parts.kernel.state.tables.run.get(run.id)?.reason ?? null;
}

async function move({ parts, run }: Work, moved: Moved): Promise<void> {
  await parts.kernel.execute(systemAuthor, (state) => moveRun(state, run.id, moved));
}

function note(work: Work, text: string): void {
  log(work, { at: formatInstant(work.parts.kernel.now()), kind: 'note', text });
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
  await move(work, { conversation: { worktree, closedAt: null } });
  if (head.value.uncommitted > 0)
    note(work, `${head.value.uncommitted} uncommitted files of the checkout are absent here`);
  return { cwd: within(worktree.path, inside), repository, worktree };
}

function within(folder: string, relative: string): string {
  return relative === '' ? folder : `${folder}/${relative}`;
}

interface Opened {
  readonly process: AgentProcess;
  /** What it was given: a turn that is to be given less, or other, gets another process. */
  readonly launchedAs: string;
}

async function openProcess(
  work: Work,
  place: Place,
): Promise<Opened | { readonly code: string; readonly message: string }> {
  const { parts, run, control, delegation } = work;
  const conversation = parts.kernel.state.tables.conversation.get(work.conversation.id) ?? work.conversation;
  const input = await readInput(delegation.blobs, run);
  const isFresh = input !== null && input.handoff !== null;
  const entry = parts.kernel.state.tables.agent.get(run.agentId);
  const grant = parts.kernel.state.tables.grant.get(run.grantId ?? '');
  if (!entry?.allowed) return { code: 'unknown_agent', message: 'The agent is not allowed any more.' };
  if (!grant || grant.revokedAt !== null) return { code: 'grant_revoked', message: 'The grant was revoked.' };
  const { model, thinking } = run.settings.effective;
  const { openNetwork, unsandboxed, ask } = grant;
  const launchedAs = canonicalJson({ entry, model, thinking, openNetwork, unsandboxed, ask });
  if (isFresh) await work.warm.drop(conversation.id);
  const kept = await work.warm.take(conversation.id, launchedAs);
  if (kept) {
    await move(work, {
      lease: kept.lease,
      held: kept.held,
      settings: { ...run.settings, ...kept.settings },
      status: 'running',
    });
    return { process: kept, launchedAs };
  }
  const opened = await delegation.runner.launch(
    {
      conversationId: conversation.id,
      entry,
      mode: run.mode,
      cwd: place.cwd,
      repository: place.repository,
      resume: isFresh ? null : conversation.sessionId,
      ...{ model, thinking, openNetwork, unsandboxed, ask },
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
  return { process, launchedAs };
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
      // Its end comes from the request's own deadline, which the supervisor watches; this is far behind any.
      await waitForChange(parts.kernel, 4_000_000, signal, () => statusOf() !== 'open');
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
