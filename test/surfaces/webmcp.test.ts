/** What an agent outside the page may do through it: in the untouched example, after a person came, once let in. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { toolsFor } from '../../src/protocol/table.ts';
import { type DaemonProcess, makeHome, startDaemon } from '../rigs/daemon.ts';
import { approve, ok, pairPerson } from '../rigs/people.ts';
import { overWebMcp } from './over-webmcp.ts';
import { letIn, openPage } from './pages.ts';
import { type Prepared, prepare } from './plans.ts';
import { given, refused, type Surface } from './surface.ts';

const home = makeHome();
let daemon: DaemonProcess;
let page: Page;
let surface: Surface;
let person: Client;
let prepared: Prepared;
let staged: { readonly proposalId: string; readonly revision: number; readonly digest: string };
let keyId: string;

beforeAll(async () => {
  daemon = await startDaemon(home.path, { example: true });
  page = await openPage(daemon);
  surface = await overWebMcp(page);
});
afterAll(async () => {
  await surface?.close();
  await daemon?.stop();
  await home.remove();
});

const commit = () => given(surface, 'commit_task_plan', { proposalId: staged.proposalId });

test('in the untouched example an unpaired browser plans, and cannot create', async () => {
  prepared = await prepare(surface, 'look back');
  expect(await given(surface, 'evaluate_task_plan', prepared.plan)).toMatchObject({ valid: true });
  staged = (await given(surface, 'stage_task_plan', prepared.plan)) as unknown as typeof staged;
  expect(await commit()).toMatchObject({ status: 'approval_required' });
});

test('the browser marks what only reads, what is untrusted and what is consequential', async () => {
  const tools = (await surface.tools()) as readonly { name: string; annotations?: object }[];
  // Chromium 150 has no such mark yet, and drops it; a newer one shows it.
  const marksConsequential = tools.some(({ annotations }) => annotations && 'consequential' in annotations);
  for (const row of toolsFor('visitor')) {
    expect(tools.find(({ name }) => name === row.name)?.annotations, row.name).toMatchObject({
      readOnly: row.kind === 'answer',
      untrustedContent: true,
      ...(marksConsequential && { consequential: row.consequential ?? false }),
    });
  }
});

test('once a person paired elsewhere every tool says not_paired, and the page too', async () => {
  person = (await pairPerson(daemon)).at(daemon);
  // Whatever is sent: nothing is told about it.
  for (const { name } of toolsFor('visitor')) expect((await refused(surface, name, {})).code, name).toBe('not_paired');
  await page.reload();
  await page.getByText('This browser is not paired').waitFor();
  expect((await surface.tools()).map(({ name }) => name).sort()).toEqual(
    toolsFor('visitor')
      .map(({ name }) => name)
      .sort(),
  );
  expect((await refused(surface, 'get_workspace_state', {})).code).toBe('not_paired');
});

test('let in, the same visitor commits what it staged before', async () => {
  ({ keyId } = await letIn(page, daemon, person));
  expect(await given(surface, 'get_proposal', { proposalId: staged.proposalId })).toMatchObject({ yours: true });
  ok(await approve(person, staged));
  expect(await commit()).toMatchObject({ status: 'committed' });
});

test('in a paired browser the tools are still the visitor: its name is on the work, and it decides nothing', async () => {
  const { entries } = ok(await person.call('read_activity', { limit: 20 }));
  const committed = entries.find(({ type }) => type === 'proposal.committed');
  expect(committed?.author).toMatchObject({ kind: 'visitor', via: 'webmcp' });
  const offered = (await surface.tools()).map(({ name }) => name);
  await expect(surface.call('approve_proposal', {})).rejects.toThrow('no tool');
  expect(offered).not.toContain('create_task');
});

test('shut out again when the person removes the key', async () => {
  ok(await person.call('revoke_key', { keyId }));
  expect((await refused(surface, 'get_workspace_state', {})).code).toBe('not_paired');
});

test('the desk can offer no tool at all', async () => {
  await page.goto(daemon.deskUrl);
  const answer = await page.evaluate(async () => {
    const { modelContext } = (globalThis as unknown as { document: { modelContext?: ModelContext } }).document;
    if (!modelContext) return 'absent';
    // Some versions throw at once, others reject.
    try {
      await modelContext.registerTool({ name: 'planted', description: 'Planted.', execute: () => 'done' });
      return 'registered';
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(answer).toBe('NotAllowedError');
});

interface ModelContext {
  registerTool(tool: object): Promise<void>;
}
