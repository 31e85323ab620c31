/** Backup and restore over real homes: the workspace travels, authority does not. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApp } from '../app/open.ts';
import { type Client, createClient } from '../client/client.ts';
import { makePersonKey, signerOf } from '../client/credential.ts';
import type { Result } from '../kit/result.ts';
import { openSqliteStore } from '../store/sqlite/store.ts';
import { type Daemon, startDaemon } from './main.ts';
import { backupHome, restoreHome, verifyHome } from './offline.ts';

let folder: string;
let running: Daemon[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidekicks-offline-'));
  running = [];
});
afterEach(async () => {
  for (const daemon of running) await daemon.close();
  rmSync(folder, { recursive: true, force: true });
});

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

async function start(name: string): Promise<Daemon> {
  const started = value(await startDaemon({ home: join(folder, name), port: 0 }));
  if (started.kind !== 'started') throw new Error('it runs already');
  running.push(started.daemon);
  return started.daemon;
}

interface Person {
  readonly desk: Client;
  readonly agent: Client;
}

async function pair(daemon: Daemon): Promise<Person> {
  const key = await makePersonKey();
  const body = JSON.stringify({
    code: daemon.openPairing()?.code,
    name: 'Ann',
    label: 'Desk',
    publicKey: key.publicKey,
  });
  const response = await fetch(`${daemon.info.deskUrl}/api/pair`, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
  const desk = createClient({ baseUrl: daemon.info.deskUrl, credential: { kind: 'signer', signer: signerOf(key) } });
  const { secret } = value(await desk.call('make_token', { label: 'claude' }));
  return { desk, agent: agentOf(daemon, secret) };
}

function agentOf(daemon: Daemon, token: string): Client {
  return createClient({ baseUrl: daemon.info.url, credential: { kind: 'bearer', token } });
}

/** Stages the smallest plan for a new task and approves it, without creating its tasks. */
async function approveOne({ desk, agent }: Person): Promise<string> {
  const { id, version } = value(await desk.call('create_task', { title: 'Sort the shelf' }));
  const subtask = {
    candidateId: 'one',
    title: 'Take everything off the shelf',
    description: 'The shelf is empty.',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    dependencyCandidateIds: [],
    assignedSidekickIds: [],
    checklistCoverageIds: [],
    estimatedDurationMinutes: 30,
  } as const;
  const candidate = {
    expectedWorkspaceVersion: version,
    parentTaskId: id,
    consultedSidekickIds: [],
    rationale: 'Because.',
    subtasks: [subtask],
  };
  const { coverage } = value(await agent.call('evaluate_task_plan', candidate));
  const checklistCoverageIds = coverage.filter(({ required }) => required).map(({ itemId }) => itemId);
  const covering = { ...candidate, subtasks: [{ ...subtask, checklistCoverageIds }] };
  const { proposalId, digest, revision } = value(await agent.call('stage_task_plan', covering));
  const { shown } = value(await desk.call('read_proposal', { proposalId }));
  value(await desk.call('approve_proposal', { proposalId, digest, revision, shown, notes: '', create: false }));
  return proposalId;
}

describe('a home whose database is gone', { timeout: 60_000 }, () => {
  it('is not begun anew, and a restore of a backup mends it', async () => {
    const home = join(folder, 'home');
    const first = await start('home');
    await pair(first);
    await first.close();
    const backup = join(folder, 'backup.db');
    value(await backupHome(home, backup));
    for (const name of readdirSync(home).filter((one) => one.startsWith('sidekicks.db'))) rmSync(join(home, name));

    for (const content of [null, '']) {
      if (content !== null) writeFileSync(join(home, 'sidekicks.db'), content, { mode: 0o600 });
      const refused = await startDaemon({ home, port: 0 });
      expect(refused).toMatchObject({ ok: false, refusal: { code: 'workspace_lost' } });
      expect(!refused.ok && refused.refusal.next).toContain(`restore FILE --home ${home}`);
      // The lock and the ports are free again, and nothing was made.
      expect(existsSync(join(home, 'sidekicks.db'))).toBe(content !== null);
    }
    rmSync(join(home, 'sidekicks.db'));
    for (const work of [verifyHome, (path: string) => backupHome(path, join(folder, 'none.db'))]) {
      expect(await work(home)).toMatchObject({ ok: false, refusal: { code: 'workspace_lost' } });
    }
    value(await restoreHome(home, backup));
    const again = await start('home');
    expect((await fetch(`${again.info.url}/healthz`)).ok).toBe(true);
  });

  it('a home that never had one starts, and keeps its id from then on', async () => {
    const daemon = await start('fresh');
    const config = JSON.parse(readFileSync(join(folder, 'fresh/config.json'), 'utf8')) as { workspaceId?: string };
    expect(config.workspaceId).toMatch(/^[0-9a-f-]{36}$/);
    await daemon.close();
    await (await start('fresh')).close();
  });

  it('keeps nobody by guessing when its own database cannot be read', async () => {
    const home = join(folder, 'home');
    await (await start('home')).close();
    const backup = join(folder, 'backup.db');
    value(await backupHome(home, backup));
    writeFileSync(join(home, 'sidekicks.db'), 'nonsense');
    const refused = await restoreHome(home, backup);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'workspace_lost' } });
    expect(readFileSync(join(home, 'sidekicks.db'), 'utf8')).toBe('nonsense');
  });
});

describe('a backup', { timeout: 60_000 }, () => {
  it('says what to do where it cannot be written', async () => {
    const home = join(folder, 'home');
    await (await start('home')).close();
    const file = join(folder, 'backup.db');
    value(await backupHome(home, file));
    expect(await backupHome(home, file)).toMatchObject({ ok: false, refusal: { code: 'file_exists' } });
    const nowhere = await backupHome(home, join(folder, 'nowhere/backup.db'));
    expect(nowhere).toMatchObject({ ok: false, refusal: { code: 'cannot_write' } });
    for (const path of ['relative.db', `${folder}/a\0b`, `/${'x'.repeat(5000)}`]) {
      expect(await backupHome(home, path)).toMatchObject({ ok: false, refusal: { code: 'invalid_input' } });
    }
  });
});

describe('restore', { timeout: 60_000 }, () => {
  it('into another home brings the tasks and nobody’s authority', async () => {
    const first = await start('first');
    const before = await pair(first);
    const proposalId = await approveOne(before);
    const tasks = value(await before.agent.call('get_workspace_state', {})).totals.tasks;
    await first.close();
    const file = join(folder, 'backup.db');
    value(await backupHome(join(folder, 'first'), file));
    expect(await restoreHome(join(folder, 'second'), file)).toMatchObject({
      ok: true,
      value: { keys: 1, tokens: 1, approvals: 1, grants: 0, replaced: null },
    });

    const second = await start('second');
    const anybody = createClient({ baseUrl: second.info.url, credential: { kind: 'none' } });
    // Persons worked in it, so a home without any must not show it as the open example.
    expect(await anybody.hello()).toMatchObject({ hadPerson: false, openExample: false });
    const after = await pair(second);
    expect(value(await after.agent.call('get_workspace_state', {})).totals.tasks).toBe(tasks);
    const { proposal, approvals } = value(await after.desk.call('read_proposal', { proposalId }));
    expect(proposal).toMatchObject({ status: 'awaiting_approval', approvalId: null });
    expect(approvals).toMatchObject([{ voidedAt: expect.any(String), usedAt: null }]);
    const access = value(await after.desk.call('read_access', {}));
    expect(access.keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
    expect(access.tokens.filter(({ state }) => state === 'active').map(({ label }) => label)).toEqual(['claude']);
    await second.close();
    expect(value(await verifyHome(join(folder, 'second'))).problems).toEqual([]);
  });

  it('into its own home keeps who may enter now, not who might then', async () => {
    const home = join(folder, 'home');
    const first = await start('home');
    const person = await pair(first);
    const file = join(folder, 'backup.db');
    const proposalId = await approveOne(person);
    await first.close();
    value(await backupHome(home, file));

    const second = await start('home');
    const now = { ...person, later: '' };
    now.later = value(await person.desk.call('make_token', { label: 'later' })).secret;
    const [claude] = value(await person.desk.call('read_access', {})).tokens;
    value(await person.desk.call('revoke_token', { tokenId: claude?.id ?? '' }));
    await second.close();
    const restored = value(await restoreHome(home, file));
    expect(restored.approvals).toBe(1);
    expect(existsSync(restored.replaced ?? '')).toBe(true);
    expect(readdirSync(home).filter((name) => name.startsWith('restoring'))).toEqual([]);

    const third = await start('home');
    expect(third.openPairing()).toBeNull();
    // The same key signs, for the new epoch; the token revoked since then stays dead, the newer one lives.
    const access = value(await person.desk.call('read_access', {}));
    expect(access.tokens.map(({ label, state }) => `${label} ${state}`).sort()).toEqual([
      'claude revoked',
      'later active',
    ]);
    expect(await person.agent.call('get_task', { taskId: 'T-1' })).toMatchObject({
      refusal: { code: 'unauthenticated' },
    });
    const committed = value(await agentOf(third, now.later).call('get_proposal', { proposalId }));
    expect(committed).toMatchObject({ status: 'awaiting_approval', approval: null });
    await third.close();
    expect(value(await verifyHome(home)).problems).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('does not wait for a pipe', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await restoreHome(join(folder, 'home'), pipe)).toMatchObject({
      ok: false,
      refusal: { code: 'no_such_file' },
    });
  });

  it('takes no backup whose log is ahead of the clock: the home’s time would stand still', async () => {
    const file = join(folder, 'ahead.db');
    const store = await openSqliteStore({ file });
    const clock = { now: () => Date.now() + 6 * 60_000 };
    const urls = { workspaceUrl: '', deskUrl: '' };
    const app = await openApp({ store, urls, playbooks: null, empty: true, clock });
    await app.close();
    await store.close();
    const home = join(folder, 'home');
    expect(await restoreHome(home, file)).toMatchObject({
      ok: false,
      refusal: { code: 'bad_backup', message: expect.stringContaining('ahead of this computer') },
    });
    expect(existsSync(join(home, 'sidekicks.db'))).toBe(false);
  });

  it('needs a stopped daemon and a real backup, and leaves the home as it was otherwise', async () => {
    const daemon = await start('home');
    const home = join(folder, 'home');
    const file = join(folder, 'not-a-backup.db');
    writeFileSync(file, 'nonsense');
    expect(await restoreHome(home, file)).toMatchObject({ ok: false, refusal: { code: 'home_in_use' } });
    expect(await backupHome(home, join(folder, 'b.db'))).toMatchObject({ refusal: { code: 'home_in_use' } });
    await daemon.close();
    expect(await restoreHome(home, file)).toMatchObject({ ok: false, refusal: { code: 'bad_backup' } });
    const absent = await restoreHome(home, join(folder, 'absent.db'));
    expect(absent).toMatchObject({
      ok: false,
      refusal: { code: 'no_such_file', message: expect.stringContaining('ENOENT') },
    });
    expect(await restoreHome(home, folder)).toMatchObject({ ok: false, refusal: { code: 'no_such_file' } });
    expect(readdirSync(home).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
    const again = await start('home');
    expect((await fetch(`${again.info.url}/healthz`)).ok).toBe(true);
  });
});
