/**
 * Every write operation of the table, with what it can do to a plan between approval and commit. Rows are checked against
 * the table: an operation without one fails, and so does a field of a task.
 */
import { makePersonKey } from '../../src/client/credential.ts';
import type { OperationName } from '../../src/protocol/table.ts';
import { approve, decisionOn, makeAgent, ok } from '../rigs/people.ts';
import type { Approved, Call, Change } from './change.ts';
import { delegationChanges } from './delegation-changes.ts';
import type { Scene } from './scene.ts';

const unrelated = 'something it does not depend on';
const day = [{ from: '09:00', to: '17:00' }];
export const officeHours = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };

const hours = (start: Date, from: number, to: number) => ({
  start: new Date(start.getTime() + from * 3_600_000).toISOString(),
  end: new Date(start.getTime() + to * 3_600_000).toISOString(),
});

const oneTask = {
  format: 'backlog-md',
  source: '/elsewhere',
  losses: [],
  tasks: [
    {
      sourceId: 'a',
      title: 'Brought in',
      description: '',
      status: 'backlog',
      priority: 'low',
      tags: [],
      parentSourceId: null,
      dependsOnSourceIds: [],
      dueDate: null,
      checklist: [],
    },
  ],
};

export const shelfYaml = (version: string) => `id: shelf
name: Shelf
summary: Knows shelves.
match:
  threshold: 1
  rules:
    - kind: words
      words: [shelf]
      weight: 1
questions:
  - id: wall
    text: Which wall? ${version}
constraints: []
recommendations: []
checklist: []
`;
export const shelfSkill = '---\nname: shelf\ndescription: Knows shelves.\n---\n\n# Shelf\n\nLevel first.\n';

/** Another version of the playbook that every parent here is shown. Answers its hash. */
async function offer({ person }: Scene, call?: Call): Promise<string> {
  const input = { sidekickId: 'shelf', yaml: shelfYaml(String(Math.random())), skill: shelfSkill };
  const offered = call ? await call(input) : await person.call('offer_sidekick', input);
  return (ok(offered) as { offered: string }).offered;
}

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

export const changes: Readonly<Partial<Record<OperationName, readonly Change[]>>> = {
  ...delegationChanges,
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
  comment_proposal: [
    {
      what: 'a comment',
      ends: 'committed',
      make: ({ proposalId, revision }, call) => call({ proposalId, revision, text: 'Nice.' }),
    },
  ],
  save_draft: [
    {
      what: 'words kept',
      ends: 'committed',
      make: ({ proposalId }, call) => call({ proposalId, body: { text: 'Hm.' } }),
    },
  ],
  empty_example: [
    { what: 'a workspace that is no example', ends: 'committed', refused: 'not_example', make: (_, call) => call({}) },
  ],
  approve_proposal: [
    {
      what: 'once more',
      ends: 'committed',
      make: async (at, call) => call(await decisionOn(at.scene.person.callByName, at)),
    },
  ],
  request_changes: [
    {
      what: 'after the approval',
      ends: 'changes_requested',
      make: ({ proposalId, revision }, call) => call({ proposalId, revision, text: 'Which boards?' }),
    },
  ],
  reject_proposal: [
    {
      what: 'after the approval',
      ends: 'rejected',
      make: ({ proposalId, revision }, call) => call({ proposalId, revision, reason: 'No shelf.' }),
    },
  ],
  edit_proposal: [
    {
      what: 'the bytes',
      ends: 'approval_required',
      make: ({ proposalId, revision, candidate }, call) =>
        call({ proposalId, revision, candidate: { ...candidate, rationale: 'As a person would have it.' } }),
    },
  ],
  make_token: [{ what: unrelated, ends: 'committed', make: (_, call) => call({ label: 'one more' }) }],
  change_token: [
    {
      what: 'renamed',
      ends: 'committed',
      make: ({ authorTokenId }, call) => call({ tokenId: authorTokenId, label: 'x' }),
    },
    {
      what: 'the author may only read now',
      ends: 'forbidden',
      make: ({ authorTokenId }, call) => call({ tokenId: authorTokenId, readOnly: true }),
    },
  ],
  revoke_token: [
    {
      what: "the author's",
      ends: 'unauthenticated',
      make: ({ authorTokenId }, call) => call({ tokenId: authorTokenId }),
    },
    {
      what: "another agent's",
      ends: 'committed',
      make: async ({ scene }, call) => call({ tokenId: (await makeAgent(scene.person, 'gone')).id }),
    },
  ],
  start_pairing: [{ what: unrelated, ends: 'committed', make: (_, call) => call({}) }],
  enrol_workspace_key: [
    {
      what: unrelated,
      ends: 'committed',
      make: async (_, call) => call({ publicKey: (await makePersonKey()).publicKey, label: 'Another page' }),
    },
  ],
  revoke_key: [
    {
      what: 'of a page',
      ends: 'committed',
      make: async ({ scene }, call) => {
        const { publicKey, keyId } = await makePersonKey();
        ok(await scene.person.call('enrol_workspace_key', { publicKey, label: 'Soon gone' }));
        return call({ keyId });
      },
    },
  ],
  change_sidekick: [
    {
      what: 'one that was shown is switched off',
      ends: 'stale_plan',
      make: (_, call) => call({ sidekickId: 'shelf', enabled: false }),
      after: ({ scene }) => scene.person.call('change_sidekick', { sidekickId: 'shelf', enabled: true }),
    },
    {
      what: 'one that applies and was not consulted becomes mandatory',
      ends: 'stale_plan',
      make: (_, call) => call({ sidekickId: 'shelf', mandatory: true }),
      after: ({ scene }) => scene.person.call('change_sidekick', { sidekickId: 'shelf', mandatory: false }),
    },
    {
      what: 'one that was not shown is switched off',
      ends: 'committed',
      make: (_, call) => call({ sidekickId: 'incident', enabled: false }),
      after: ({ scene }) => scene.person.call('change_sidekick', { sidekickId: 'incident', enabled: true }),
    },
  ],
  offer_sidekick: [
    { what: 'a version of one that was shown waits', ends: 'committed', make: ({ scene }, call) => offer(scene, call) },
  ],
  bring_in_skill: [
    {
      what: 'a folder that is not there',
      ends: 'committed',
      make: (_, call) => call({ folder: '/nonexistent/skill' }),
    },
  ],
  activate_sidekick: [
    {
      what: 'another version of one that was shown',
      ends: 'stale_plan',
      make: async ({ scene }, call) => call({ sidekickId: 'shelf', hash: await offer(scene) }),
    },
  ],
  drop_offer: [
    {
      what: 'a version of one that was shown is dropped',
      ends: 'committed',
      make: async ({ scene }, call) => {
        await offer(scene);
        return call({ sidekickId: 'shelf' });
      },
    },
  ],
  change_calendar: [
    {
      what: 'hours in which a subtask no longer ends before its due',
      ends: 'stale_plan',
      make: (_, call) => call({ hours: { ...officeHours, mon: [{ from: '09:00', to: '10:30' }] } }),
      after: ({ scene }) => scene.person.call('change_calendar', { hours: officeHours }),
    },
    { what: 'the name', ends: 'committed', make: (_, call) => call({ name: 'Workshop' }) },
  ],
  decide_import: [
    {
      what: 'tasks come in',
      ends: 'committed',
      make: async ({ terminal }, call) => {
        const offered = ok(await terminal.callByName('import_tasks', oneTask)) as { importId: string };
        return call({ importId: offered.importId, accept: true });
      },
    },
  ],
  redact_event: [
    {
      what: 'of the other task',
      ends: 'committed',
      before: ({ scene, otherId }) => scene.person.call('edit_task', { taskId: otherId, description: 'A secret.' }),
      make: async ({ scene, otherId }, call) => {
        const { entries } = ok(await scene.person.call('read_activity', { limit: 100 })) as {
          entries: readonly { readonly seq: number; readonly subjects: readonly string[] }[];
        };
        return call({
          seq: entries.find(({ subjects }) => subjects.includes(`task:${otherId}`))?.seq,
          reason: 'A secret.',
        });
      },
    },
  ],
  import_tasks: [
    {
      what: 'tasks wait for the desk',
      ends: 'committed',
      make: (_, call) => call(oneTask),
    },
  ],
};

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
