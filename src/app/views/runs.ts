/** Runs as callers and pages see them. */
import { coveringGrant, whyNotCovered } from '../../core/run/covering-grant.ts';
import { whyNotDelegated } from '../../core/run/delegated-task.ts';
import { limitsOf, ofRun } from '../../core/run/find-run.ts';
import { hasEnded, type Run, repeatsUntil } from '../../core/run/run.ts';
import { aliasOf, type State } from '../../core/state/state.ts';
import type { RunCard } from '../../protocol/delegation-views.ts';
import { type Parts, stateOf } from '../parts.ts';
import { evidenceOf } from './coverage.ts';
import { withoutPaths } from './without-paths.ts';

/** Of whoever started it: it named where the run works. */
export function ownFolders(parts: Parts, run: Run): readonly string[] {
  const place = stateOf(parts).tables.conversation.get(run.conversationId);
  return place ? [place.cwd] : [];
}

/** For agents. */
export function runBrief(parts: Parts, run: Run) {
  return {
    task_id: run.id,
    conversation_id: run.conversationId,
    status: run.status,
    outcome: run.outcome,
    code: run.code,
    reason: run.reason && withoutPaths(stateOf(parts), run.reason, ownFolders(parts, run)),
    agent: run.agentId,
    mode: run.mode,
    goal: run.goal,
    turn: run.turn,
    created_at: run.createdAt,
    ended_at: run.endedAt,
    queue_position: queuePosition(parts, run),
  };
}

/** The newest, newest last. */
export function artifactsOf(state: State, run: Run) {
  return ofRun(state, run.id, 'artifact')
    .slice(-50)
    .map(({ id, name, version, mediaType, sha256, characters, provisional }) => ({
      artifact_id: id,
      name,
      version,
      media_type: mediaType,
      sha256,
      characters,
      provisional,
    }));
}

function queuePosition(parts: Parts, run: Run): number | null {
  if (run.status !== 'starting' || run.launchedAt !== null) return null;
  const place = parts.delegation?.supervisor.queue().indexOf(run.id) ?? -1;
  return place < 0 ? null : place + 1;
}

export async function runCard(parts: Parts, run: Run): Promise<RunCard> {
  const state = stateOf(parts);
  const task = run.taskId === null ? undefined : state.tables.task.get(run.taskId);
  const place = state.tables.conversation.get(run.conversationId);
  return {
    ...run,
    task: task ? `${aliasOf(task)} ${task.title}` : null,
    rootLabel: state.tables.root.get(place?.rootId ?? '')?.label ?? 'a folder that is gone',
    queuePosition: queuePosition(parts, run),
    waitsFor: waitsFor(parts, state, run),
    evidence: await evidenceOf(parts, run),
  };
}

function waitsFor(parts: Parts, state: State, run: Run): string | null {
  if (run.status === 'waiting_input') return 'an answer';
  if (run.status === 'starting' && run.launchedAt === null) return 'a free worker';
  return run.status === 'waiting_grant' ? `a grant: ${whyNoGrant(parts, state, run)}` : null;
}

/** In words: what keeps the newest grants from covering it. */
export function whyNoGrant(parts: Parts, state: State, run: Run): string {
  if (limitsOf(state).stopped) return 'a person stopped all runs';
  const place = state.tables.conversation.get(run.conversationId);
  if (!place) return 'its conversation is gone';
  const wish = { runId: run.id, rootId: place.rootId, agentId: run.agentId, mode: run.mode };
  const nowMs = parts.kernel.now();
  if (coveringGrant(state, wish, nowMs)) return 'one was made just now';
  const grants = [...state.tables.grant.values()].filter(
    (grant) => grant.rootId === place.rootId && grant.runId === null,
  );
  const newest = grants.at(-1);
  return newest
    ? `the newest standing grant does not count: ${whyNotCovered(state, newest, wish, nowMs)}`
    : 'no standing grant was made for this folder';
}

/** A page of these, which are in the order of their making, newest first. Without `keep` only the page is looked at. */
export function newestRuns(
  state: State,
  ids: readonly string[],
  keep: ((run: Run) => boolean) | null,
  offset: number,
  limit: number,
) {
  const runOf = (id: string) => state.tables.run.get(id) ?? [];
  if (keep === null) {
    const end = Math.max(0, ids.length - offset);
    const page = ids.slice(Math.max(0, end - limit), end).reverse();
    return { runs: page.flatMap(runOf), total: ids.length };
  }
  const kept = ids.flatMap(runOf).filter(keep).reverse();
  return { runs: kept.slice(offset, offset + limit), total: kept.length };
}

export function nextFor(parts: Parts, run: Run): string {
  if (hasEnded(run)) return endedNext(parts, run);
  if (run.status === 'waiting_grant')
    return `A person must grant this run at the desk: give them ${parts.urls.deskUrl}/run/${run.id}, then wait with tandem_wait.`;
  const open = (kind: 'question' | 'request') =>
    ofRun(stateOf(parts), run.id, kind).some(({ status }) => status === 'open');
  if (open('question')) return 'A question is open: answer it with tandem_reply, or let a person answer.';
  if (open('request'))
    return `It asks for a permission, which a person gives at the desk: give them ${parts.urls.deskUrl}/run/${run.id}, then wait with tandem_wait.`;
  return 'Wait with tandem_wait; read it with tandem_result.';
}

/** Of the answer to an identical start: which run it is, until when it is answered, and how to get another at once. */
export function repeatedNext(parts: Parts, run: Run): string {
  const until = repeatsUntil(run);
  const started = `This repeats the run started at ${minute(Date.parse(run.createdAt))}`;
  if (until === null) return `${started}, and does so until 10 minutes after its end. ${nextFor(parts, run)}`;
  const further =
    run.status === 'completed'
      ? 'tandem_continue with its conversation_id adds a turn now.'
      : `It ${endings[run.status] ?? 'ended'}: ${tryAgain(run)}; it uses the settings of now.`;
  const again = taskOver(parts, run) ?? further;
  return `${started} until ${minute(until)}. ${again}`;
}

function tryAgain(run: Run): string {
  const contract =
    run.kind === 'contract' && run.taskId !== null ? ' (delegate_task with preflight true shows its contract)' : '';
  const fresh = run.code === 'session_gone' ? ', continuation fresh, a handoff' : '';
  // A second turn came from tandem_continue itself: the same words would answer this run once more.
  const what = run.turn > 1 ? 'a prompt or contract in other words' : `the prompt or contract${contract}`;
  return `to try again at once call tandem_continue with its conversation_id${fresh} and ${what}`;
}

const endings: Partial<Record<Run['status'], string>> = {
  failed: 'failed',
  cancelled: 'was cancelled',
  interrupted: 'was interrupted',
};

/** No further turn is taken: whoever is told to go on would be refused. */
function taskOver(parts: Parts, run: Run): string | null {
  const over = whyNotDelegated(stateOf(parts), run.taskId);
  return over && `${over.message} ${over.next}`;
}

function untilWords(run: Run, nowMs: number): string {
  const until = repeatsUntil(run);
  return until === null || nowMs > until ? '' : ` (until ${minute(until)} the same start answers with this run)`;
}

function minute(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}

function endedNext(parts: Parts, run: Run): string {
  if (run.verdict?.kind === 'accepted') return 'A person accepted it. Nothing is left to do.';
  const over = taskOver(parts, run);
  if (over !== null) return over;
  if (run.verdict?.kind === 'sent_back')
    return 'A person sent it back: read the notes of its verdict, and go on with tandem_continue.';
  if (run.status !== 'completed')
    return run.code === 'session_gone'
      ? 'Go on with tandem_continue, continuation fresh and a handoff that tells what to know.'
      : `Read why with tandem_result details; then go on with tandem_continue, or start anew${untilWords(run, parts.kernel.now())}.`;
  if (run.result && run.result.appliedAt === null)
    return 'A person reviews and applies the diff at the desk. completed is not success.';
  if (run.outcome === 'blocked')
    return 'It says in blockers what stands in its way: see to that, and go on with tandem_continue. completed is not success.';
  return 'Read the report and coverage with tandem_result; a person accepts the work. completed is not success.';
}
