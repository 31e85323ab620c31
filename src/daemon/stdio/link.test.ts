/** The bridge's link to a daemon of its own process: versions, and a stranger on the daemon's port. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DaemonInfo } from '../home/lock.ts';
import { type Daemon, startDaemon } from '../main.ts';
import { askLocal, reachDaemon } from '../reach.ts';
import { version } from '../version.ts';
import { createLink } from './link.ts';

let home: string;
let daemon: Daemon;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sidekicks-link-'));
  const started = await startDaemon({ home, port: 0 });
  if (!started.ok || started.value.kind !== 'started') throw new Error('not started');
  daemon = started.value.daemon;
});
afterEach(async () => {
  await daemon.close();
  rmSync(home, { recursive: true, force: true });
});

const never = new AbortController().signal;

describe('the link', { timeout: 60_000 }, () => {
  it('of another version is refused, by itself and by the daemon', async () => {
    const link = createLink({ home, label: 'old', version: '0.0.1', say: () => undefined });
    const refused = await link.call('get_workspace_state', {}, never);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'version_mismatch' } });
    const fine = createLink({ home, label: 'new', version, say: () => undefined });
    expect(await fine.call('get_workspace_state', {}, never)).toMatchObject({ ok: true });
  });

  it('sends a stranger nothing that is of use to it', async () => {
    const seen: string[] = [];
    const stranger = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ nonces: ['n'], workspaceId: 'w', version, state: 'active' }));
      });
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as { port: number };
    const reached = await reachDaemon({ home, start: false });
    if (!reached.ok) throw new Error('not reached');
    const info: DaemonInfo = { ...reached.value, port, url: `http://localhost:${port}` };
    const asked = await askLocal({ ...reached.value, ...info, address: `http://127.0.0.1:${port}` }, 'enrol', {
      kind: 'agent',
      label: 'claude',
    });
    stranger.close();
    expect(asked).toMatchObject({ ok: false, refusal: { message: expect.stringContaining('Another program') } });
    expect(seen.join('\n')).not.toMatch(/sk_|authorization/i);
    expect(seen.join('\n')).not.toContain(Buffer.from(reached.value.secret).toString('base64url'));
  });
});
