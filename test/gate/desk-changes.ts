import { makePersonKey } from '../../src/client/credential.ts';
import type { OperationName } from '../../src/protocol/table.ts';
import { decisionOn, makeAgent, ok } from '../rigs/people.ts';
import { type Change, offer, officeHours, unrelated } from './change.ts';

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

export const deskChanges = {
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
} satisfies Partial<Record<OperationName, readonly Change[]>>;
