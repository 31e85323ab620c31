/** What people read of runs, and what they decide at the desk. */
import { commandOf } from '../../core/contract/contract.ts';
import { commandGrant } from '../../core/run/covering-grant.ts';
import { keepUnchanged } from '../../core/run/exact-bytes.ts';
import { checksOfConversation, limitsOf, ofRun, runsOfConversation } from '../../core/run/find-run.ts';
import {
  makeGrant as grantRuns,
  type NewGrant,
  previewGrant,
  revokeGrant as revoke,
} from '../../core/run/grant-commands.ts';
import { preparationText } from '../../core/run/preparation.ts';
import { answerQuestion as answer, decideRequest as decide } from '../../core/run/question-commands.ts';
import * as results from '../../core/run/result-commands.ts';
import type { Run } from '../../core/run/run.ts';
import { cancelRun as cancel } from '../../core/run/run-life.ts';
import type { State } from '../../core/state/state.ts';
import { sha256 } from '../../kit/json.ts';
import { done, type Refusal, refuse } from '../../kit/result.ts';
import type { CommandView, InboxView, RunsView, RunView } from '../../protocol/delegation-views.ts';
import { badCursor, makeCursor, readCursor } from '../cursor.ts';
import { delegationOf } from '../delegation/parts.ts';
import { readInput } from '../delegation/run-input.ts';
import { findUnchanged, whyUnobservable } from '../delegation/unchanged.ts';
import { act, type Parts, stateOf, type UseCase } from '../parts.ts';
import { coverageOf } from '../views/coverage.ts';
import { grantWords } from '../views/grant-words.ts';
import { inboxOf } from '../views/inbox.ts';
import { usageView } from '../views/run-usage.ts';
import { newestRuns, runCard } from '../views/runs.ts';

const PAGE = 50;

const unknownRun: Refusal = { code: 'unknown_run', message: 'No run has that id.', next: 'Read the runs page again.' };

export const readRuns: UseCase<'read_runs'> = async (parts, _call, input) => {
  const state = stateOf(parts);
  const scope = `read_runs.${input.taskId ?? ''}.${input.active === true}`;
  const at = input.cursor === undefined ? [0] : readCursor(scope, input.cursor, 1);
  if (!at) return refuse(badCursor);
  const [offset = 0] = at;
  const { taskId } = input;
  const { activeRuns, runs: all, runsOfTask } = state.index;
  const ids = input.active ? [...activeRuns] : taskId === undefined ? all : (runsOfTask.get(taskId) ?? []);
  const keep = input.active && taskId !== undefined ? (run: Run) => run.taskId === taskId : null;
  const { runs, total } = newestRuns(state, ids, keep, offset, PAGE);
  const next = offset + runs.length;
  const view: RunsView = {
    runs: await Promise.all(runs.map((run) => runCard(parts, run))),
    total,
    active: state.index.activeRuns.size,
    stopped: limitsOf(state).stopped,
    ready: isReady(state),
    nextCursor: next < total ? makeCursor(scope, [next]) : null,
  };
  return done(view);
};

function isReady({ tables }: State): boolean {
  const isGiven = [...tables.root.values()].some((root) => root.removedAt === null);
  return isGiven && [...tables.agent.values()].some((agent) => agent.allowed);
}

export const readRun: UseCase<'read_run'> = async (parts, _call, { runId }) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const state = stateOf(parts);
  const run = state.tables.run.get(runId);
  const conversation = run && state.tables.conversation.get(run.conversationId);
  if (!run || !conversation) return refuse(unknownRun);
  const { blobs, logs, observer } = delegation.value;
  const input = await readInput(blobs, run);
  const contract = input?.contract ?? null;
  const answer = run.report?.answerHash == null ? null : await blobs.get(run.report.answerHash);
  const { total } = await logs.read(runId, 0, 0);
  const view: RunView = {
    run: await runCard(parts, run),
    conversation,
    turns: runsOfConversation(state, conversation.id).map(({ id, turn, status }) => ({ id, turn, status })),
    contract,
    prompt: input?.prompt ?? null,
    answer: answer?.toString('utf8') ?? null,
    questions: ofRun(state, runId, 'question'),
    requests: ofRun(state, runId, 'request'),
    artifacts: ofRun(state, runId, 'artifact'),
    checks: checksOfConversation(state, conversation.id),
    coverage: coverageOf(state, run, contract),
    unobservable: contract ? await whyUnobservable(parts, delegation.value.runner, run) : null,
    commands: commandsOf(parts, run, contract),
    grant: state.tables.grant.get(run.grantId ?? '') ?? null,
    observing: observer.observing(runId),
    steps: total,
  };
  return done(view);
};

function commandsOf(parts: Parts, run: Run, contract: RunView['contract']): CommandView[] {
  const state = stateOf(parts);
  const root = state.tables.root.get(state.tables.conversation.get(run.conversationId)?.rootId ?? '');
  const checks = contract?.verification?.checks ?? [];
  const commands = checks.flatMap((check) => {
    const command = commandOf(check);
    return command === null ? [] : [{ checkId: check.id as string | null, command }];
  });
  const preparation = root ? preparationText(root) : null;
  if (preparation !== null) commands.push({ checkId: null, command: preparation });
  return commands.map(({ checkId, command }) => {
    const digest = sha256(command);
    const granted = root !== undefined && commandGrant(state, run, root.id, digest, parts.kernel.now()) !== null;
    return { checkId, command, digest, granted };
  });
}

export const readRunLog: UseCase<'read_run_log'> = async (parts, _call, input) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  if (!stateOf(parts).tables.run.has(input.runId)) return refuse(unknownRun);
  const { steps, total } = await delegation.value.logs.read(input.runId, input.from, input.limit ?? 200);
  return done({ steps, from: input.from, total });
};

const INBOX = 100;

export const readInbox: UseCase<'read_inbox'> = async (parts, _call, input) => {
  const at = input.cursor === undefined ? [0] : readCursor('read_inbox', input.cursor, 1);
  if (!at) return refuse(badCursor);
  const [offset = 0] = at;
  const inbox = await inboxOf(parts, offset, INBOX);
  const next = offset + inbox.items.length;
  const view: InboxView = { ...inbox, nextCursor: next < inbox.total ? makeCursor('read_inbox', [next]) : null };
  return done(view);
};

export const readUsage: UseCase<'read_usage'> = async (parts) => done(usageView(stateOf(parts)));

export const makeGrant: UseCase<'make_grant'> = async (parts, call, input) => {
  const { preview, ...given } = input;
  const wanted: NewGrant = {
    runId: given.runId ?? null,
    rootId: given.rootId,
    agentIds: given.agentIds,
    modes: given.modes,
    commandDigests: given.commandDigests ?? [],
    maxLaunches: given.maxLaunches,
    costCeilingUsd: given.costCeilingUsd ?? null,
    until: given.until,
    ask: given.ask ?? false,
    openNetwork: given.openNetwork ?? false,
    unsandboxed: given.unsandboxed ?? false,
  };
  const words = grantWords(stateOf(parts), wanted);
  if (preview === true) {
    const previewed = previewGrant(stateOf(parts), wanted, parts.kernel.now());
    return previewed.ok ? done({ grantId: null, ...previewed.value, words }) : previewed;
  }
  const result = await parts.kernel.execute(call.author, (state, context) =>
    grantRuns(state, { ...wanted, shown: given.shown ?? null }, context),
  );
  if (!result.ok) return result;
  const { grant, starts, shown } = result.value.value;
  return done({ grantId: grant.id, starts, shown, words });
};

export const revokeGrant: UseCase<'revoke_grant'> = (parts, call, { grantId }) =>
  act(parts, call.author, (state, context) => revoke(state, grantId, context));

export const cancelRun: UseCase<'cancel_run'> = (parts, call, { runId }) =>
  act(
    parts,
    call.author,
    (state, context) => cancel(state, runId, context),
    (value) => value,
  );

export const answerQuestion: UseCase<'answer_question'> = (parts, call, { questionId, answer: text }) =>
  act(
    parts,
    call.author,
    (state, context) => answer(state, { questionId, answer: text, startedBy: null }, context),
    ({ how }) => ({ late: how === 'late' }),
  );

export const decideRequest: UseCase<'decide_request'> = (parts, call, input) =>
  act(parts, call.author, (state, context) => decide(state, input, context));

/** The checkout first, then the row: a row that says "applied" must be true. Repeating after a crash finds it applied. */
export const applyResult: UseCase<'apply_result'> = async (parts, call, { runId }) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const found = results.findResult(stateOf(parts), runId);
  if ('code' in found) return refuse(found);
  const { run, result } = found;
  if (result.appliedAt !== null) return done({ how: result.how ?? 'patch', already: true });
  const place = stateOf(parts).tables.conversation.get(run.conversationId);
  const head = await delegation.value.runner.head(place?.cwd ?? '');
  if (!head.ok) return head;
  const applied = await delegation.value.runner.apply({
    repository: head.value.repository,
    base: result.base,
    earlier: results.appliedBefore(stateOf(parts), run, result),
    commit: result.commit,
  });
  if (!applied.ok) return applied;
  const { how, already } = applied.value;
  return act(
    parts,
    call.author,
    (state, context) => results.appliedResult(state, { runId, how }, context),
    () => ({ how, already }),
  );
};

export const acceptRun: UseCase<'accept_run'> = (parts, call, { runId, notes }) =>
  act(
    parts,
    call.author,
    (state, context) => results.acceptRun(state, { runId, notes: notes ?? '' }, context),
    (value) => value,
  );

export const sendBackRun: UseCase<'send_back_run'> = (parts, call, input) =>
  act(parts, call.author, (state, context) => results.sendBackRun(state, input, context));

export const acceptChangedCheck: UseCase<'accept_changed_check'> = (parts, call, { checkRunId }) =>
  act(parts, call.author, (state) => results.acceptChangedCheck(state, checkRunId));

export const observeChecks: UseCase<'observe_checks'> = async (parts, call, { runId, checkIds }) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const run = stateOf(parts).tables.run.get(runId);
  if (!run) return refuse(unknownRun);
  const contract = (await readInput(delegation.value.blobs, run))?.contract ?? null;
  if (!contract)
    return refuse({
      code: 'no_contract',
      message: 'The run has no contract, so no checks.',
      next: 'Judge it by its report.',
    });
  const unchanged = await findUnchanged(parts, delegation.value.runner, run);
  if (!unchanged.ok) return unchanged;
  const { value } = unchanged;
  if (value) await parts.kernel.execute(call.author, (state) => keepUnchanged(state, runId, value));
  const now = stateOf(parts).tables.run.get(runId) ?? run;
  return done(delegation.value.observer.observe(now, contract, checkIds));
};

/** The word first, so that no turn begins in what is being deleted; it is taken back when the worktree stays. */
export const dropWorktree: UseCase<'drop_worktree'> = async (parts, call, { conversationId }) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const { runner, supervisor } = delegation.value;
  const place = stateOf(parts).tables.conversation.get(conversationId);
  if (!place?.worktree) return done(noWorktree);
  const head = await runner.head(place.cwd);
  if (!head.ok) return head;
  const begun = await parts.kernel.execute(call.author, (state, context) =>
    results.dropWorktree(state, conversationId, context),
  );
  if (!begun.ok) return begun;
  const worktree = begun.value.value;
  if (!worktree) return done(noWorktree);
  let removed = false;
  try {
    await supervisor.warm.drop(conversationId);
    const { path, branch } = worktree;
    const dropped = await runner.dropWorktree({ repository: head.value.repository, path, branch });
    removed = dropped.removed;
    return done(dropped);
  } finally {
    await parts.kernel.execute(call.author, (state, context) =>
      results.droppedWorktree(state, { conversationId, removed }, context),
    );
  }
};

const noWorktree = { removed: false, reason: 'It has none.' };
