/**
 * Approve, then change something, then commit: over HTTP, by every caller that may, for every write operation of the table.
 * What an approval fixed makes the commit stale; what it does not depend on commits.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../src/client/client.ts';
import { signerOf } from '../../src/client/credential.ts';
import { openTerminal } from '../../src/daemon/terminal.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import type { Result } from '../../src/kit/result.ts';
import type { Caller } from '../../src/protocol/operation.ts';
import { type OperationName, operations, table } from '../../src/protocol/table.ts';
import { agentClient, approve, makeAgent, ok } from '../rigs/people.ts';
import { pageOf } from './attempts.ts';
import { type Approved, type Change, officeHours, shelfSkill, shelfYaml } from './change.ts';
import { changes } from './changes.ts';
import { changed, codeOf, openScene, type Scene } from './scene.ts';
import { fields } from './task-changes.ts';

let scene: Scene;
/** A worker speaks over the socket of its run alone: it has no way in over HTTP. */
type OverHttp = Exclude<Caller, 'worker'>;

let clients: Readonly<Record<OverHttp, Client>>;
let ownerId: string;
let count = 0;

beforeAll(async () => {
  scene = await openScene();
  const { daemon, person } = scene;
  const { workspaceKey, visitor } = await pageOf(daemon, person);
  const credential = { kind: 'signer', signer: signerOf(workspaceKey) } as const;
  clients = {
    desk: person,
    workspace: createClient({ baseUrl: daemon.url, credential }),
    agent: await scene.newAgent('another'),
    visitor: createClient({ baseUrl: daemon.url, credential: { kind: 'bearer', token: visitor.secret } }),
    terminal: ok(await openTerminal(daemon.home)),
  };
  ownerId = ok(await person.call('read_workspace', {})).persons[0]?.id ?? '';
  ok(await person.call('change_calendar', { zone: 'UTC', hours: officeHours }));
  const offered = ok(
    await person.call('offer_sidekick', { sidekickId: 'shelf', yaml: shelfYaml('one'), skill: shelfSkill }),
  ) as { offered: string };
  ok(await person.call('activate_sidekick', { sidekickId: 'shelf', hash: offered.offered }));
});
afterAll(() => scene?.close());

/** A Monday, two months ahead, at ten. */
function mondayAtTen(): Date {
  const start = new Date(Date.now() + 60 * DAY_MS);
  start.setUTCHours(10, 0, 0, 0);
  start.setUTCDate(start.getUTCDate() + ((8 - start.getUTCDay()) % 7));
  return start;
}

/** A plan of an agent of its own, staged and approved, for a task of its own. */
async function approved({ before }: Change, by: Client): Promise<Approved> {
  count += 1;
  const start = mondayAtTen();
  const token = await makeAgent(scene.person, `author ${count}`);
  const author = agentClient(scene.daemon, token);
  const parentId = await scene.newTask(`Shelf ${count}`);
  const otherId = await scene.newTask(`Yard ${count}`);
  const around = {
    scene,
    by,
    terminal: clients.terminal,
    author,
    authorTokenId: token.id,
    parentId,
    otherId,
    ownerId,
    start,
  };
  const candidate = changed(await scene.plan(parentId, `${count}`), {
    plannedStart: start.toISOString(),
    estimatedDurationMinutes: 60,
    dueAt: new Date(start.getTime() + 2 * 3_600_000).toISOString(),
  });
  await before?.({ ...around, candidate });
  const current = { ...candidate, expectedWorkspaceVersion: (await scene.position()).version };
  const staged = await scene.stage(author, current);
  ok(await approve(scene.person, staged));
  return { ...around, ...staged, candidate: current };
}

async function endOf({ author, proposalId }: Approved): Promise<string> {
  const result = await author.call('commit_task_plan', { proposalId });
  return result.ok ? result.value.status : codeOf(result);
}

async function tryOut(name: OperationName, by: OverHttp, change: Change): Promise<void> {
  const at = await approved(change, clients[by]);
  try {
    const answer = await change.make(at, (input) => clients[by].callByName(name, input));
    if (change.refused) expect(codeOf(answer as Result<unknown>)).toBe(change.refused);
    else if (typeof answer === 'object' && answer !== null && 'ok' in answer) ok(answer as Result<unknown>);
    const { seq } = await scene.position();
    expect(await endOf(at)).toBe(change.ends);
    if (change.ends === 'committed') return;
    // No event, so no task.
    expect((await scene.position()).seq).toBe(seq);
  } finally {
    await change.after?.(at);
  }
}

const writes = operations.filter(({ kind }) => kind === 'act');

test('every write operation of the table has a row, and nothing else has', () => {
  expect(Object.keys(changes).sort()).toEqual(writes.map(({ name }) => name).sort());
  for (const [name, cases] of Object.entries(changes)) expect(cases?.length, name).toBeGreaterThan(0);
});

test('every field of edit_task has a row', () => {
  const { taskId: _, ...rest } = table.edit_task.input.properties;
  expect(Object.keys(fields).sort()).toEqual(Object.keys(rest).sort());
});

const overHttp = writes.filter(({ who }) => who.some((by) => by !== 'worker'));

describe.each(overHttp.map(({ name, who }) => [name as OperationName, who] as const))('%s', (name, who) => {
  const cases = (changes[name] ?? []).flatMap((change) =>
    who
      .filter((by): by is OverHttp => by !== 'worker' && (change.only?.includes(by) ?? true))
      .map((by) => [`${change.what}, by ${by}: ${change.ends}`, by, change] as const),
  );
  test.each(cases)('%s', (_, by, change) => tryOut(name, by, change));
});
