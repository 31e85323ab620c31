/** How a run moves on. Only the daemon calls these: it holds the process and decides the end. */
import { type Refusal, refuse } from '../../kit/result.ts';
import type { AnsweredFailure } from '../contract/report.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change, EventDraft } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { nextCheckSeq } from './check-commands.ts';
import type { CheckRunRecord } from './check-run.ts';
import { coveringGrant } from './covering-grant.ts';
import { checksOfConversation, closeWaits, namedRun, ofRun } from './find-run.ts';
import {
  type Conversation,
  FILES_KEPT,
  type Held,
  hasEnded,
  isOn,
  type Lease,
  type Run,
  type RunReport,
  type RunResult,
  type Settings,
  type Usage,
} from './run.ts';
import { believable } from './usage.ts';

const gone: Refusal = { code: 'run_ended', message: 'The run has ended.', next: 'Read it with tandem_result.' };

/**
 * The last gate before a process exists: the grant is asked again, so that one revoked or used up meanwhile launches
 * nothing. Refused `waiting_grant` with the run put back.
 */
export function launchRun(
  state: State,
  runId: string,
  context: Context,
): Decision<{ run: Run; grantId: string } | null> {
  const run = state.tables.run.get(runId);
  const place = run && state.tables.conversation.get(run.conversationId);
  if (!run || !place || run.status !== 'starting' || run.launchedAt !== null) return decided(null);
  if (state.tables.token.get(run.startedBy)?.state === 'revoked') return decided(null, orphaned(run, context));
  const wish = { runId, rootId: place.rootId, agentId: run.agentId, mode: run.mode };
  const grant = coveringGrant(state, wish, context.nowMs);
  if (!grant) {
    return decided(null, {
      type: 'run.moved',
      summary: `holds ${namedRun(run)}: no grant covers it any more`,
      changes: [edited('run', run, { status: 'waiting_grant', grantId: null })],
      raisesVersion: false,
    });
  }
  const launched = { ...run, launchedAt: context.at, grantId: grant.id };
  return decided(
    { run: launched, grantId: grant.id },
    {
      type: 'run.launched',
      summary: `launched ${namedRun(run)}`,
      changes: [edited('run', run, { launchedAt: context.at, grantId: grant.id })],
      raisesVersion: false,
    },
  );
}

/** Nobody is left to read what it would make. */
function orphaned(run: Run, context: Context): EventDraft {
  const reason = 'The token that started it was revoked.';
  const set = { status: 'cancelled', code: 'token_revoked', reason, endedAt: context.at } as const;
  return {
    type: 'run.cancelled',
    summary: `cancelled ${namedRun(run)}: its token was revoked`,
    changes: [edited('run', run, set)],
    raisesVersion: false,
  };
}

export interface Moved {
  readonly status?: 'running';
  readonly lease?: Lease;
  readonly held?: Held;
  readonly settings?: Settings;
  readonly treeBefore?: string | null;
  readonly conversation?: Partial<Pick<Conversation, 'sessionId' | 'sessionCostUsd' | 'worktree' | 'closedAt'>>;
}

export function moveRun(state: State, runId: string, moved: Moved): Decision<null> {
  const run = state.tables.run.get(runId);
  if (!run || !isOn(run)) return refuse(gone);
  const { conversation: place, status, ...set } = moved;
  // A cancel that came meanwhile stays.
  const moves = status !== undefined && run.status === 'starting' ? { status } : {};
  const changes: Change[] = [edited('run', run, { ...set, ...moves })];
  const conversation = state.tables.conversation.get(run.conversationId);
  if (place && conversation) changes.push(edited('conversation', conversation, place));
  return decided(null, {
    type: 'run.moved',
    summary: `${moveWords(moved)} ${namedRun(run)}`,
    changes,
    raisesVersion: false,
  });
}

/** A run moves several times: each line of the log says what was done. */
function moveWords({ status, treeBefore, conversation }: Moved): string {
  if (status === 'running') return 'runs';
  if (conversation?.worktree) return 'made a worktree for';
  if (conversation?.sessionCostUsd !== undefined) return 'noted the cost of';
  return treeBefore === undefined ? 'prepares' : 'looked at the folder of';
}

/** The worker's report, once. Its claims stay claims; the end comes with the turn's. */
export function reportRun(
  state: State,
  runId: string,
  input: {
    readonly report: RunReport;
    readonly checks: readonly Omit<CheckRunRecord, 'id' | 'runId' | 'seq' | 'at'>[];
    readonly answered?: readonly AnsweredFailure[];
  },
  context: Context,
): Decision<null> {
  const run = state.tables.run.get(runId);
  if (!run || !isOn(run)) return refuse(gone);
  if (run.report !== null) {
    return refuse({
      code: 'already_finished',
      message: 'This run has handed in its report.',
      next: 'End your turn; the first report stands.',
    });
  }
  const first = nextCheckSeq(state, run.conversationId);
  const checks = input.checks.map((check, index): CheckRunRecord => {
    return { ...check, id: context.nextId(), runId, seq: first + index, at: context.at };
  });
  const answerTo = answersOf(input.answered ?? [], context);
  const named = ofRun(state, runId, 'artifact').filter((artifact) => artifact.provisional);
  return decided(null, {
    type: 'run.reported',
    summary: `reported ${input.report.outcome} on ${namedRun(run)}`,
    changes: [
      edited('run', run, { report: input.report }),
      ...checks.map((check) => created('check', { ...check, ...answerTo(check) })),
      ...checksOfConversation(state, run.conversationId).flatMap((check) => {
        const answer = check.answered ? null : answerTo(check);
        return answer ? [edited('check', check, answer)] : [];
      }),
      ...named.map((artifact) => edited('artifact', artifact, { provisional: false })),
    ],
    raisesVersion: false,
  });
}

/** What a report says of failures, its own and those of the turns before. */
function answersOf(answered: readonly AnsweredFailure[], { author, at }: Context) {
  const reasons = new Map(answered.map(({ check_id, reason }) => [check_id, reason]));
  return ({ checkId, status }: CheckRunRecord): Pick<CheckRunRecord, 'answered' | 'answer'> | null => {
    const reason = status === 'failed' ? reasons.get(checkId) : undefined;
    return reason === undefined ? null : { answered: true, answer: { reason, by: author.label, at } };
  };
}

export interface Ended {
  readonly status: 'completed' | 'failed' | 'cancelled' | 'interrupted';
  readonly code: string;
  readonly reason: string | null;
  readonly usage: Usage | null;
  readonly result?: RunResult;
  readonly treeAfter?: string | null;
  /** Its process lives on for the next turn: whoever starts after a kill must find it. */
  readonly keepsProcess?: boolean;
}

/** Whatever the driver says: without a report nothing is completed. */
const unreported = { status: 'failed', code: 'no_finish' } as const;

/**
 * Idempotent: the first end stands. Open questions and requests close with it. The lease stays while
 * its process does.
 */
export function endRun(state: State, runId: string, given: Ended, context: Context): Decision<null> {
  const run = state.tables.run.get(runId);
  // What was never launched has nothing to end: it is cancelled by its command.
  if (!run || hasEnded(run) || run.launchedAt === null) return decided(null);
  const ended = given.status === 'completed' && run.report === null ? { ...given, ...unreported } : given;
  const { status, code, reason, usage, result, treeAfter } = ended;
  const set: Partial<Run> = {
    status,
    code,
    reason,
    usage: usage && believable(usage),
    // Only a report says an outcome; a run that ended otherwise has none.
    outcome: status === 'completed' ? (run.report?.outcome ?? null) : null,
    endedAt: context.at,
    ...(ended.keepsProcess !== true && { lease: null }),
    ...(result && { result: kept(result) }),
    ...(treeAfter !== undefined && { treeAfter }),
  };
  return decided(null, {
    type: status === 'cancelled' ? 'run.cancelled' : 'run.ended',
    summary: `${words[status]} ${namedRun(run)}${status === 'completed' && run.report ? `: reported ${run.report.outcome}` : ''}`,
    changes: [edited('run', run, set), ...closeWaits(state, runId), ...(result ? doubted(state, runId, result) : [])],
    raisesVersion: false,
  });
}

/** Whoever collected it has judged all of its files. */
function kept(result: RunResult): RunResult {
  return { ...result, files: result.files.slice(0, FILES_KEPT), filesTotal: result.files.length };
}

/** What it left changes what judges all checks, or one of them: the passes it reported count for nothing yet. */
function doubted(state: State, runId: string, { changedJudge = false, changedChecks = [] }: RunResult): Change[] {
  const passes = ofRun(state, runId, 'check').filter(
    ({ source, status, checkId }) =>
      source === 'reported' && status === 'passed' && (changedJudge || changedChecks.includes(checkId)),
  );
  return passes.flatMap((one) => (one.changedByRun ? [] : [edited('check', one, { changedByRun: true })]));
}

const words = {
  completed: 'ended',
  failed: 'saw the failure of',
  cancelled: 'cancelled',
  interrupted: 'found interrupted',
};

/** Without a process it is cancelled at once; with one it is cancelling until the process is gone. */
export function cancelRun(state: State, runId: string, context: Context): Decision<{ status: Run['status'] }> {
  const run = state.tables.run.get(runId);
  if (!run) return refuse({ code: 'unknown_run', message: 'No run has that id.', next: 'List the runs.' });
  if (hasEnded(run) || run.status === 'cancelling') return decided({ status: run.status });
  const summary = `asked to cancel ${namedRun(run)}`;
  if (run.launchedAt === null) {
    const set = {
      status: 'cancelled',
      code: 'cancelled',
      endedAt: context.at,
      reason: `Cancelled by ${context.author.label}.`,
    } as const;
    const changes = [edited('run', run, set), ...closeWaits(state, runId)];
    return decided({ status: 'cancelled' }, { type: 'run.cancelled', summary, changes, raisesVersion: false });
  }
  const changes = [
    edited('run', run, { status: 'cancelling', reason: `Cancelled by ${context.author.label}.` }),
    ...closeWaits(state, runId),
  ];
  return decided({ status: 'cancelling' }, { type: 'run.moved', summary, changes, raisesVersion: false });
}

/** What the worktree of a stopped run held: read after its end, so that the end need not wait for it. */
export function keepResult(state: State, runId: string, result: RunResult): Decision<null> {
  const run = state.tables.run.get(runId);
  if (!run || !hasEnded(run) || run.result !== null) return decided(null);
  return decided(null, {
    type: 'run.moved',
    summary: `kept what ${namedRun(run)} had left in its worktree`,
    changes: [edited('run', run, { result: kept(result) }), ...doubted(state, runId, result)],
    raisesVersion: false,
  });
}

/** Leases of runs that are over and whose processes the sweep has ended. */
export function forgetLeases(state: State, runIds: readonly string[]): Decision<null> {
  const left = runIds.flatMap((id) => state.tables.run.get(id) ?? []).filter((run) => run.lease !== null);
  if (left.length === 0) return decided(null);
  return decided(null, {
    type: 'run.moved',
    summary: `ended what ${left.length === 1 ? 'a run' : `${left.length} runs`} had left alive`,
    changes: left.map((run) => edited('run', run, { lease: null })),
    raisesVersion: false,
  });
}
