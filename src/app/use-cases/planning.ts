/** The planning tools: read, match, consult, evaluate, stage, commit, withdraw. None of them can approve. */
import type { Token } from '../../core/access/access.ts';
import type { Author } from '../../core/access/author.ts';
import { enterVisitor, rememberedAs } from '../../core/access/visitor.ts';
import type { Candidate } from '../../core/plan/candidate.ts';
import { evaluate } from '../../core/plan/evaluate.ts';
import type { Evaluation } from '../../core/plan/evaluation.ts';
import { consult } from '../../core/playbook/consult.ts';
import { applicableSidekicks, MATCH_PLACES, type MatchAnswer, matchSidekicks } from '../../core/playbook/match.ts';
import { type CommitAnswer, commitPlan } from '../../core/proposal/commit.ts';
import { commentsOf } from '../../core/proposal/find.ts';
import { withdrawProposal as withdraw } from '../../core/proposal/review.ts';
import { countOf, type Staged, stagePlan, versionConflict } from '../../core/proposal/stage.ts';
import { edited } from '../../core/state/apply.ts';
import { type Context, type Decision, decided } from '../../core/state/decision.ts';
import { aliasOf, findTask, type State } from '../../core/state/state.ts';
import type { Task, TaskMatch } from '../../core/workspace/task.ts';
import { named, unknownTask } from '../../core/workspace/task-commands.ts';
import { done, type Refusal, refuse } from '../../kit/result.ts';
import { counted, cut } from '../../kit/text.ts';
import { act, approveUrl, minuteOf, type Parts, stateOf, type UseCase } from '../parts.ts';
import { cutJson, fitting } from '../views/brief.ts';
import { workspaceState } from '../views/workspace-state.ts';

export const getWorkspaceState: UseCase<'get_workspace_state'> = async (parts) =>
  done(workspaceState(stateOf(parts), minuteOf(parts)));

export const matchSidekicksToTask: UseCase<'match_sidekicks_to_task'> = async (parts, call, { taskId }) => {
  const nowMs = minuteOf(parts);
  const result = await parts.kernel.execute(call.author, (state, context) =>
    recordMatch(state, taskId, nowMs, context),
  );
  return result.ok ? done(result.value.value) : result;
};

function recordMatch(state: State, taskId: string, nowMs: number, context: Context): Decision<object> {
  const task = findTask(state, taskId);
  if (!task) return refuse(unknownTask);
  const { matches, alsoVoting, reason } = matchSidekicks(state, task, nowMs);
  const answer = {
    taskId: task.id,
    alias: aliasOf(task),
    matches: matches.map(({ sidekickId, name, score, mandatory, facts }) => ({
      sidekickId,
      name,
      score,
      mandatory,
      facts: facts.slice(0, 12).map((fact) => cutJson(cut(fact, 200), 400)),
    })),
    alsoVoting: fitting(alsoVoting, 3_000),
    reason: cut(reason, 800),
  };
  const fresh = matches.filter(({ sidekickId }) => !task.matches.some((known) => known.sidekickId === sidekickId));
  if (fresh.length === 0) return decided(answer);
  const added: TaskMatch[] = fresh.map(({ sidekickId, score, facts }) => ({
    sidekickId,
    score,
    facts,
    at: context.at,
    by: context.author.label,
  }));
  return decided(answer, {
    type: 'task.matched',
    summary: `matched ${fresh.map(({ name }) => name).join(', ')} to ${named(task)}`,
    changes: [edited('task', task, { matches: [...task.matches, ...added] })],
    raisesVersion: false,
  });
}

export const consultSidekick: UseCase<'consult_sidekick'> = async (parts, _call, { taskId, sidekickId }) => {
  const state = stateOf(parts);
  const task = findTask(state, taskId);
  if (!task) return refuse(unknownTask);
  const sidekick = state.tables.sidekick.get(sidekickId);
  if (!sidekick) {
    return refuse({
      code: 'unknown_sidekick',
      message: `There is no sidekick ${cut(sidekickId, 64)}.`,
      next: 'Use an id that match_sidekicks_to_task returned.',
    });
  }
  const nowMs = minuteOf(parts);
  // More than three mandatory ones may apply; each must be consulted, so each may be, with a place or without.
  const applying = applicableSidekicks(state, task, nowMs).find((one) => one.sidekick.id === sidekickId);
  if (applying && (applying.recorded || applying.sidekick.mandatory)) {
    return done(consult(state, task, applying.sidekick, nowMs));
  }
  return refuse(notMatched(sidekickId, task, matchSidekicks(state, task, nowMs)));
};

function notMatched(sidekickId: string, task: Task, { matches, alsoVoting }: MatchAnswer): Refusal {
  const alias = aliasOf(task);
  const base = { code: 'not_matched', message: `${cut(sidekickId, 64)} was not matched to ${alias}.` } as const;
  if (alsoVoting.some((one) => one.sidekickId === sidekickId)) {
    return {
      ...base,
      message: `${cut(sidekickId, 64)} applies to ${alias} without a place among the ${MATCH_PLACES}, so it votes but cannot be consulted.`,
      next: 'Call evaluate_task_plan: coverage lists its checklist items with what each asks for, issues what it objects to.',
    };
  }
  const isNext = matches.some((one) => one.sidekickId === sidekickId);
  return {
    ...base,
    next: isNext
      ? `Call match_sidekicks_to_task for ${alias} first.`
      : `It does not apply to ${alias} and does not vote. Consult those that match_sidekicks_to_task selects.`,
  };
}

export const evaluateTaskPlan: UseCase<'evaluate_task_plan'> = async (parts, call, input) => {
  const candidate: Candidate = input;
  const state = stateOf(parts);
  const evaluation = evaluate(state, candidate, minuteOf(parts));
  const conflict = versionConflict(state, candidate, evaluation);
  const parent = findTask(state, candidate.parentTaskId);
  await noteEvaluation(parts, call.author, parent, evaluation);
  return conflict ? refuse(conflict) : done(evaluation);
};

function verdict(evaluation: Evaluation): string {
  const said = `${counted(countOf(evaluation, 'error'), 'error')}, ${counted(countOf(evaluation, 'warning'), 'warning')}`;
  return `${evaluation.valid ? 'valid' : 'invalid'}, ${said}`;
}

function noteEvaluation(parts: Parts, author: Author, parent: Task | undefined, evaluation: Evaluation) {
  const summary = `evaluated a plan for ${parent ? named(parent) : 'a task that does not exist'}: ${verdict(evaluation)}`;
  return parts.activity.evaluated(rememberedAs(stateOf(parts), author), {
    parentTaskId: parent?.id ?? null,
    digest: evaluation.digest,
    summary,
  });
}

export const stageTaskPlan: UseCase<'stage_task_plan'> = async (parts, call, input) => {
  const nowMs = minuteOf(parts);
  const result = await parts.kernel.execute(call.author, (state, context) =>
    stageBy(state, call.token, input, { ...context, nowMs }),
  );
  if (!result.ok) return result;
  const staged = result.value.value;
  return done({ ...staged, approveUrl: approveUrl(parts, staged.proposalId), next: afterStage(staged) });
};

/** A visitor that was only passing is written down together with what it leaves behind. */
function stageBy(state: State, token: Token | null, candidate: Candidate, context: Context): Decision<Staged> {
  const entered = enterVisitor(state, token, context);
  if (!entered.ok) return entered;
  const staged = stagePlan(state, candidate, { openProposals: token?.limits.openProposals ?? 3 }, context);
  if (!staged.ok) return staged;
  const { value, events } = staged.value;
  return decided(value, ...entered.value.events, ...events);
}

function afterStage({ status, latest }: { readonly status: string; readonly latest: boolean }): string {
  if (!latest) return 'A newer revision exists; read it with get_proposal before you change the plan.';
  if (status === 'approved') return 'It is approved: call commit_task_plan.';
  if (status === 'committed') return 'Its tasks exist already; commit_task_plan returns the receipt.';
  if (status === 'awaiting_approval')
    return 'Give approveUrl to a person, then wait with get_proposal (waitSeconds up to 50).';
  if (status === 'changes_requested')
    return 'A person asked for changes: read the comments with get_proposal and stage a changed plan.';
  return 'It is decided: read the reason with get_proposal. Stage a different plan if one is still needed.';
}

export const commitTaskPlan: UseCase<'commit_task_plan'> = async (parts, call, { proposalId }) => {
  const nowMs = minuteOf(parts);
  const result = await parts.kernel.execute(call.author, (state, context) =>
    commitPlan(state, proposalId, { ...context, nowMs }),
  );
  return result.ok ? done(commitView(parts, result.value.value)) : result;
};

const commitWords: Readonly<Record<CommitAnswer['status'], readonly [message: string, next: string]>> = {
  approval_required: [
    'No person has approved this revision yet.',
    'Give approveUrl to a person, then wait with get_proposal.',
  ],
  changes_requested: ['A person asked for changes.', 'Read the comments, change the plan and stage it again.'],
  rejected: [
    'A person rejected the plan.',
    'Read the reason with get_proposal; stage a different plan if one is still needed.',
  ],
  superseded: ['Another plan for this task was committed.', 'Read the task with get_task; plan what is still missing.'],
  withdrawn: ['The plan was withdrawn.', 'Stage a plan again if it is wanted after all.'],
  approval_lapsed: ['The approval is older than seven days.', 'Stage the same candidate again to ask for review.'],
  stale_plan: [
    'What was approved is not what would be created now.',
    'Read the changes and issues, repair the plan and stage it again.',
  ],
  committed: ['The tasks exist.', 'Nothing more to do; the receipt names the tasks.'],
};

/** Its receipt is answered as ever, the first one: what it names may be in the trash now. */
const undoneWords = [
  'The tasks were created, and a person undid the plan since: they are in the trash, but for those that were kept.',
  'Do not work on them; read the task with get_task. Stage a plan again if a person wants one.',
] as const;

export function commitView(parts: Parts, answer: CommitAnswer) {
  const { status, proposal, receipt, changes, evaluation } = answer;
  const [message, next] = proposal.status === 'undone' ? undoneWords : commitWords[status];
  const state = stateOf(parts);
  const frame = { status, proposalId: proposal.id, message, next, workspaceVersion: state.workspace.version };
  if (status === 'committed' && receipt) {
    // Who undid it is for people: an agent's receipt names nobody but who made the tasks.
    const { tasks, by, undoneBy: _, ...rest } = receipt;
    return { ...frame, tasks, receipt: { ...rest, by: by.label } };
  }
  const url = { approveUrl: approveUrl(parts, proposal.id) };
  if (status === 'changes_requested')
    return { ...frame, ...url, comments: fitting(commentViews(state, proposal.id), 14_000) };
  if (status === 'stale_plan') {
    return { ...frame, ...url, changes: fitting(changes, 3_000), issues: fitting(evaluation?.issues ?? [], 12_000) };
  }
  return { ...frame, ...url };
}

/** Newest first: when they must be cut, the latest words stay. */
function commentViews(state: State, proposalId: string) {
  const proposal = state.tables.proposal.get(proposalId);
  const reason = proposal?.reason ? [{ candidateId: null, text: cutJson(proposal.reason, 4_000), by: 'decision' }] : [];
  return [
    ...reason,
    ...commentsOf(state, proposalId)
      .reverse()
      .map(({ candidateId, text, author, revision }) => ({
        candidateId,
        text: cutJson(text, 2_000),
        by: author.label,
        revision,
      })),
  ];
}

export const withdrawProposal: UseCase<'withdraw_proposal'> = async (parts, call, { proposalId }) => {
  const result = await act(parts, call.author, (state, context) => withdraw(state, proposalId, context));
  const next = 'Nothing waits for review now; stage_task_plan makes a new proposal.';
  return result.ok ? done({ proposalId, status: 'withdrawn', next }) : result;
};
