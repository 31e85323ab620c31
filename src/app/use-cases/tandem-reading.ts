/** The tools that read runs, wait for them, answer and cancel. A token sees what it started, nothing else. */
import { demandsNothing } from '../../core/coverage/demands.ts';
import { isLive, spentOf } from '../../core/run/covering-grant.ts';
import { limitsOf, ofRun, unknownRun } from '../../core/run/find-run.ts';
import type { Grant } from '../../core/run/grant.ts';
import type { Question } from '../../core/run/question.ts';
import { answerQuestion } from '../../core/run/question-commands.ts';
import { hasEnded, profileSeconds, profiles, profileThinking, type Run } from '../../core/run/run.ts';
import { cancelRun } from '../../core/run/run-life.ts';
import type { State } from '../../core/state/state.ts';
import { sha256 } from '../../kit/json.ts';
import { done, refuse } from '../../kit/result.ts';
import type { Call } from '../app.ts';
import { badCursor, makeCursor, readCursor } from '../cursor.ts';
import type { Delegation } from '../delegation/delegation.ts';
import { delegationOf } from '../delegation/parts.ts';
import { readInput } from '../delegation/run-input.ts';
import { whyUnobservable } from '../delegation/unchanged.ts';
import { type Parts, stateOf, type UseCase } from '../parts.ts';
import { coverageOf } from '../views/coverage.ts';
import { questionsPart } from '../views/questions.ts';
import { inRoom, listPart } from '../views/room.ts';
import { runDetails, startsOf, textFrom } from '../views/run-details.ts';
import { artifactsOf, newestRuns, nextFor, ownFolders, runBrief } from '../views/runs.ts';
import { pointsOf } from '../views/text-page.ts';
import { withoutPaths } from '../views/without-paths.ts';
import { waitForChange } from '../wait.ts';

const RUNS = 25;
/** Characters of JSON that 32 runs take in short. */
const RUNS_LEAST = 17_400;
const GRANTS = 20;
const DEFAULT_WAIT = 25;
const LONGEST_WAIT = 50;

function mine(parts: Parts, call: Call, id: string): Run | null {
  const run = stateOf(parts).tables.run.get(id);
  return run?.startedBy === call.author.id ? run : null;
}

/** Clamped, never refused: an agent that asks for an hour gets the longest wait that its client survives. */
function waitMs(parts: Parts, seconds: number | undefined): number {
  // An earlier version let a person set more than the 50 seconds that every description promises.
  const maxWaitSeconds = Math.min(limitsOf(stateOf(parts)).maxWaitSeconds, LONGEST_WAIT);
  const wanted = seconds === undefined || Number.isNaN(seconds) ? DEFAULT_WAIT : seconds;
  return Math.min(Math.max(wanted, 0), maxWaitSeconds) * 1000;
}

/** Another number whenever something happened to a run: its status, report, verdict, questions, requests. */
function markOf(parts: Parts, ids: readonly string[]): number {
  const state = stateOf(parts);
  const marks = ids.map((id) => {
    const run = state.tables.run.get(id);
    const waits = [...ofRun(state, id, 'question'), ...ofRun(state, id, 'request')];
    return [run?.status, run?.report != null, run?.verdict?.at, ...waits.map((one) => `${one.id} ${one.status}`)];
  });
  // 48 bits: an integer that JSON carries whole, and that two states share by no accident worth counting.
  return Number.parseInt(sha256(JSON.stringify(marks)).slice(0, 12), 16);
}

/** A run with its bytes as both stand now: while they were read it may have gone on. A row that changed is another one. */
async function momentOf({ blobs }: Delegation, now: () => Run | null) {
  for (let run = now(); run; run = now()) {
    const stored = await readInput(blobs, run);
    const answer = run.report?.answerHash == null ? null : await blobs.get(run.report.answerHash);
    if (now() === run) return { run, stored, answer };
  }
  return null;
}

export const tandemResult: UseCase<'tandem_result'> = async (parts, call, input) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  if (!mine(parts, call, input.task_id)) return refuse(unknownRun);
  const { waited, cursor } = await waitForEvent(parts, call, [input.task_id], input);
  const moment = await momentOf(delegation.value, () => mine(parts, call, input.task_id));
  if (!moment) return refuse(unknownRun);
  const { run, stored, answer } = moment;
  const state = stateOf(parts);
  const from = startsOf(input);
  const text = answer?.toString('utf8') ?? '';
  const characters = pointsOf(text);
  const contract = stored?.contract ?? null;
  const coverage = coverageOf(state, run, contract);
  const pathless = <T>(value: T): T => withoutPaths(state, value, ownFolders(parts, run));
  const shown = inRoom({
    run: runBrief(parts, run),
    waited_seconds: waited,
    cursor,
    summary: run.report?.summary ?? null,
    answer: textFrom(text, from.at('answer'), from.least('answer')),
    answer_characters: characters,
    // Takes the room of the number that is not known yet.
    next_offset: characters,
    blockers: run.report?.blockers ?? [],
    questions: questionsPart(ofRun(state, run.id, 'question')),
    artifacts: artifactsOf(state, run),
    ...pathless({ settings: run.settings, held: run.held }),
    usage: run.usage,
    coverage: coverage
      ? {
          ...briefCoverage(coverage),
          note: contract && demandsNothing(contract),
          ...pathless({ unobservable: await whyUnobservable(parts, delegation.value.runner, run) }),
        }
      : { assessment: 'not_declared' },
    result: run.result && {
      files: listPart(run.result.files.slice(0, 100), { of: run.result.files.length }),
      files_total: run.result.filesTotal ?? run.result.files.length,
      commit: run.result.commit,
      diff_artifact_id: run.result.diffArtifactId,
      applied_at: run.result.appliedAt,
    },
    verdict: run.verdict,
    details: from.details ? runDetails(state, run, { contract, coverage, pathless }, from) : null,
    next: nextFor(parts, run),
  });
  const end = from.at('answer') + pointsOf(shown.answer as string);
  return done({ ...shown, next_offset: end < characters ? end : null });
};

function briefCoverage({
  assessment,
  totals,
  counts,
  semantic_sufficiency,
  acceptance,
}: NonNullable<ReturnType<typeof coverageOf>>) {
  const gaps = Object.fromEntries(Object.entries(counts).filter(([, count]) => (count as number) > 0));
  return { assessment, semantic_sufficiency, acceptance, totals, gaps };
}

interface Wait {
  readonly wait_seconds?: number;
  readonly cursor?: number;
}

/**
 * Ends on the first event; expiry is an observation, not a state. Whoever has no cursor was not told of a question that is
 * open already: that is the first event. `waited` in seconds; `cursor` is of no later moment than what is read after it.
 */
async function waitForEvent(parts: Parts, call: Call, ids: readonly string[], { wait_seconds, cursor: given }: Wait) {
  const started = performance.now();
  const isAsked = given === undefined && openQuestions(parts, ids).length > 0;
  const before = given ?? markOf(parts, ids);
  const over = () => isAsked || markOf(parts, ids) !== before || ids.every((id) => isOver(parts, id));
  await waitForChange(parts.kernel, waitMs(parts, wait_seconds), call.signal, over);
  const cursor = markOf(parts, ids);
  const waited = Math.round((performance.now() - started) / 100) / 10;
  return { waited, cursor, isChanged: isAsked || cursor !== before };
}

function openQuestions(parts: Parts, ids: readonly string[]): readonly Question[] {
  return ids.flatMap((id) => ofRun(stateOf(parts), id, 'question')).filter(({ status }) => status === 'open');
}

function isOver(parts: Parts, id: string): boolean {
  const run = stateOf(parts).tables.run.get(id);
  return run === undefined || hasEnded(run);
}

export const tandemWait: UseCase<'tandem_wait'> = async (parts, call, input) => {
  const ids = [...new Set(input.task_ids)];
  if (ids.some((id) => !mine(parts, call, id))) return refuse(unknownRun);
  const { waited, cursor, isChanged } = await waitForEvent(parts, call, ids, input);
  const runs = ids.flatMap((id) => mine(parts, call, id) ?? []);
  const questions = openQuestions(parts, ids);
  return done(
    inRoom({
      status: isChanged ? 'changed' : 'unchanged',
      runs: listPart(
        runs.map((run) => runBrief(parts, run)),
        { least: RUNS_LEAST },
      ),
      questions: questionsPart(questions),
      waited_seconds: waited,
      cursor,
      next: nextAfter(runs, questions.length > 0, cursor),
    }),
  );
};

function nextAfter(runs: readonly Run[], isAsked: boolean, cursor: number): string {
  if (runs.every(hasEnded)) return 'All have ended: read them with tandem_result.';
  const again = `Call tandem_wait again with cursor ${cursor}.`;
  return isAsked ? `Answer the open question with tandem_reply, or let a person answer it. ${again}` : again;
}

export const tandemReply: UseCase<'tandem_reply'> = async (parts, call, input) => {
  const result = await parts.kernel.execute(call.author, (state, context) =>
    answerQuestion(state, { questionId: input.question_id, answer: input.answer, startedBy: call.author.id }, context),
  );
  if (!result.ok) return result;
  const { how } = result.value.value;
  if (how === 'late') {
    return refuse({
      code: 'question_expired',
      message:
        'Nobody waits for it: the question timed out (the worker was told TIMED_OUT) or its run ended. Your answer is kept as late.',
      next: 'Read the run with tandem_result; to hand the answer on use tandem_continue.',
    });
  }
  return done({ question_id: input.question_id, repeated: how === 'repeated', next: 'Wait with tandem_wait.' });
};

export const tandemCancel: UseCase<'tandem_cancel'> = async (parts, call, input) => {
  if (!mine(parts, call, input.task_id)) return refuse(unknownRun);
  const result = await parts.kernel.execute(call.author, (state, context) => cancelRun(state, input.task_id, context));
  if (!result.ok) return result;
  return done({
    task_id: input.task_id,
    status: result.value.value.status,
    next: 'Read what it left with tandem_result.',
  });
};

export const tandemList: UseCase<'tandem_list'> = async (parts, call, input) => {
  const scope = `runs.${call.author.id}.${input.active === true}`;
  const at = input.cursor === undefined ? [0] : readCursor(scope, input.cursor, 1);
  if (!at) return refuse(badCursor);
  const [offset = 0] = at;
  const state = stateOf(parts);
  const isMine = (run: Run) => run.startedBy === call.author.id;
  const ids = input.active ? [...state.index.activeRuns] : (state.index.runsStartedBy.get(call.author.id) ?? []);
  const { runs, total } = newestRuns(state, ids, input.active ? isMine : null, offset, RUNS);
  const cursorAfter = (count: number) => (offset + count < total ? makeCursor(scope, [offset + count]) : null);
  const briefs = runs.map((run) => runBrief(parts, run));
  const shown = inRoom({ runs: briefs, total, nextCursor: cursorAfter(runs.length - 1) });
  // What had no room is on the next page.
  return done({ ...shown, nextCursor: cursorAfter((shown.runs as readonly unknown[]).length) });
};

export const tandemScope: UseCase<'tandem_scope'> = async (parts) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const state = stateOf(parts);
  const nowMs = parts.kernel.now();
  const allowed = [...state.tables.agent.values()].filter((agent) => agent.allowed);
  const grants = [...state.tables.grant.values()].filter((grant) => grant.runId === null && isLive(grant, nowMs));
  const scope = {
    roots: [...state.tables.root.values()]
      .filter((root) => root.removedAt === null)
      .map(({ id, path, label, defaultAgentId, repository = null }) => ({
        ...{ id, path, label, default_agent: defaultAgentId },
        // Above the folder: mode work shows a peer all of it.
        repository,
      })),
    profiles: profiles.map((profile) => ({
      profile,
      timeout_seconds: profileSeconds[profile],
      thinking: profileThinking[profile],
    })),
    agents: withoutPaths(state, await delegation.value.runner.agents(allowed)),
    jail: withoutPaths(state, delegation.value.runner.jail),
    grants: listPart(
      grants
        .slice(-GRANTS)
        .reverse()
        .map((grant) => grantBrief(state, grant)),
      { of: grants.length },
    ),
    limits: limitsOf(state),
  };
  return done(inRoom(scope));
};

function grantBrief(state: State, grant: Grant) {
  return {
    id: grant.id,
    root_id: grant.rootId,
    agents: grant.agentIds,
    modes: grant.modes,
    until: grant.until,
    ...spentOf(state, grant),
    max_launches: grant.maxLaunches,
    cost_ceiling_usd: grant.costCeilingUsd,
    // A preflight says of each check whether its command is one of them.
    commands: grant.commandDigests.length,
    ask: grant.ask,
    open_network: grant.openNetwork,
    unsandboxed: grant.unsandboxed,
  };
}
