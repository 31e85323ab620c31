/** The playbooks that ship: each is whole, says what its prose says, and judges its own three plans as it should. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Candidate } from '../../core/plan/candidate.ts';
import { evaluate } from '../../core/plan/evaluate.ts';
import { taskOf } from '../../core/plan/fixture/world.ts';
import { ruleKinds } from '../../core/playbook/check-rule.ts';
import { matchSidekicks } from '../../core/playbook/match.ts';
import type { MatchRule, Playbook, Sidekick } from '../../core/playbook/playbook.ts';
import { emptyState } from '../../core/state/absorb.ts';
import type { State } from '../../core/state/state.ts';
import type { Task } from '../../core/workspace/task.ts';
import { parseInstant } from '../../core/workspace/time.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { splitFrontMatter } from '../../kit/front-matter.ts';
import { type FolderSource, readPlaybookFolders } from './playbook-folder.ts';
import { draftFromSkill } from './skill-folder.ts';

const root = fileURLToPath(new URL('../../../playbooks/', import.meta.url));
const folders = readdirSync(root).sort();
const verdicts = ['approve', 'concern', 'block'] as const;

interface PlanFixture {
  readonly task: Pick<Task, 'id' | 'title' | 'description' | 'priority' | 'tags' | 'due' | 'estimateMinutes'>;
  readonly now: string;
  readonly candidate: Candidate;
}

const sources = new Map<string, FolderSource>();

beforeAll(async () => {
  for (const source of await readPlaybookFolders(root)) sources.set(source.folder, source);
});

function textOf(...path: readonly string[]): string {
  return readFileSync(join(root, ...path), 'utf8');
}

function playbookOf(folder: string): Playbook {
  const source = sources.get(folder);
  if (source?.kind !== 'playbook' || !source.parsed.ok) throw new Error(`${folder} is not whole`);
  return source.parsed.playbook;
}

function planOf(folder: string, verdict: string): PlanFixture {
  return JSON.parse(textOf(folder, 'plans', `${verdict}.json`));
}

/** A workspace with one task and the given sidekicks, on working days from nine to five, UTC. */
function world({ task }: PlanFixture, enabled: readonly string[]): State {
  const day = [{ from: '09:00', to: '17:00' }];
  const hours = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  const workspace = { id: 'w', version: 1, calendar: { zone: 'UTC', hours }, ownerId: null };
  const state = emptyState(workspace as unknown as Workspace);
  const tables = state.tables as unknown as { task: Map<string, Task>; sidekick: Map<string, Sidekick> };
  tables.task.set(task.id, taskOf(task));
  for (const id of enabled) {
    const active = { number: 1, hash: id, playbook: playbookOf(id), yaml: '', skill: '', at: '', by: '' };
    tables.sidekick.set(id, {
      id,
      source: 'shipped',
      enabled: true,
      mandatory: false,
      active,
      offered: null,
      broken: [],
    });
  }
  return state;
}

function judge(fixture: PlanFixture, enabled: readonly string[]) {
  return evaluate(world(fixture, enabled), fixture.candidate, parseInstant(fixture.now) as number);
}

it('ships the promised specialists', () => {
  expect(folders).toEqual([
    'data-migration',
    'deadline',
    'design',
    'focus',
    'incident',
    'meetings',
    'planning',
    'release',
    'research',
    'scope',
    'security',
    'testing',
    'writing',
  ]);
});

describe.each(folders)('%s', (folder) => {
  it('is whole', () => {
    const source = sources.get(folder);
    expect(source?.kind === 'playbook' && source.parsed.ok ? [] : source).toEqual([]);
  });

  it('holds what a playbook of ours holds', () => {
    const { questions, constraints, checklist } = playbookOf(folder);
    expect(questions.length).toBeGreaterThanOrEqual(4);
    expect(questions.length).toBeLessThanOrEqual(7);
    expect(questions.some((question) => question.text.includes('{task.'))).toBe(true);
    expect(constraints.length).toBeGreaterThanOrEqual(3);
    expect(constraints.length).toBeLessThanOrEqual(6);
    expect(new Set(constraints.map((constraint) => constraint.onFail))).toEqual(new Set(['block', 'concern']));
    expect(checklist.length).toBeGreaterThanOrEqual(3);
    expect(checklist.length).toBeLessThanOrEqual(6);
    expect(checklist.some((item) => item.required)).toBe(true);
  });

  it('is plain ASCII', () => {
    for (const file of ['sidekick.yaml', 'SKILL.md', ...verdicts.map((verdict) => `plans/${verdict}.json`)]) {
      expect(/[^\n\x20-\x7E]/.exec(textOf(folder, file))?.[0], file).toBeUndefined();
    }
  });

  it('has prose of a length that people read, which names every type and every item', () => {
    const { body } = splitFrontMatter(textOf(folder, 'SKILL.md'));
    const lines = textOf(folder, 'SKILL.md').trimEnd().split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(40);
    expect(lines).toBeLessThanOrEqual(80);
    const { recommendations, checklist } = playbookOf(folder);
    for (const type of recommendations) expect(body).toContain(`\`${type}\``);
    const listed = body.split('\n').flatMap((line) => /^- \[ \] (.*)$/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(checklist.map((item) => item.text + (item.required ? ' (required)' : '')));
  });

  it('could be brought in as a bare skill', () => {
    const draft = draftFromSkill(folder, textOf(folder, 'SKILL.md'));
    expect(draft.ok && draft.id).toBe(folder);
    expect(draft.ok && draft.proposed.length).toBe(playbookOf(folder).checklist.length);
  });

  it.each(verdicts)('judges its plan: %s', (verdict) => {
    const fixture = planOf(folder, verdict);
    const { votes, issues } = judge(fixture, folders);
    const own = issues.filter((issue) => issue.raisedBy === folder).map((issue) => issue.message);
    expect(votes.find((vote) => vote.sidekickId === folder)?.vote, own.join('\n')).toBe(verdict);
  });

  it('approves a plan that nobody else objects to', () => {
    const { valid, issues } = judge(planOf(folder, 'approve'), [folder]);
    expect({ valid, issues }).toEqual({ valid: true, issues: [] });
  });

  it('differs by two fields at most between its plans', () => {
    const approved = planOf(folder, 'approve');
    for (const verdict of ['concern', 'block']) {
      const changed = differences(approved, planOf(folder, verdict));
      expect(changed.length, changed.join(', ')).toBeGreaterThanOrEqual(1);
      expect(changed.length, changed.join(', ')).toBeLessThanOrEqual(2);
    }
  });

  it('is among the three that its own task is matched to', () => {
    const fixture = planOf(folder, 'approve');
    const state = world(fixture, folders);
    const { matches } = matchSidekicks(state, taskOf(fixture.task), parseInstant(fixture.now) as number);
    expect(matches.map((match) => match.sidekickId)).toContain(folder);
  });
});

/** Paths of the fields that differ; a field of a subtask counts once, whatever it holds. */
function differences(one: PlanFixture, other: PlanFixture): readonly string[] {
  const left = fieldsOf(one);
  const right = fieldsOf(other);
  return [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path));
}

function fieldsOf({ task, now, candidate }: PlanFixture): ReadonlyMap<string, string> {
  const { subtasks, ...rest } = candidate;
  const entries = [
    ...Object.entries({ now, count: subtasks.length }),
    ...Object.entries(task).map(([key, value]) => [`task.${key}`, value] as const),
    ...Object.entries(rest),
    ...subtasks.flatMap((subtask, at) =>
      Object.entries(subtask).map(([key, value]) => [`${at}.${key}`, value] as const),
    ),
  ];
  return new Map(entries.map(([path, value]) => [path, JSON.stringify(value)]));
}

describe('together', () => {
  it('they use every rule kind and every match kind', () => {
    const playbooks = folders.map(playbookOf);
    const rules = new Set(playbooks.flatMap(({ constraints }) => constraints.map(({ rule }) => rule.kind)));
    const matches = new Set(playbooks.flatMap(({ match }) => match.rules.map((rule) => rule.kind)));
    expect([...rules].sort()).toEqual([...ruleKinds].sort());
    // A kind that is missing here does not compile.
    const matchKinds = {
      blocked: true,
      deadline_within: true,
      estimate_at_least: true,
      priority: true,
      tags: true,
      words: true,
    } satisfies Record<MatchRule['kind'], true>;
    expect([...matches].sort()).toEqual(Object.keys(matchKinds).sort());
  });

  it('do not contradict each other: one plan satisfies all of them at once', () => {
    const fixture = planOf('planning', 'approve');
    const matches = folders.map((sidekickId) => ({ sidekickId, score: 1, facts: [], at: '', by: '' }));
    const required = folders.flatMap((folder) => playbookOf(folder).checklist.filter((item) => item.required));
    const candidate = {
      ...fixture.candidate,
      consultedSidekickIds: folders,
      subtasks: commonPlan(required.map((item) => item.id)),
    };
    const state = world(fixture, folders);
    (state.tables.task as Map<string, Task>).set('task', { ...taskOf(fixture.task), matches });
    const { votes, issues } = evaluate(state, candidate, parseInstant(fixture.now) as number);
    expect(issues.map((issue) => issue.message)).toEqual([]);
    expect(votes.map((vote) => vote.vote)).toEqual(Array.from({ length: folders.length + 1 }, () => 'approve'));
  });
});

/** Nine steps that a careful person would plan for a change that touches everything. */
function commonPlan(itemIds: readonly string[]): Candidate['subtasks'] {
  const steps: readonly (readonly [string, string, string?])[] = [
    [
      'Switch the broken part off and tell those concerned',
      'Disable it by its flag; a way to roll back is written down.',
    ],
    ['Decide what this is for', 'The purpose, what is out of scope, and who the reader of the guide is.'],
    ['Threat model on one page', 'What could be taken, by whom and on which way; where secrets live.'],
    ['First direction', 'A list, labels written out, with empty and failing states.', 'sketch'],
    ['Second direction', 'A calendar, labels written out, with empty and failing states.', 'sketch'],
    ['Backup and rehearsal on a copy', 'The snapshot is read back; the minutes of the run are noted.'],
    ['Compare counts and try the edges', 'A check that fails before and passes after; keyboard and contrast too.'],
    ['Users try it while we watch', 'Three of them, with a wish and without instructions.'],
    ['Edit the guide and send the notes', 'Proofread on the next day; announced with the release notes.'],
  ];
  return steps.map(([title, description, recommendationType], at) => ({
    candidateId: `step-${at}`,
    title,
    description,
    status: 'backlog',
    priority: 'medium',
    tags: [],
    estimatedDurationMinutes: 90,
    dueAt: `2026-12-1${at}T15:00:00Z`,
    dependencyCandidateIds: [],
    assignedSidekickIds: recommendationType ? ['design'] : [],
    checklistCoverageIds: itemIds.filter((_, item) => item % steps.length === at),
    ...(recommendationType && { recommendationType }),
  }));
}
