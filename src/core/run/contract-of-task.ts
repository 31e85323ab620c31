/**
 * The contract of a workspace task: goal and context from the task and its plan, acceptance from its checklist and the
 * items its plan claimed, constraints on the work from the playbooks that voted, files and checks from two lists in its
 * description:
 *
 * ```
 * Files:
 * - src/a.ts
 * Checks:
 * - `npm test` covers 1, 2
 * ```
 *
 * A check covers the acceptance lines it names, by number; one that names none is mapped to nothing, and coverage says so.
 *
 * What a contract has no room for is named, never dropped in silence, and a command is whole or not there: a person grants
 * its exact words.
 */
import { counted, cut } from '../../kit/text.ts';
import type { AcceptanceRef, AcceptanceSet, Check, Contract } from '../contract/contract.ts';
import { setRevision } from '../contract/revision.ts';
import { ruleBinds } from '../playbook/rule.ts';
import { aliasOf, blockersOf, childrenOf, type State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { type TaskLists, taskLists } from './task-lists.ts';

const TEXTS = 50;
const TEXT = 2000;
const GOAL = 8000;
const CONTEXT = 60_000;
const FILES = 100;
const COMMAND = 2000;
const SUBTASKS = 50;
const GOES_ON = '\n\n(The description goes on in the context.)';
/** What maps a check to lines of the acceptance. It is no part of the check's name. */
const COVERS = /[\s,;:(-]*\bcovers\s+(\d+(?:[\s,]+\d+)*)[\s.,;)]*/i;

/** Takes what was left out, in words for the caller. */
type Note = (message: string) => void;

export function contractOfTask(
  state: State,
  task: Task,
): { readonly contract: Contract; readonly leftOut: readonly string[] } {
  const leftOut: string[] = [];
  const note: Note = (message) => leftOut.push(message);
  const lists = taskLists(task.description);
  for (const stray of lists.strays) note(stray);
  const { goal, rest } = goalOf(task, lists, note);
  const acceptance = acceptanceOf(state, task, note);
  const acceptance_set = setOf(task, acceptance);
  const contract: Contract = {
    goal,
    context: whole(contextOf(state, task, rest), CONTEXT, 'The context', note),
    constraints: constraintsOf(state, task, note),
    acceptance,
    acceptance_set,
    artifact_ids: [],
    context_options: { advisory_rule_ids: [], decision_ids: [], delivery: 'capsule' },
    requirements: {
      boundary_paths: [],
      entry_paths: [],
      live_path_evidence: [],
      requires_shell: false,
      requires_write: false,
    },
    scope: { owned_files: filesOf(lists, note) },
    verification: {
      stage: 'targeted',
      checks: checksOf(lists, acceptance_set, note),
      acceptance_coverage: 'report_only',
      coverage_scope: null,
      preparation_seconds: 0,
    },
  };
  return { contract, leftOut };
}

/** The text, or its beginning with a note that it is no more. */
function whole(text: string, most: number, what: string, note: Note): string {
  if (text.length > most) note(`${what} is longer than ${counted(most, 'character')}: its end was left out.`);
  return cut(text, most);
}

function first<T>(all: readonly T[], most: number, what: readonly [string, string], note: Note): readonly T[] {
  if (all.length > most) {
    note(
      `The task has ${counted(all.length, ...what)} and a contract holds ${most}: the last ${all.length - most} were left out.`,
    );
  }
  return all.slice(0, most);
}

function goalOf(
  { title }: Task,
  { text: said }: TaskLists,
  note: Note,
): { readonly goal: string; readonly rest: string } {
  const text = said === '' ? title : `${title}\n\n${said}`;
  if (text.length <= GOAL) return { goal: text, rest: '' };
  const end = GOAL - GOES_ON.length;
  const head = text.slice(0, /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end);
  note(`The description is longer than a goal of ${counted(GOAL, 'character')}: the context holds the rest.`);
  return { goal: `${head}${GOES_ON}`, rest: text.slice(head.length) };
}

function filesOf({ files: lines }: TaskLists, note: Note): readonly string[] {
  return first(lines, FILES, ['file', 'files'], note).map((line) => {
    const quoted = /`([^`]+)`/.exec(line);
    const [whole, path] = quoted ?? [line, line];
    if (whole !== line) note(`What stands beside the file ${cut(path ?? '', 80)} was left out: ${cut(line, 80)}`);
    return path?.trim() ?? line;
  });
}

function acceptanceOf(state: State, task: Task, note: Note): string[] {
  const own = task.checklist.map((item) => item.text);
  const claimed = task.checklistCoverageIds.flatMap((id) => itemText(state, id) ?? []);
  const texts = [...new Set([...own, ...claimed])].filter((text) => /\S/.test(text));
  return first(texts, TEXTS, ['criterion', 'criteria'], note).map((text, at) =>
    whole(text, TEXT, `Criterion ${at + 1}`, note),
  );
}

function itemText(state: State, itemId: string): string | undefined {
  const sidekick = state.tables.sidekick.get(itemId.split('.')[0] ?? '');
  return sidekick?.active?.playbook.checklist.find((item) => item.id === itemId)?.text;
}

function setOf(task: Task, acceptance: readonly string[]): AcceptanceSet {
  const items = acceptance.map((text, index) => ({ id: `c${index + 1}`, text, obligations: [] }));
  const set = { set_id: `task-${task.id}`, schema_version: 1 as const, items };
  return { ...set, revision: setRevision(set) };
}

function checksOf({ checks }: TaskLists, set: AcceptanceSet, note: Note): Check[] {
  const lines = first(checks, TEXTS, ['check', 'checks'], note);
  return lines.flatMap((line, index) => {
    const id = `check-${index + 1}`;
    const command = /`([^`]+)`/.exec(line)?.[1];
    if (command === undefined) {
      note(`${id} has no command in backticks and was left out: ${cut(line, 80)}`);
      return [];
    }
    if ([...command].length > COMMAND) {
      note(`The command of ${id} is longer than ${counted(COMMAND, 'character')}: the check was left out.`);
      return [];
    }
    // After the command: words inside it map nothing.
    const end = line.lastIndexOf('`') + 1;
    const after = whole(line.slice(end), TEXT, `What follows the command of ${id}`, note);
    const name = `${line.slice(0, end)}${after.replace(COVERS, ' ')}`.replaceAll('`', '').trim();
    const check: Check = {
      id,
      criterion: whole(name, TEXT, `The name of ${id}`, note),
      command,
      phase: 'targeted',
      requires_shell: true,
      estimated_seconds: null,
      scope: null,
      acceptance_refs: refsOf(after, set, (numbers) =>
        note(`${id} says that it covers ${numbers}, and the task has no such criterion.`),
      ),
    };
    return [check];
  });
}

/** A number that leads nowhere maps nothing: told here, for coverage would only say that the criterion is unmapped. */
function refsOf(after: string, set: AcceptanceSet, missing: (numbers: string) => void): AcceptanceRef[] {
  const named = [
    ...new Set(
      COVERS.exec(after)?.[1]
        ?.split(/[\s,]+/)
        .filter((one) => one !== ''),
    ),
  ];
  const ids = new Set(set.items.map(({ id }) => id));
  const unknown = named.filter((number) => !ids.has(`c${number}`));
  if (unknown.length > 0) missing(cut(unknown.join(', '), 80));
  const { set_id, revision } = set;
  return named
    .filter((number) => ids.has(`c${number}`))
    .map((number) => ({ set_id, revision, criterion_id: `c${number}`, obligation_id: null }));
}

function contextOf(state: State, task: Task, rest: string): string {
  const parent = task.parentId === null ? undefined : state.tables.task.get(task.parentId);
  const rationale = planOf(state, task)?.candidate.rationale;
  return [
    `Task ${aliasOf(task)}, priority ${task.priority}.`,
    rest === '' ? '' : `The description of the goal goes on:\n${rest}`,
    parent
      ? `Part of ${aliasOf(parent)} ${parent.title}.${parent.description.trim() === '' ? '' : `\n${parent.description}`}`
      : '',
    rationale ? `The approved plan's rationale, in its author's words:\n${rationale}` : '',
    ...beforeOf(state, task),
    subtasksOf(state, task),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** What it depends on: a worker builds on what is done, and must know what is not. */
function beforeOf(state: State, task: Task): string[] {
  const done = task.dependsOn
    .flatMap((id) => state.tables.task.get(id) ?? [])
    .filter(({ status }) => status === 'done');
  const open = blockersOf(state, task);
  const named = (one: Task) => `${aliasOf(one)} ${one.title}`;
  return [
    done.length > 0 ? `Done before it: ${done.map(named).join('; ')}.` : '',
    open.length > 0
      ? `It depends on what is not done yet: ${open.map((one) => `${named(one)} (${one.status})`).join('; ')}.`
      : '',
  ];
}

function subtasksOf(state: State, task: Task): string {
  const all = childrenOf(state, task.id).sort((one, other) => one.number - other.number);
  const more = all.length > SUBTASKS ? `; and ${all.length - SUBTASKS} more` : '';
  const named = all.slice(0, SUBTASKS).map((one) => `${aliasOf(one)} ${one.title} (${one.status})`);
  return all.length === 0 ? '' : `Its subtasks, each work of its own: ${named.join('; ')}${more}.`;
}

function planOf(state: State, task: Task) {
  const { origin } = task;
  return origin.from === 'plan' ? state.tables.revision.get(`${origin.proposalId}.${origin.revision}`) : undefined;
}

/**
 * Of every playbook that voted on the plan, or was matched to a task without one: what binds whoever carries a task out. How
 * many steps a plan has, and how they are estimated, a worker can neither keep nor break.
 */
function constraintsOf(state: State, task: Task, note: Note): string[] {
  const votes = planOf(state, task)?.evaluation.votes.map((vote) => vote.sidekickId);
  const ids = votes ?? task.matches.map((match) => match.sidekickId);
  const found = ids.flatMap((id) => state.tables.sidekick.get(id)?.active?.playbook ?? []);
  const textsOf = (whom: 'plan' | 'work') =>
    new Set(
      found.flatMap(({ constraints }) =>
        constraints.flatMap(({ rule, text }) => (ruleBinds[rule.kind] === whom ? text : [])),
      ),
    );
  const texts = textsOf('work');
  const ofPlan = [...textsOf('plan')].filter((text) => !texts.has(text)).length;
  if (ofPlan > 0) {
    note(
      `${counted(ofPlan, 'constraint')} of its sidekicks (${found.map(({ id }) => id).join(', ')}) ${ofPlan === 1 ? 'was' : 'were'} left out: they judge the form of a plan (how many steps, their estimates, dates and descriptions), not how a task is carried out.`,
    );
  }
  const all = first([...texts], TEXTS, ['constraint', 'constraints'], note);
  return all.map((text, at) => whole(text, TEXT, `Constraint ${at + 1}`, note));
}
