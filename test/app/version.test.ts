/** What moves the workspace's version and what leaves it: agents plan against that number. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shelfSkill, shelfYaml } from '../gate/change.ts';
import { type Caller, call, ok } from './callers.ts';
import { approve, openScene, type Scene, stage } from './workspace.ts';

let scene: Scene;
let terminal: Caller;
/** What earlier steps made. */
const made = { task: '', commitment: '', hash: '', importId: '' };

beforeAll(async () => {
  scene = await openScene();
  terminal = (operation, input) =>
    scene.app.run(operation, call({ kind: 'terminal', id: 't', label: 'terminal', via: 'cli' }), input);
});
afterAll(() => scene?.close());

const person = async (operation: string, input: object) => ok(await scene.person(operation, input)) as never;
const bot = async (operation: string, input: object) => ok(await scene.bot(operation, input)) as never;
const staged = (title: string) => stage(scene.bot, scene.plan(title));
const span = { start: '2026-04-01T09:00:00Z', end: '2026-04-01T10:00:00Z' };
const day = [{ from: '10:00', to: '16:00' }];
const hours = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };

/** In this order, each on what those before it left; the number is how far the version moves. */
const steps: Readonly<Record<string, readonly [moves: number, make: () => Promise<unknown>]>> = {
  'a task is created': [
    1,
    async () => {
      made.task = ((await person('create_task', { title: 'Sweep' })) as { id: string }).id;
    },
  ],
  'a task is edited': [1, () => person('edit_task', { taskId: made.task, status: 'today' })],
  'an edit changes nothing': [0, () => person('edit_task', { taskId: made.task, status: 'today' })],
  'an undo': [1, () => person('undo_change', {})],
  'the trash': [1, () => person('trash_task', { taskId: made.task })],
  'back from the trash': [1, () => person('restore_task', { taskId: made.task })],
  'a commitment is made': [
    1,
    async () => {
      const input = { title: 'Dentist', kind: 'fixed', ...span };
      made.commitment = ((await person('create_commitment', input)) as { id: string }).id;
    },
  ],
  'a commitment is edited': [1, () => person('edit_commitment', { commitmentId: made.commitment, title: 'Optician' })],
  'a commitment is removed': [1, () => person('remove_commitment', { commitmentId: made.commitment })],
  'the calendar': [1, () => person('change_calendar', { hours })],
  'a sidekick is marked mandatory': [1, () => person('change_sidekick', { sidekickId: 'incident', mandatory: true })],
  'a sidekick is switched off': [1, () => person('change_sidekick', { sidekickId: 'incident', enabled: false })],
  'a sidekick is offered': [
    0,
    async () => {
      const input = { sidekickId: 'shelf', yaml: shelfYaml('one'), skill: shelfSkill };
      made.hash = ((await person('offer_sidekick', input)) as { offered: string }).offered;
    },
  ],
  'a sidekick is activated': [1, () => person('activate_sidekick', { sidekickId: 'shelf', hash: made.hash })],
  'a match': [0, () => bot('match_sidekicks_to_task', { taskId: scene.taskId })],
  'a consultation that is refused': [
    0,
    () => scene.bot('consult_sidekick', { taskId: scene.taskId, sidekickId: 'shelf' }),
  ],
  'an evaluation': [0, () => bot('evaluate_task_plan', scene.plan())],
  'a stage': [0, () => staged('One')],
  'a next revision': [0, () => staged('Two')],
  'a draft': [0, async () => person('save_draft', { proposalId: (await staged('Two')).proposalId, body: { a: 1 } })],
  'a comment': [0, async () => person('comment_proposal', { ...at(await staged('Two')), text: 'Hm.' })],
  "a person's edit of a plan": [
    0,
    async () => person('edit_proposal', { ...at(await staged('Two')), candidate: scene.plan('Three') }),
  ],
  'changes are requested': [
    0,
    async () => person('request_changes', { ...at(await staged('Four')), text: 'Shorter.' }),
  ],
  'a withdrawal': [0, async () => bot('withdraw_proposal', { proposalId: (await staged('Four')).proposalId })],
  'a rejection': [1, async () => person('reject_proposal', { ...at(await staged('Five')), reason: 'No.' })],
  'an approval': [0, async () => approve(scene.person, await staged('Six'))],
  'a commit': [1, async () => bot('commit_task_plan', { proposalId: (await staged('Six')).proposalId })],
  'a second commit': [0, async () => bot('commit_task_plan', { proposalId: (await staged('Six')).proposalId })],
  'an undo of a plan': [1, async () => person('undo_plan', { proposalId: (await staged('Six')).proposalId })],
  'a token is made': [0, () => person('make_token', { label: 'another' })],
  'an import is offered': [
    0,
    async () => {
      const task = { sourceId: 's', title: 'Brought', description: '', status: 'backlog', priority: 'medium' };
      const rest = { tags: [], parentSourceId: null, dependsOnSourceIds: [], dueDate: null, checklist: [] };
      const input = { format: 'backlog-md', source: '/x', tasks: [{ ...task, ...rest }], losses: [] };
      made.importId = (ok(await terminal('import_tasks', input)) as { importId: string }).importId;
    },
  ],
  // The decision, then the tasks.
  'an import is accepted': [2, () => person('decide_import', { importId: made.importId, accept: true })],
};

function at({ proposalId, revision }: { readonly proposalId: string; readonly revision: number }) {
  return { proposalId, revision };
}

test.each(Object.entries(steps))('%s', async (_, [moves, make]) => {
  const before = scene.version();
  await make();
  expect(scene.version() - before).toBe(moves);
});
