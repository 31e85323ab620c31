import { describe, expect, test } from 'vitest';
import { setRevision } from '../contract/revision.ts';
import type { Revision } from '../plan/proposal.ts';
import type { Sidekick } from '../playbook/playbook.ts';
import { type RuleKind, ruleBinds } from '../playbook/rule.ts';
import { emptyState } from '../state/absorb.ts';
import type { Task } from '../workspace/task.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { contractOfTask } from './contract-of-task.ts';

const parent = taskOf({ id: 'shelf', number: 1, title: 'Build a shelf', description: 'For the hall.' });
const wide = taskOf({ id: 'wide', number: 4, description: 'x'.repeat(70_000) });
const before = taskOf({ id: 'saw', number: 2, title: 'Saw the boards', status: 'done' });
const open = taskOf({ id: 'buy', number: 5, title: 'Buy the screws', status: 'backlog' });
const dropped = taskOf({ id: 'dropped', number: 6, trashedAt: '2026-12-01T00:00:00Z' });

const steps = [
  taskOf({ id: 'oil', number: 8, title: 'Oil it', status: 'done', parentId: 'shelf' }),
  taskOf({ id: 'sand', number: 7, title: 'Sand it', parentId: 'shelf' }),
];

const plan = {
  ...{ id: 'p.1', proposalId: 'p', number: 1, candidate: { rationale: 'From the floor up.' } },
  evaluation: { votes: ['wood', 'workspace', 'glue'].map((sidekickId) => ({ sidekickId })) },
} as unknown as Revision;

const sidekicks = [
  sidekickOf('wood', ['No guessing.', 'Wear gloves.'], [{ id: 'wood.level', text: 'The board lies level' }]),
  sidekickOf('glue', ['Wear gloves.', 'No water.'], [], {
    'At least two coats.': 'subtask_count',
    'Wear gloves.': 'described',
  }),
  // Did not vote.
  sidekickOf('paint', ['No thinner.'], [{ id: 'paint.dry', text: 'The paint is dry' }], {
    'At most three steps.': 'subtask_count',
    'Each step has a date.': 'has_due',
  }),
  { id: 'dormant', active: null } as unknown as Sidekick,
];

const fromPlan = { from: 'plan', proposalId: 'p', revision: 1, digest: 'd', candidateId: 'c' } as const;

function taskOf(more: Partial<Task>): Task {
  return {
    ...{ id: 'lift', number: 3, title: 'Lift the board', description: '', status: 'today', priority: 'high' },
    ...{ tags: [], parentId: null, ownerId: null, dependsOn: [], due: null, plannedStart: null, estimateMinutes: null },
    ...{ rank: 1, checklist: [], assignedSidekickIds: [], checklistCoverageIds: [], recommendationType: null },
    ...{ matches: [], origin: { from: 'person' }, createdAt: '', updatedAt: '', doneAt: null, trashedAt: null },
    ...more,
  } as Task;
}

function sidekickOf(
  id: string,
  ofWork: readonly string[],
  checklist: readonly object[],
  ofPlan: Readonly<Record<string, RuleKind>> = {},
): Sidekick {
  const constraints = [
    ...Object.entries(ofPlan).map(([text, kind]) => ({ text, rule: { kind } })),
    ...ofWork.map((text) => ({ text, rule: { kind: 'forbids' } })),
  ];
  const playbook = { id, constraints, checklist };
  return { id, active: { playbook } } as unknown as Sidekick;
}

function madeOf(more: Partial<Task>, others: readonly Sidekick[] = []) {
  const state = emptyState({} as Workspace);
  const put = (table: unknown, one: { readonly id: string }) => (table as Map<string, unknown>).set(one.id, one);
  const task = taskOf(more);
  for (const one of [parent, wide, before, open, dropped, ...steps, task]) put(state.tables.task, one);
  (state.index.childrenOf as Map<string, ReadonlySet<string>>).set('shelf', new Set(steps.map(({ id }) => id)));
  for (const one of [...sidekicks, ...others]) put(state.tables.sidekick, one);
  put(state.tables.revision, plan);
  return contractOfTask(state, task);
}

const contractOf = (more: Partial<Task>) => madeOf(more).contract;

const items = (...texts: readonly string[]) => texts.map((text, at) => ({ id: `i${at}`, text, done: false }));
const lines = (...all: readonly string[]) => all.join('\n');
const checksOf = (more: Partial<Task>) => contractOf(more).verification?.checks ?? [];

describe('the goal', () => {
  test('is the title and the description, without its two lists', () => {
    const description = lines('Straight.', '', 'Files:', '- a.ts', '', '## Checks', '* `true`', '', 'And soon.');
    expect(contractOf({ description }).goal).toBe('Lift the board\n\nStraight.\n\nAnd soon.');
    expect(contractOf({}).goal).toBe('Lift the board');
  });

  test('keeps other lists', () => {
    const description = lines('Notes:', '- one', '', 'Files:', '- a.ts');
    expect(contractOf({ description }).goal).toBe('Lift the board\n\nNotes:\n- one');
  });
});

describe('the context', () => {
  test('says the task, its parent, the rationale of its plan and what was done before', () => {
    const { context } = contractOf({ parentId: 'shelf', dependsOn: ['saw', 'gone'], origin: fromPlan });
    expect(context.split('\n\n')).toEqual([
      'Task T-3, priority high.',
      'Part of T-1 Build a shelf.\nFor the hall.',
      "The approved plan's rationale, in its author's words:\nFrom the floor up.",
      'Done before it: T-2 Saw the boards.',
    ]);
  });

  test('calls nothing done that is not', () => {
    expect(
      contractOf({ dependsOn: ['buy', 'saw', 'dropped'] })
        .context.split('\n\n')
        .slice(1),
    ).toEqual([
      'Done before it: T-2 Saw the boards.',
      'It depends on what is not done yet: T-5 Buy the screws (backlog).',
    ]);
  });

  test('names its subtasks, which are work of their own', () => {
    const { context } = contractOf({ id: 'shelf', number: 1, title: 'Build a shelf' });
    expect(context.split('\n\n').slice(1)).toEqual([
      'Its subtasks, each work of its own: T-7 Sand it (today); T-8 Oil it (done).',
    ]);
  });

  test('of a task that stands alone is one line', () => {
    expect(contractOf({ parentId: 'gone', origin: { ...fromPlan, revision: 2 } }).context).toBe(
      'Task T-3, priority high.',
    );
  });
});

describe('the constraints', () => {
  const matches = [{ sidekickId: 'paint', score: 3, facts: [], at: '', by: 'Mara' }];

  test('are those on the work of the playbooks that voted on the plan, each once, and of no other', () => {
    const { contract, leftOut } = madeOf({ origin: fromPlan, matches });
    expect(contract.constraints).toEqual(['No guessing.', 'Wear gloves.', 'No water.']);
    expect(leftOut).toEqual([expect.stringMatching(/^1 constraint of its sidekicks \(wood, glue\) was left out: /)]);
  });

  test('of a task without a plan are those of the playbooks matched to it', () => {
    const dormant = { ...matches[0], sidekickId: 'dormant' } as (typeof matches)[0];
    const { contract, leftOut } = madeOf({ matches: [...matches, dormant] });
    expect(contract.constraints).toEqual(['No thinner.']);
    expect(leftOut).toEqual([expect.stringMatching(/^2 constraints of its sidekicks \(paint\) were left out: /)]);
    expect(madeOf({})).toMatchObject({ contract: { constraints: [] }, leftOut: [] });
  });

  test('are of a rule of work: what judges the form of a plan binds no worker', () => {
    const kinds = Object.keys(ruleBinds) as RuleKind[];
    const all = sidekickOf('all', [], [], Object.fromEntries(kinds.map((kind) => [kind, kind])));
    const { contract, leftOut } = madeOf({ matches: [{ ...matches[0], sidekickId: 'all' } as (typeof matches)[0]] }, [
      all,
    ]);
    expect(contract.constraints).toEqual(['requires', 'forbids', 'order', 'between_hours']);
    expect(leftOut).toEqual([expect.stringContaining(`${kinds.length - 4} constraints`)]);
  });
});

describe('the acceptance', () => {
  test('is its own checklist, then the items that its plan claimed, each once', () => {
    const checklistCoverageIds = ['wood.level', 'wood.gone', 'nobody.x', 'dormant.x', 'paint.dry'];
    const checklist = items('Lifted', ' ', 'The paint is dry', 'Lifted');
    const { acceptance, acceptance_set } = contractOf({ checklist, checklistCoverageIds });
    expect(acceptance).toEqual(['Lifted', 'The paint is dry', 'The board lies level']);
    const set = {
      set_id: 'task-lift',
      schema_version: 1 as const,
      items: acceptance.map((text, at) => ({ id: `c${at + 1}`, text, obligations: [] })),
    };
    expect(acceptance_set).toEqual({ ...set, revision: setRevision(set) });
  });
});

describe('the lists', () => {
  test('what stands beside a file in backticks is named, and so is what begins no list', () => {
    const { contract, leftOut } = madeOf({ description: lines('Checks: `true`', 'Files:', '1. `src/b.ts` (new)') });
    expect(contract.scope.owned_files).toEqual(['src/b.ts']);
    expect(contract.goal).toBe('Lift the board\n\nChecks: `true`');
    expect(leftOut).toEqual([
      expect.stringContaining('"Checks: `true`" begins no list'),
      'What stands beside the file src/b.ts was left out: `src/b.ts` (new)',
    ]);
  });

  test('files are the items under their heading, up to the first line that is none', () => {
    const description = lines('**Files:**', '', '- `src/a.ts`', '  * src/b c.ts ', 'Then:', '- src/d.ts');
    expect(contractOf({ description }).scope.owned_files).toEqual(['src/a.ts', 'src/b c.ts']);
    expect(contractOf({ description: 'The files: many\n- src/a.ts' }).scope.owned_files).toEqual([]);
  });

  test('a check is the command in its line, and covers the criteria it names by number', () => {
    const description = lines(
      'CHECKS',
      '- `npm test` covers 2, 1 2',
      '- look at it',
      '- `npm run lint -- --fix` covers 3, 0, 99',
      '- `true`',
    );
    const contract = contractOf({ description, checklist: items('one', 'two') });
    const checks = contract.verification?.checks ?? [];
    expect(checks.map(({ id, command }) => [id, command])).toEqual([
      ['check-1', 'npm test'],
      ['check-3', 'npm run lint -- --fix'],
      ['check-4', 'true'],
    ]);
    expect(checks.map(({ acceptance_refs }) => acceptance_refs.map(({ criterion_id }) => criterion_id))).toEqual([
      ['c2', 'c1'],
      [],
      [],
    ]);
    expect(checks[0]).toMatchObject({
      ...{ criterion: 'npm test', phase: 'targeted', requires_shell: true, scope: null },
      acceptance_refs: [{ set_id: 'task-lift', revision: contract.acceptance_set?.revision, obligation_id: null }, {}],
    });
    expect(contract.verification?.stage).toBe('targeted');
  });

  test.each([
    ['`npm test` covers 1, 2', 'npm test', 2],
    ['types: `tsc` (covers 2)', 'types: tsc', 1],
    ['`a` - Covers 1, quickly', 'a quickly', 1],
    ['`grep covers 1` covers 2', 'grep covers 1', 1],
    ['`a` covers most of it', 'a covers most of it', 0],
  ])('the name of "- %s" is "%s"', (line, name, refs) => {
    const [check] = checksOf({ description: lines('Checks:', `- ${line}`), checklist: items('one', 'two') });
    expect([check?.criterion, check?.acceptance_refs.length]).toEqual([name, refs]);
  });
});

describe('what a contract has no room for is named', () => {
  const long = 'x'.repeat(70_000);
  const many = (count: number, each: (at: number) => string) => Array.from({ length: count }, (_, at) => each(at));

  test('a description goes on in the context, and not a character of it is lost', () => {
    const description = many(1900, (at) => `word ${at} 𝕏`).join(' ');
    const { contract, leftOut } = madeOf({ description, parentId: 'shelf' });
    const [head, none] = contract.goal.split('\n\n(The description goes on in the context.)');
    expect(none).toBe('');
    expect(contract.goal.length).toBeLessThanOrEqual(8000);
    const rest = contract.context.split('goes on:\n')[1]?.split('\n\nPart of T-1')[0];
    expect(`${head}${rest}`).toBe(`Lift the board\n\n${description}`);
    expect(leftOut).toEqual(['The description is longer than a goal of 8,000 characters: the context holds the rest.']);
    expect(madeOf({ description: 'x'.repeat(7984), parentId: 'shelf' })).toMatchObject({
      contract: { goal: expect.stringMatching(/x$/) },
      leftOut: [],
    });
  });

  test('a context has its own bound', () => {
    const { contract, leftOut } = madeOf({ parentId: 'wide' });
    expect(contract.context).toHaveLength(60_000);
    expect(leftOut).toEqual(['The context is longer than 60,000 characters: its end was left out.']);
  });

  test('a command is whole or its check is not there', () => {
    const description = lines('Checks:', `- \`${'y'.repeat(2001)}\``, `- \`${'z'.repeat(2000)}\``, '- look at it');
    const { contract, leftOut } = madeOf({ description });
    expect(contract.verification?.checks.map(({ id, command }) => [id, command])).toEqual([
      ['check-2', 'z'.repeat(2000)],
    ]);
    expect(leftOut).toEqual([
      'The command of check-1 is longer than 2,000 characters: the check was left out.',
      'check-3 has no command in backticks and was left out: look at it',
    ]);
  });

  test('a criterion that a check covers by its number, and that the task has not', () => {
    const description = lines('Checks:', '- `npm test` covers 1, 3, 9', '- `true` covers 2');
    const { contract, leftOut } = madeOf({ description, checklist: items('one', 'two') });
    expect(contract.verification?.checks.map((check) => check.acceptance_refs.length)).toEqual([1, 1]);
    expect(leftOut).toEqual(['check-1 says that it covers 3, 9, and the task has no such criterion.']);
    const bare = madeOf({ description: lines('Checks:', '- `npm test` covers 1') });
    expect(bare.leftOut).toEqual(['check-1 says that it covers 1, and the task has no such criterion.']);
  });

  test('criteria, files and checks by their count, a criterion and the words of a check by their length', () => {
    const description = lines(
      ...['Files:', ...many(150, (at) => `- f${at}`)],
      ...['Checks:', `- \`true\` ${long}`, ...many(79, () => '- `true`')],
    );
    const { contract, leftOut } = madeOf({ description, checklist: items(long, ...many(79, (at) => `${at}`)) });
    const { acceptance, acceptance_set, scope, verification } = contract;
    expect(acceptance).toHaveLength(50);
    expect(acceptance[0]).toHaveLength(2000);
    expect(acceptance_set?.items.map(({ text }) => text)).toEqual(acceptance);
    expect(scope.owned_files).toHaveLength(100);
    expect(verification?.checks).toHaveLength(50);
    expect(verification?.checks[0]?.criterion).toHaveLength(2000);
    expect(leftOut).toEqual([
      'The task has 80 criteria and a contract holds 50: the last 30 were left out.',
      'Criterion 1 is longer than 2,000 characters: its end was left out.',
      'The task has 150 files and a contract holds 100: the last 50 were left out.',
      'The task has 80 checks and a contract holds 50: the last 30 were left out.',
      'What follows the command of check-1 is longer than 2,000 characters: its end was left out.',
      'The name of check-1 is longer than 2,000 characters: its end was left out.',
    ]);
  });
});
