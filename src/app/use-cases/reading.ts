/** Reading tools beside the given six: one task, search, one proposal. All bounded to 20,000 characters. */

import { hasLapsed } from '../../core/approval/approval.ts';
import { ownerTime } from '../../core/plan/owner-time.ts';
import type { Comment, Proposal } from '../../core/plan/proposal.ts';
import {
  approvalOf,
  commentsOf,
  isOpen,
  newestRevision,
  proposalsFor,
  unknownProposal,
} from '../../core/proposal/find.ts';
import { aliasOf, childrenOf, findTask, type State } from '../../core/state/state.ts';
import type { Task } from '../../core/workspace/task.ts';
import { unknownTask } from '../../core/workspace/task-commands.ts';
import { formatInstant, parseInstant } from '../../core/workspace/time.ts';
import { layWork } from '../../core/workspace/working-time.ts';
import { sha256 } from '../../kit/json.ts';
import { done, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { badCursor, makeCursor, readCursor } from '../cursor.ts';
import { approveUrl, minuteOf, type Parts, stateOf, type UseCase } from '../parts.ts';
import type { SearchQuery } from '../ports.ts';
import { cutJson, fitting, pageOf, proposalBrief, taskBrief } from '../views/brief.ts';
import { waitForChange } from '../wait.ts';

export const getTask: UseCase<'get_task'> = async (parts, _call, { taskId }) => {
  const state = stateOf(parts);
  const task = findTask(state, taskId);
  if (!task) return refuse(unknownTask);
  const nowMs = minuteOf(parts);
  const brief = (one: Task) => taskBrief(state, one, nowMs);
  const byId = (ids: Iterable<string>) => [...ids].flatMap((id) => findTask(state, id) ?? []).map(brief);
  const parent = task.parentId === null ? undefined : findTask(state, task.parentId);
  const whole = {
    description: task.description,
    checklist: task.checklist.map(({ text, done: isDone }) => ({ text: cutJson(cut(text, 300), 600), done: isDone })),
    subtasks: childrenOf(state, task.id)
      .sort((a, b) => a.number - b.number)
      .map(brief),
    dependsOn: byId(task.dependsOn),
    dependants: byId(state.index.dependantsOf.get(task.id) ?? []),
    matches: task.matches.map(({ sidekickId, score, facts, at }) => ({
      sidekickId,
      score,
      facts: facts.slice(0, 6).map((fact) => cutJson(cut(fact, 120), 200)),
      at,
    })),
    proposals: proposalsFor(state, task.id)
      .filter(isOpen)
      .map((one) => proposalBrief(state, one)),
  };
  const shown = {
    description: cutJson(whole.description, 4_000),
    checklist: fitting(whole.checklist, 2_600),
    subtasks: fitting(whole.subtasks, 3_600),
    dependsOn: fitting(whole.dependsOn, 1_800),
    dependants: fitting(whole.dependants, 1_800),
    matches: fitting(whole.matches, 1_600),
    proposals: fitting(whole.proposals, 1_200),
  };
  return done({
    task: brief(task),
    plannedStart: task.plannedStart,
    plannedEnd: plannedEnd(state, task),
    owner: ownerName(state, task),
    parent: parent ? brief(parent) : null,
    ...shown,
    cut: whatWasCut(whole, shown),
  });
};

function plannedEnd(state: State, task: Task): string | null {
  const start = task.plannedStart === null ? null : parseInstant(task.plannedStart);
  if (start === null || task.estimateMinutes === null) return null;
  const end = layWork(ownerTime(state, task.ownerId ?? state.workspace.ownerId).free, start, task.estimateMinutes);
  return end === null ? null : formatInstant(end);
}

function ownerName(state: State, task: Task): string | null {
  const id = task.ownerId ?? state.workspace.ownerId;
  return id === null ? null : (state.tables.person.get(id)?.name ?? null);
}

function whatWasCut(whole: { readonly [name: string]: { readonly length: number } }, shown: typeof whole): string {
  return Object.entries(whole)
    .filter(([name, { length }]) => (shown[name]?.length ?? 0) < length)
    .map(
      ([name, { length }]) =>
        `${name}: ${shown[name]?.length ?? 0} of ${length}${name === 'description' ? ' characters' : ''}`,
    )
    .join('; ');
}

export const searchTasks: UseCase<'search_tasks'> = async (parts, _call, input) => {
  const state = stateOf(parts);
  const limit = input.limit ?? 20;
  const parent = input.parentTaskId === undefined ? undefined : findTask(state, input.parentTaskId);
  if (input.parentTaskId !== undefined && !parent) return refuse(unknownTask);
  const scope = sha256(JSON.stringify([input.text, input.status, parent?.id, input.tag])).slice(0, 16);
  const start = input.cursor === undefined ? [0] : readCursor(scope, input.cursor, 1);
  if (!start) return refuse(badCursor);
  const at = start[0] ?? 0;
  const isFiltered = input.status !== undefined || parent !== undefined || input.tag !== undefined;
  const fits = (task: Task) =>
    task.trashedAt === null &&
    (input.status === undefined || task.status === input.status) &&
    (parent === undefined || task.parentId === parent.id) &&
    (input.tag === undefined || task.tags.includes(input.tag));
  const { found, total } =
    hasWords(input.text) && !isFiltered
      ? await hitsAt(parts, state, { text: input.text, offset: at, limit })
      : cutAt((await candidates(parts, state, input.text, parent)).filter(fits), at, limit);
  const nowMs = minuteOf(parts);
  const page = fitting(
    found.map((task) => taskBrief(state, task, nowMs)),
    18_500,
  );
  const next = at + page.length;
  const hasMore = page.length > 0 && next < total;
  return done({ tasks: page, total, nextCursor: hasMore ? makeCursor(scope, [next]) : null });
};

function hasWords(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** Nothing to filter: the store counts, and only one page of hits leaves it. */
async function hitsAt(parts: Parts, state: State, query: SearchQuery): Promise<{ found: Task[]; total: number }> {
  const { hits, total } = await parts.store.search(parts.workspaceId, query);
  return { found: hits.flatMap(({ taskId }) => state.tables.task.get(taskId) ?? []), total };
}

function cutAt(tasks: readonly Task[], at: number, limit: number): { found: readonly Task[]; total: number } {
  return { found: tasks.slice(at, at + limit), total: tasks.length };
}

async function candidates(
  parts: Parts,
  state: State,
  text: string | undefined,
  parent: Task | undefined,
): Promise<Task[]> {
  if (hasWords(text)) {
    // Filters come after, so every hit is needed to count honestly; there are no more than the tasks that memory holds.
    return (await hitsAt(parts, state, { text, offset: 0, limit: state.tables.task.size })).found;
  }
  const all = parent ? childrenOf(state, parent.id) : [...state.tables.task.values()];
  return all.sort((a, b) => a.number - b.number);
}

export const getProposal: UseCase<'get_proposal'> = async (parts, call, input) => {
  const before = stateOf(parts).tables.proposal.get(input.proposalId);
  if (!before) return refuse(unknownProposal);
  const seconds = input.waitSeconds ?? 0;
  if (seconds > 0 && before.status === 'awaiting_approval') {
    await waitForChange(parts.kernel, seconds * 1000, call.signal, () => moved(stateOf(parts), before));
  }
  const state = stateOf(parts);
  const proposal = state.tables.proposal.get(input.proposalId) as Proposal;
  const start =
    input.cursor === undefined ? [0, 0] : readCursor(`${proposal.id}.${proposal.revision}`, input.cursor, 2);
  return start ? done(proposalPage(parts, proposal, start as [number, number], call.author.id)) : refuse(badCursor);
};

function moved(state: State, before: Proposal): boolean {
  const now = state.tables.proposal.get(before.id);
  return now?.status !== before.status || now.revision !== before.revision;
}

function proposalPage(parts: Parts, proposal: Proposal, [subtaskAt, commentAt]: [number, number], readerId: string) {
  const state = stateOf(parts);
  const revision = newestRevision(state, proposal);
  const { subtasks, ...candidate } = revision.candidate;
  const comments = commentsOf(state, proposal.id);
  const subtaskPage = pageOf(subtasks.slice(subtaskAt), 8_000, ({ candidateId, title }) => ({
    candidateId: cutJson(candidateId, 400),
    title: cutJson(title, 400),
    tooLarge: 'This subtask does not fit into an answer; a person sees it whole at the desk.',
  }));
  const commentPage = pageOf(comments.slice(commentAt).map(commentView), 5_500, (comment) => ({
    ...comment,
    text: cutJson(comment.text, 4_000),
  }));
  const nextSubtask = subtaskAt + subtaskPage.length;
  const nextComment = commentAt + commentPage.length;
  const more = nextSubtask < subtasks.length || nextComment < comments.length;
  const approval = standing(parts, proposal);
  return {
    proposalId: proposal.id,
    parentTaskId: proposal.parentTaskId,
    status: proposal.status,
    revision: proposal.revision,
    digest: proposal.digest,
    yours: proposal.author.id === readerId,
    author: proposal.author.label,
    editedBy: revision.editOf === null ? null : revision.author.label,
    reason: proposal.reason === null ? null : cutJson(proposal.reason, 1_500),
    approval: approval
      ? {
          by: approval.personName,
          level: approval.level,
          at: approval.at,
          expiresAt: approval.expiresAt,
          notes: cutJson(approval.notes, 800),
          revision: approval.revision,
        }
      : null,
    receipt: proposal.receipt
      ? { version: proposal.receipt.version, at: proposal.receipt.at, undoneAt: proposal.receipt.undoneAt }
      : null,
    candidate: {
      ...candidate,
      consultedSidekickIds: fitting(candidate.consultedSidekickIds, 1_500),
      rationale: cutJson(candidate.rationale, 1_200),
    },
    subtasks: subtaskPage,
    comments: commentPage,
    totals: { subtasks: subtasks.length, comments: comments.length },
    nextCursor: more ? makeCursor(`${proposal.id}.${proposal.revision}`, [nextSubtask, nextComment]) : null,
    approveUrl: approveUrl(parts, proposal.id),
    next: nextFor(state, proposal, approval !== undefined),
  };
}

function commentView({ id, revision, candidateId, text, author, at }: Comment) {
  return {
    id,
    revision,
    candidateId: candidateId === null ? null : cutJson(candidateId, 300),
    text,
    by: cutJson(author.label, 100),
    at,
  };
}

/** The approval that holds now: lapsed ones do not. */
function standing(parts: Parts, proposal: Proposal) {
  const approval = approvalOf(stateOf(parts), proposal);
  const now = { at: formatInstant(parts.kernel.now()), clockMs: parts.clock.now() };
  return approval && (approval.usedAt !== null || !hasLapsed(approval, now)) ? approval : undefined;
}

function nextFor(state: State, proposal: Proposal, holds: boolean): string {
  const parent = state.tables.task.get(proposal.parentTaskId);
  const name = parent ? aliasOf(parent) : 'the task';
  switch (proposal.status) {
    case 'awaiting_approval':
      return 'A person has not decided yet. Give approveUrl to a person; wait with waitSeconds.';
    case 'changes_requested':
      return 'Read reason and comments, change the candidate and call stage_task_plan again.';
    case 'approved':
      return holds
        ? 'Call commit_task_plan.'
        : 'The approval lapsed: stage the same candidate again to ask for review.';
    case 'committed':
      return `The tasks exist under ${name}; read them with get_task.`;
    case 'undone':
      return 'A person undid it: do not work on its tasks. Stage a plan again if a person wants one.';
    default:
      return 'It is closed. Stage a different plan if one is still needed.';
  }
}
