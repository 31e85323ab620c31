import type { OperationName } from '../../src/protocol/table.ts';
import { approve, ok } from '../rigs/people.ts';
import { type Approved, type Change, hours, unrelated } from './change.ts';

/** Each field of `edit_task`, with another value than the parent has; `stale`: an approval fixes it. */
export const fields: Readonly<
  Record<string, { readonly value: (at: Approved) => unknown; readonly ends: 'stale_plan' | 'committed' }>
> = {
  title: { value: () => 'A wardrobe beside the shelf', ends: 'stale_plan' },
  description: { value: () => 'Of oak.', ends: 'stale_plan' },
  priority: { value: () => 'urgent', ends: 'stale_plan' },
  tags: { value: () => ['oak'], ends: 'stale_plan' },
  due: { value: ({ start }) => ({ date: hours(start, 24 * 90, 0).start.slice(0, 10) }), ends: 'stale_plan' },
  estimateMinutes: { value: () => 45, ends: 'stale_plan' },
  ownerId: { value: ({ ownerId }) => ownerId, ends: 'stale_plan' },
  dependsOn: { value: ({ otherId }) => [otherId], ends: 'stale_plan' },
  status: { value: () => 'in-progress', ends: 'committed' },
  rank: { value: () => 99, ends: 'committed' },
  parentId: { value: ({ otherId }) => otherId, ends: 'committed' },
  plannedStart: { value: ({ start }) => hours(start, -48, 0).start, ends: 'committed' },
  checklist: { value: () => [{ id: 'level', text: 'A level is there', done: false }], ends: 'committed' },
};

const edits: readonly Change[] = [
  ...Object.entries(fields).map(
    ([field, { value, ends }]): Change => ({
      what: `the parent's ${field}`,
      ends,
      make: (at, call) => call({ taskId: at.parentId, [field]: value(at) }),
    }),
  ),
  { what: 'the parent is done', ends: 'stale_plan', make: (at, call) => call({ taskId: at.parentId, status: 'done' }) },
  { what: unrelated, ends: 'committed', make: (at, call) => call({ taskId: at.otherId, title: 'Sweep the yard' }) },
];

export const taskChanges = {
  match_sidekicks_to_task: [
    { what: 'the parent is matched', ends: 'committed', make: (at, call) => call({ taskId: at.parentId }) },
  ],
  evaluate_task_plan: [{ what: 'the plan is evaluated', ends: 'committed', make: (at, call) => call(at.candidate) }],
  stage_task_plan: [
    {
      what: 'a competing plan',
      ends: 'committed',
      make: ({ candidate }, call) => call({ ...candidate, rationale: 'Another way.' }),
    },
    {
      what: 'a next revision of its own author, who must withdraw first',
      ends: 'committed',
      only: ['agent'],
      refused: 'already_approved',
      make: ({ author, candidate }) => author.callByName('stage_task_plan', { ...candidate, rationale: 'Better.' }),
    },
  ],
  commit_task_plan: [
    {
      what: 'by somebody whose plan it is not',
      ends: 'committed',
      only: ['agent', 'visitor', 'terminal'],
      refused: 'not_yours',
      make: ({ proposalId }, call) => call({ proposalId }),
    },
    { what: 'twice', ends: 'committed', only: ['desk'], make: ({ proposalId }, call) => call({ proposalId }) },
    {
      what: 'a competing plan is committed',
      ends: 'superseded',
      only: ['desk'],
      make: async ({ scene, candidate }, call) => {
        const rival = await scene.newAgent('rival');
        const staged = await scene.stage(rival, { ...candidate, rationale: 'Another way.' });
        ok(await approve(scene.person, staged));
        return call({ proposalId: staged.proposalId });
      },
    },
  ],
  withdraw_proposal: [
    {
      what: 'by somebody whose plan it is not',
      ends: 'committed',
      refused: 'not_yours',
      make: ({ proposalId }, call) => call({ proposalId }),
    },
    {
      what: 'by its author',
      ends: 'withdrawn',
      only: ['agent'],
      make: ({ author, proposalId }) => author.call('withdraw_proposal', { proposalId }),
    },
  ],
  create_task: [
    { what: unrelated, ends: 'committed', make: (_, call) => call({ title: 'Water the plants' }) },
    {
      what: 'a subtask of the parent',
      ends: 'committed',
      make: ({ parentId }, call) => call({ title: 'Sand the boards', parentId }),
    },
  ],
  edit_task: edits,
  trash_task: [
    { what: 'the parent', ends: 'stale_plan', make: ({ parentId }, call) => call({ taskId: parentId }) },
    { what: unrelated, ends: 'committed', make: ({ otherId }, call) => call({ taskId: otherId }) },
  ],
  restore_task: [
    {
      what: 'the parent, as it was',
      ends: 'committed',
      make: async ({ scene, parentId }, call) => {
        ok(await scene.person.call('trash_task', { taskId: parentId }));
        return call({ taskId: parentId });
      },
    },
    {
      what: unrelated,
      ends: 'committed',
      before: ({ scene, otherId }) => scene.person.call('trash_task', { taskId: otherId }),
      make: ({ otherId }, call) => call({ taskId: otherId }),
    },
  ],
  create_commitment: [
    {
      what: 'over the start of a subtask',
      ends: 'stale_plan',
      make: ({ start }, call) => call({ title: 'Dentist', kind: 'fixed', ...hours(start, -0.5, 1) }),
      after: removeCommitments,
    },
    {
      what: 'beside it',
      ends: 'committed',
      make: ({ start }, call) => call({ title: 'Dentist', kind: 'fixed', ...hours(start, 4, 5) }),
      after: removeCommitments,
    },
  ],
  edit_commitment: [
    {
      what: 'moved over the start of a subtask',
      ends: 'stale_plan',
      before: dentist,
      make: async (at, call) => call({ commitmentId: await commitmentId(at), ...hours(at.start, -0.5, 1) }),
      after: removeCommitments,
    },
    {
      what: 'renamed',
      ends: 'committed',
      before: dentist,
      make: async (at, call) => call({ commitmentId: await commitmentId(at), title: 'Optician' }),
      after: removeCommitments,
    },
  ],
  remove_commitment: [
    {
      what: 'time becomes free',
      ends: 'committed',
      before: dentist,
      make: async (at, call) => call({ commitmentId: await commitmentId(at) }),
    },
  ],
  undo_change: [
    {
      what: 'the edit that made the parent what was approved',
      ends: 'stale_plan',
      make: async ({ scene, parentId }, call) => {
        const { entries } = ok(await scene.person.call('read_activity', { limit: 100 })) as {
          entries: readonly { readonly seq: number; readonly type: string; readonly subjects: readonly string[] }[];
        };
        const edit = entries.find(
          ({ type, subjects }) => type === 'task.edited' && subjects.includes(`task:${parentId}`),
        );
        return call({ seq: edit?.seq });
      },
      before: ({ by, parentId }) => by.call('edit_task', { taskId: parentId, description: 'Of pine.' }),
    },
    {
      what: unrelated,
      ends: 'committed',
      make: async ({ by, otherId }, call) => {
        const { seq } = ok(await by.call('edit_task', { taskId: otherId, title: 'Sweep it all' }));
        return call({ seq });
      },
    },
  ],
  undo_plan: [
    {
      what: 'another plan',
      ends: 'committed',
      make: async ({ scene }, call) => {
        const parent = await scene.newTask('A shelf to undo');
        const staged = await scene.stage(await scene.newAgent('undone'), await scene.plan(parent, 'undone'));
        ok(await approve(scene.person, staged, { create: true }));
        return call({ proposalId: staged.proposalId });
      },
    },
    {
      what: 'itself, committed',
      ends: 'committed',
      make: async ({ author, proposalId }, call) => {
        ok(await author.call('commit_task_plan', { proposalId }));
        return call({ proposalId });
      },
    },
  ],
} satisfies Partial<Record<OperationName, readonly Change[]>>;

function dentist({ scene, start }: Pick<Approved, 'scene' | 'start'>): Promise<unknown> {
  return scene.person.call('create_commitment', { title: 'Dentist', kind: 'fixed', ...hours(start, 4, 5) });
}

async function commitmentId({ scene }: Approved): Promise<string | undefined> {
  const { commitments } = ok(await scene.person.call('read_workspace', {}));
  return commitments.findLast(({ removedAt }) => removedAt === null)?.id;
}

async function removeCommitments({ scene }: Approved): Promise<void> {
  const { commitments } = ok(await scene.person.call('read_workspace', {}));
  for (const { id } of commitments.filter(({ removedAt }) => removedAt === null)) {
    ok(await scene.person.call('remove_commitment', { commitmentId: id }));
  }
}
