/**
 * `get_workspace_state`: takes no arguments, so it bounds itself. Under 20,000 characters at 10,000 tasks, chosen by
 * relevance, with honest totals and the way to the rest.
 */

import { isOpen } from '../../core/proposal/find.ts';
import { aliasOf, isBlocked, type State } from '../../core/state/state.ts';
import { type DeadlineState, deadlineState } from '../../core/workspace/deadline.ts';
import type { Task } from '../../core/workspace/task.ts';
import { dueInstant, formatInstant } from '../../core/workspace/time.ts';
import { compareInstants } from '../../kit/compare.ts';
import { DAY_MS } from '../../kit/durations.ts';
import { cut } from '../../kit/text.ts';
import { cutJson, dueText, firstOf, fitting, proposalBrief, taskBrief } from './brief.ts';

/** Characters of JSON per list; together with the frame they stay under 20,000. */
const SPACE = { tasks: 8_900, deadlines: 2_200, playbooks: 3_200, commitments: 1_700, proposals: 2_200 } as const;

interface Weighed {
  readonly task: Task;
  readonly weight: number;
  readonly dueMs: number | null;
  readonly state: DeadlineState;
  readonly blocked: boolean;
}

export function workspaceState(state: State, nowMs: number) {
  const weighed = weigh(state, nowMs);
  const lists = {
    tasks: tasksByRelevance(state, weighed, nowMs),
    deadlines: deadlines(weighed),
    playbooks: playbooks(state),
    commitments: commitments(state, nowMs),
    proposals: proposals(state),
  };
  const shown = {
    tasks: fitting(lists.tasks, SPACE.tasks - JSON.stringify(state.workspace.calendar.hours).length),
    deadlines: fitting(lists.deadlines, SPACE.deadlines),
    playbooks: fitting(lists.playbooks, SPACE.playbooks),
    commitments: fitting(lists.commitments, SPACE.commitments),
    proposals: fitting(lists.proposals, SPACE.proposals),
  };
  const { workspace } = state;
  const counts = totals(weighed, { ...lists, tasks: weighed.length });
  return {
    workspaceId: workspace.id,
    name: cutJson(workspace.name, 160),
    version: workspace.version,
    now: formatInstant(nowMs),
    timeZone: workspace.calendar.zone,
    workingHours: workspace.calendar.hours,
    example: workspace.example,
    totals: counts,
    ...shown,
    proposal: shown.proposals[0] ?? null,
    howToGetTheRest: rest(shown, {
      ...lists,
      tasks: { length: weighed.length },
      deadlines: { length: counts.deadlines },
    }),
  };
}

/** In progress, due soon, blocked, recently changed, open; done comes last. */
function weigh(state: State, nowMs: number): Weighed[] {
  const weighed: Weighed[] = [];
  for (const task of state.tables.task.values()) {
    if (task.trashedAt !== null) continue;
    const deadline = deadlineState(state, task, nowMs);
    const dueMs = task.due ? dueInstant(task.due, state.workspace.calendar.zone) : null;
    const blocked = isBlocked(state, task);
    weighed.push({
      task,
      dueMs,
      state: deadline,
      blocked,
      weight: weightOf(task, { deadline, dueMs, blocked }, nowMs),
    });
  }
  return weighed;
}

interface Pressing {
  readonly deadline: DeadlineState;
  readonly dueMs: number | null;
  readonly blocked: boolean;
}

function weightOf(task: Task, { deadline, dueMs, blocked }: Pressing, nowMs: number): number {
  if (task.status === 'done') return 0;
  let weight = 10;
  if (task.status === 'in-progress') weight += 100;
  if (task.status === 'today') weight += 60;
  if (deadline === 'missed') weight += 60;
  if (deadline === 'at-risk') weight += 50;
  if (dueMs !== null) weight += Math.max(0, 40 - Math.max(0, dueMs - nowMs) / DAY_MS);
  if (blocked) weight += 15;
  if (nowMs - Date.parse(task.updatedAt) < DAY_MS) weight += 10;
  if (task.priority === 'urgent') weight += 20;
  if (task.priority === 'high') weight += 10;
  return weight;
}

function tasksByRelevance(state: State, weighed: readonly Weighed[], nowMs: number) {
  // 200 briefs are more than ever fit.
  const first = firstOf(weighed, 200, (a, b) => b.weight - a.weight || a.task.number - b.task.number);
  return first.map(({ task }) => taskBrief(state, task, nowMs));
}

function deadlines(weighed: readonly Weighed[]) {
  const withDue = weighed.filter((one) => one.dueMs !== null && one.task.status !== 'done');
  // 100 are more than ever fit.
  return firstOf(withDue, 100, (a, b) => (a.dueMs ?? 0) - (b.dueMs ?? 0) || a.task.number - b.task.number).map(
    ({ task, state: deadline }) => ({
      taskId: task.id,
      alias: aliasOf(task),
      title: cut(task.title, 80),
      due: dueText(task.due) ?? '',
      state: deadline,
    }),
  );
}

function playbooks(state: State) {
  return [...state.tables.sidekick.values()]
    .filter((one) => one.enabled && one.active !== null)
    .sort((a, b) => Number(b.mandatory) - Number(a.mandatory) || (a.id < b.id ? -1 : 1))
    .map((one) => ({
      sidekickId: one.id,
      name: cut(one.active?.playbook.name ?? one.id, 60),
      summary: cut(one.active?.playbook.summary ?? '', 140),
      mandatory: one.mandatory,
    }));
}

function commitments(state: State, nowMs: number) {
  // The instants are read once: a sort that parses two texts per comparison took longer than all the tasks.
  const coming = [...state.index.commitments].flatMap((id) => {
    const commitment = state.tables.commitment.get(id);
    if (!commitment || Date.parse(commitment.end) < nowMs) return [];
    return [{ commitment, startMs: Date.parse(commitment.start) }];
  });
  return coming
    .sort((a, b) => a.startMs - b.startMs || (a.commitment.id < b.commitment.id ? -1 : 1))
    .map(({ commitment: { id, title, kind, start, end } }) => ({ id, title: cut(title, 80), kind, start, end }));
}

function proposals(state: State) {
  return [...state.tables.proposal.values()]
    .filter(isOpen)
    .sort((a, b) => compareInstants(b.createdAt, a.createdAt))
    .map((proposal) => proposalBrief(state, proposal));
}

type Lengths = { readonly [K in 'deadlines' | 'playbooks' | 'commitments' | 'proposals']: { readonly length: number } };

function totals(weighed: readonly Weighed[], lists: Lengths & { readonly tasks: number }) {
  const open = weighed.filter((one) => one.task.status !== 'done');
  const withDue = open.filter((one) => one.dueMs !== null);
  return {
    tasks: lists.tasks,
    open: open.length,
    inProgress: open.filter((one) => one.task.status === 'in-progress').length,
    blocked: open.filter((one) => one.blocked).length,
    done: lists.tasks - open.length,
    deadlines: withDue.length,
    atRisk: withDue.filter((one) => one.state === 'at-risk').length,
    missed: withDue.filter((one) => one.state === 'missed').length,
    playbooks: lists.playbooks.length,
    commitments: lists.commitments.length,
    proposals: lists.proposals.length,
  };
}

/** Where what does not fit is found: by a tool where one reads it, else by the people who see it. */
const ways: { readonly [K in keyof Lengths]: string } = {
  deadlines: 'search_tasks pages through all tasks, each with its due and the state of its deadline.',
  playbooks: 'match_sidekicks_to_task names those that apply to a task, also ones that are not listed here.',
  commitments: 'no tool lists them; evaluate_task_plan counts every one of them and names those in the way of a plan.',
  proposals: 'get_task names the open ones of its task, get_proposal reads one.',
};

function rest(shown: Lengths & { readonly tasks: { readonly length: number } }, all: typeof shown): string {
  const lines: string[] = [];
  const left = all.tasks.length - shown.tasks.length;
  if (left > 0)
    lines.push(
      `${left} more ${left === 1 ? 'task' : 'tasks'}: search_tasks pages through all of them, get_task reads one.`,
    );
  for (const name of ['deadlines', 'playbooks', 'commitments', 'proposals'] as const) {
    const cutOff = all[name].length - shown[name].length;
    if (cutOff > 0) lines.push(`${cutOff} more ${cutOff === 1 ? name.slice(0, -1) : name}: ${ways[name]}`);
  }
  return lines.join(' ');
}
