/** What a person does with a run's result: apply its diff, accept the work, send it back. At the desk only. */
import { type Refusal, refuse } from '../../kit/result.ts';
import { counted } from '../../kit/text.ts';
import { edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { named } from '../workspace/task-commands.ts';
import { runToAccept } from './delegated-task.ts';
import { namedRun, runsOfConversation, worktreeGoing } from './find-run.ts';
import { type Conversation, hasEnded, isDropping, type Run, type RunResult } from './run.ts';

const unknown: Refusal = { code: 'unknown_run', message: 'No run has that id.', next: 'Read the runs page again.' };

const runActive: Refusal = {
  code: 'run_active',
  message: 'The run has not ended.',
  next: 'Wait for its end or cancel it.',
};

export function findResult(state: State, runId: string): { readonly run: Run; readonly result: RunResult } | Refusal {
  const run = state.tables.run.get(runId);
  if (!run) return unknown;
  if (run.result === null) {
    return { code: 'no_result', message: 'This run left no commit to apply.', next: 'Read its report instead.' };
  }
  return { run, result: run.result };
}

/**
 * What a checkout may have of this work already: the commit of the newest earlier turn that was applied. Null = of none.
 * From the conversation's first base that turn's lines would be changed a second time, and be refused.
 */
export function appliedBefore(state: State, run: Run, result: RunResult): string | null {
  const before = runsOfConversation(state, run.conversationId).filter(
    (other) => other.turn < run.turn && other.result !== null && other.result.appliedAt !== null,
  );
  const last = before.findLast((other) => other.result?.base === result.base);
  return last?.result?.commit ?? null;
}

export function appliedResult(
  state: State,
  input: { readonly runId: string; readonly how: 'fast_forward' | 'patch' },
  context: Context,
): Decision<null> {
  const found = findResult(state, input.runId);
  if ('code' in found) return refuse(found);
  const { run, result } = found;
  if (result.appliedAt !== null) return decided(null);
  const set = { result: { ...result, appliedAt: context.at, appliedBy: context.author.label, how: input.how } };
  return decided(null, {
    type: 'run.applied',
    summary: `applied the diff of ${namedRun(run)} (${counted(result.filesTotal ?? result.files.length, 'file')})`,
    changes: [edited('run', run, set)],
    raisesVersion: false,
  });
}

/** A person's acceptance, and the only way a delegated task moves to done. */
export function acceptRun(
  state: State,
  input: { readonly runId: string; readonly notes: string },
  context: Context,
): Decision<{ taskDone: boolean }> {
  const run = state.tables.run.get(input.runId);
  const refusal = run ? whyNotJudged(run) : unknown;
  if (!run || refusal) return refuse(refusal ?? unknown);
  const task = run.taskId === null ? undefined : state.tables.task.get(run.taskId);
  const changes: Change[] = [edited('run', run, { verdict: verdict('accepted', input.notes, context) })];
  // An older run's acceptance is no word on a newer one.
  const waitsFor = task ? runToAccept(state, task.id) : null;
  const isNewest = waitsFor === null || waitsFor.id === run.id;
  const taskDone = isNewest && task !== undefined && task.trashedAt === null && task.status !== 'done';
  if (task && taskDone)
    changes.push(edited('task', task, { status: 'done', doneAt: context.at, updatedAt: context.at }));
  return decided(
    { taskDone },
    {
      type: 'run.accepted',
      summary: `accepted ${namedRun(run)}${task ? ` for ${named(task)}` : ''}`,
      changes,
      raisesVersion: taskDone,
    },
  );
}

export function sendBackRun(
  state: State,
  input: { readonly runId: string; readonly notes: string },
  context: Context,
): Decision<null> {
  const run = state.tables.run.get(input.runId);
  const refusal = run ? whyNotJudged(run) : unknown;
  if (!run || refusal) return refuse(refusal ?? unknown);
  return decided(null, {
    type: 'run.sent_back',
    summary: `sent back ${namedRun(run)}`,
    changes: [edited('run', run, { verdict: verdict('sent_back', input.notes, context) })],
    raisesVersion: false,
  });
}

function whyNotJudged(run: Run): Refusal | null {
  if (!hasEnded(run)) return runActive;
  return run.verdict?.kind === 'accepted'
    ? { code: 'already_accepted', message: 'The run is accepted already.', next: 'Nothing is left to do.' }
    : null;
}

function verdict(kind: 'accepted' | 'sent_back', notes: string, context: Context): Run['verdict'] {
  return { kind, at: context.at, by: context.author.label, notes };
}

/** First the word, then the deed: from here on no turn begins in the worktree. Null = there is none to remove. */
export function dropWorktree(
  state: State,
  conversationId: string,
  context: Context,
): Decision<NonNullable<Conversation['worktree']> | null> {
  const conversation = state.tables.conversation.get(conversationId);
  if (!conversation?.worktree) return decided(null);
  if (!runsOfConversation(state, conversationId).every(hasEnded)) return refuse(runActive);
  if (isDropping(conversation)) return refuse(worktreeGoing);
  return decided(conversation.worktree, {
    type: 'worktree.dropping',
    summary: `removes the worktree ${conversation.worktree.branch}`,
    changes: [edited('conversation', conversation, { droppingAt: context.at })],
    raisesVersion: false,
  });
}

/** How it went: it is gone, and a later turn begins with a new one; or it stays and is used again. */
export function droppedWorktree(
  state: State,
  input: { readonly conversationId: string; readonly removed: boolean },
  context: Context,
): Decision<null> {
  const conversation = state.tables.conversation.get(input.conversationId);
  if (!conversation?.worktree || !isDropping(conversation)) return decided(null);
  const gone = { worktree: null, closedAt: context.at };
  return decided(null, {
    type: input.removed ? 'worktree.removed' : 'worktree.kept',
    summary: `${input.removed ? 'removed' : 'kept'} the worktree ${conversation.worktree.branch}`,
    changes: [edited('conversation', conversation, { droppingAt: null, ...(input.removed && gone) })],
    raisesVersion: false,
  });
}

/** A person accepts that the run changed what judges it. */
export function acceptChangedCheck(state: State, checkRunId: string): Decision<null> {
  const check = state.tables.check.get(checkRunId);
  if (!check) return refuse({ code: 'not_found', message: 'No check run has that id.', next: 'Read the run again.' });
  if (!check.changedByRun || check.changeAccepted) return decided(null);
  return decided(null, {
    type: 'check.accepted',
    summary: `accepted the changed check ${check.checkId}`,
    changes: [edited('check', check, { changeAccepted: true })],
    raisesVersion: false,
  });
}
