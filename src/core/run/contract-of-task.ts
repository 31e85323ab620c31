/**
 * The contract of a workspace task: goal and context from the task and its plan, acceptance from its checklist and the
 * items its plan claimed, constraints from the playbooks that voted, files and checks from two lists in its description:
 *
 * ```
 * Files:
 * - src/a.ts
 * Checks:
 * - `npm test` covers 1, 2
 * ```
 *
 * A check covers the acceptance lines it names, by number; one that names none is mapped to nothing, and coverage says so.
 */
import { cut } from '../../kit/text.ts';
import type { AcceptanceSet, Check, Contract } from '../contract/contract.ts';
import { setRevision } from '../contract/revision.ts';
import { aliasOf, type State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';

const TEXTS = 50;
const TEXT = 2000;
/** What maps a check to lines of the acceptance. It is no part of the check's name. */
const COVERS = /[\s,;:(-]*\bcovers\s+(\d+(?:[\s,]+\d+)*)[\s.,;)]*/i;

export function contractOfTask(state: State, task: Task): Contract {
  const acceptance = acceptanceOf(state, task);
  const acceptance_set = setOf(task, acceptance);
  return {
    goal: cut(`${task.title}${task.description.trim() === '' ? '' : `\n\n${withoutLists(task.description)}`}`, 8000),
    context: cut(contextOf(state, task), 60_000),
    constraints: constraintsOf(state, task),
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
    scope: {
      owned_files: listed(task.description, 'Files')
        .map((line) => line.replaceAll('`', '').trim())
        .slice(0, 100),
    },
    verification: {
      stage: 'targeted',
      checks: checksOf(task, acceptance_set),
      acceptance_coverage: 'report_only',
      coverage_scope: null,
      preparation_seconds: 0,
    },
  };
}

function acceptanceOf(state: State, task: Task): string[] {
  const own = task.checklist.map((item) => item.text);
  const claimed = task.checklistCoverageIds.flatMap((id) => itemText(state, id) ?? []);
  const texts = [...new Set([...own, ...claimed])].filter((text) => /\S/.test(text));
  return texts.slice(0, TEXTS).map((text) => cut(text, TEXT));
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

function checksOf(task: Task, set: AcceptanceSet): Check[] {
  const lines = listed(task.description, 'Checks').slice(0, 50);
  return lines.flatMap((line, index) => {
    const command = /`([^`]+)`/.exec(line)?.[1];
    if (command === undefined) return [];
    // After the command: words inside it map nothing.
    const end = line.lastIndexOf('`') + 1;
    const after = cut(line.slice(end), TEXT);
    const named = COVERS.exec(after)?.[1] ?? '';
    const name = `${line.slice(0, end)}${after.replace(COVERS, ' ')}`.replaceAll('`', '').trim();
    const refs = [...new Set(named.split(/[\s,]+/).filter((one) => one !== ''))]
      .filter((number) => set.items.some((item) => item.id === `c${number}`))
      .map((number) => ({
        set_id: set.set_id,
        revision: set.revision,
        criterion_id: `c${number}`,
        obligation_id: null,
      }));
    const check: Check = {
      id: `check-${index + 1}`,
      criterion: cut(name, TEXT),
      command: cut(command, 2000),
      phase: 'targeted',
      requires_shell: true,
      estimated_seconds: null,
      scope: null,
      acceptance_refs: refs,
    };
    return [check];
  });
}

/** The items of a list under a line `Name:`. */
function listed(description: string, name: string): string[] {
  const lines = description.split('\n');
  const start = lines.findIndex((line) => heading(line) === name.toLowerCase());
  if (start < 0) return [];
  const items: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const item = /^\s*[-*]\s+(.*\S)\s*$/.exec(line)?.[1];
    if (item !== undefined) items.push(item);
    else if (line.trim() !== '') break;
  }
  return items;
}

function heading(line: string): string {
  return line
    .replaceAll(/[#*_:]/g, '')
    .trim()
    .toLowerCase();
}

function withoutLists(description: string): string {
  const kept: string[] = [];
  let skipping = false;
  for (const line of description.split('\n')) {
    if (['files', 'checks'].includes(heading(line))) skipping = true;
    else if (!(skipping && (/^\s*[-*]\s/.test(line) || line.trim() === ''))) {
      skipping = false;
      kept.push(line);
    }
  }
  return kept.join('\n').trim();
}

function contextOf(state: State, task: Task): string {
  const parent = task.parentId === null ? undefined : state.tables.task.get(task.parentId);
  const rationale = planOf(state, task)?.candidate.rationale;
  const before = task.dependsOn.flatMap((id) => state.tables.task.get(id) ?? []);
  return [
    `Task ${aliasOf(task)}, priority ${task.priority}.`,
    parent
      ? `Part of ${aliasOf(parent)} ${parent.title}.${parent.description.trim() === '' ? '' : `\n${parent.description}`}`
      : '',
    rationale ? `The approved plan's rationale, in its author's words:\n${rationale}` : '',
    before.length > 0
      ? `Done before it: ${before.map((one) => `${aliasOf(one)} ${one.title} (${one.status})`).join('; ')}.`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function planOf(state: State, task: Task) {
  const { origin } = task;
  return origin.from === 'plan' ? state.tables.revision.get(`${origin.proposalId}.${origin.revision}`) : undefined;
}

/** The constraints of every playbook that voted on the plan, or was matched to a task without one. */
function constraintsOf(state: State, task: Task): string[] {
  const votes = planOf(state, task)?.evaluation.votes.map((vote) => vote.sidekickId);
  const ids = votes ?? task.matches.map((match) => match.sidekickId);
  const texts = ids
    .flatMap((id) => state.tables.sidekick.get(id)?.active?.playbook.constraints ?? [])
    .map((one) => one.text);
  return [...new Set(texts)].slice(0, TEXTS).map((text) => cut(text, TEXT));
}
