/** The daemon's life as a process: start, find, stop, crash, ports, what it prints and to whom. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../client/client.ts';
import { makePersonKey, signerOf } from '../client/credential.ts';
import { type Bench, buildProgram, type DaemonLine, openBench, program } from '../daemon/child.ts';
import { needs } from '../kit/needs.ts';

let bench: Bench;
beforeAll(buildProgram, 120_000);
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close(), 60_000);

/** Every socket of this machine that listens, from the kernel. */
function listeners(): { readonly address: string; readonly port: number }[] {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) => existsSync(file));
  const lines = tables.flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1));
  const fields = lines.map((line) => line.trim().split(/\s+/)).filter(([, , , state]) => state === '0A');
  return fields.map(([, local = '']) => {
    const [address = '', port = ''] = local.split(':');
    return { address, port: Number.parseInt(port, 16) };
  });
}

async function pairWith(code: string, { deskUrl }: DaemonLine) {
  const key = await makePersonKey();
  const body = JSON.stringify({ code, name: 'Ann', label: 'Test', publicKey: key.publicKey });
  const response = await fetch(`${deskUrl}/api/pair`, { method: 'POST', body });
  if (!response.ok) throw new Error(await response.text());
  return createClient({ baseUrl: deskUrl, credential: { kind: 'signer', signer: signerOf(key) } });
}

describe('a start', { timeout: 120_000 }, () => {
  it('says in one line of JSON where it is; a second one finds it; stop ends it', async () => {
    const { info, ended } = await bench.daemon();
    expect(info).toEqual({
      url: `http://localhost:${info.port}`,
      deskUrl: `http://localhost:${info.port + 1}`,
      port: info.port,
      pid: info.pid,
      home: bench.home,
    });
    expect(await (await fetch(`${info.url}/healthz`)).json()).toMatchObject({ ok: true, app: 'sidekicks' });
    expect((await fetch(`${info.deskUrl}/healthz`)).status).toBe(200);

    const second = await bench.run(['--port', '0', '--no-open', '--json']);
    expect(second.code).toBe(0);
    expect(JSON.parse(second.stdout)).toEqual(info);
    expect(second.stderr).toContain(`runs already, process ${info.pid}`);

    const status = await bench.run(['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ running: true, pid: info.pid, hadPerson: false });
    expect((await bench.run(['stop'])).stdout).toContain(`Stopped process ${info.pid}`);
    const end = await ended;
    expect(end.code).toBe(0);
    expect(end.stderr).toContain('stopped by a command in another terminal');
    expect((await bench.run(['status'])).code).toBe(3);
  });

  it('keeps its ports for ever, and takes over after a kill', async () => {
    const first = await bench.daemon();
    await first.end('SIGKILL');
    const second = await bench.daemon();
    expect(second.info.port).toBe(first.info.port);
    await second.end();
    const other = await bench.run(['--port', String(first.info.port + 10), '--no-open']);
    expect(other.code).toBe(1);
    expect(other.stderr).toContain('port_fixed');
  });

  it('listens on loopback only', async () => {
    const { info } = await bench.daemon();
    const ours = listeners().filter(({ port }) => port === info.port || port === info.port + 1);
    expect(ours.length).toBeGreaterThanOrEqual(2);
    // 127.0.0.1 and ::1, as the kernel writes them.
    for (const { address } of ours) expect(['0100007F', '00000000000000000000000001000000']).toContain(address);
  });

  it('refuses a home that others can get into, and ends streams when it stops', async () => {
    const link = `${bench.home}-link`;
    symlinkSync(bench.home, link);
    const refused = await bench.run(['status', '--home', link]);
    expect(refused.stderr).toContain('symbolic link');

    const daemon = await bench.daemon();
    const terminal = await bench.run(['call', 'get_workspace_state', '{}']);
    expect(JSON.parse(terminal.stdout)).toMatchObject({ example: true });
    for (const name of ['secret', 'sidekicks.db', 'logs/daemon.log', 'daemon.json', 'config.json']) {
      expect(statSync(join(bench.home, name)).mode & 0o777, name).toBe(0o600);
    }
    const began = performance.now();
    await daemon.end();
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('a home that cannot be', { timeout: 120_000 }, () => {
  it.runIf(needs(existsSync('/proc/self'), 'this machine has no /proc'))('is refused at once', () => {
    for (const home of ['/proc/sidekicks/home', `/proc/${process.pid}/fd`, '/sys/sidekicks', '/dev/null/home']) {
      const args = [program, 'status', '--home', home];
      const { status, stderr, signal } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
      expect(signal, home).toBeNull();
      expect(status, home).toBe(3);
      expect(stderr, home).toContain('--home');
    }
  });
});

describe('the first line', { timeout: 120_000 }, () => {
  it('comes when a signal already ends the daemon as it should', async () => {
    for (let count = 0; count < 5; count++) {
      const running = bench.start(['--port', '0', '--no-open', '--json']);
      running.child.stdout.once('data', () => running.child.kill('SIGTERM'));
      expect((await running.ended).code).toBe(0);
      expect(existsSync(join(bench.home, 'daemon.json'))).toBe(false);
    }
  });
});

describe('the pairing code', { timeout: 120_000 }, () => {
  it('is shown on a terminal, while there was never a person', async () => {
    const daemon = bench.onTerminal(['--port', '0', '--no-open']);
    const [, code = ''] = await daemon.until(/pairing code {2}(\S{4}-\S{4})/);
    await daemon.until(/codex mcp add/);
    const status = JSON.parse((await bench.run(['status', '--json'])).stdout) as DaemonLine;

    const again = bench.onTerminal(['pair']);
    const [, second = ''] = await again.until(/pairing code {2}(\S{4}-\S{4})/);
    await again.ended;
    await expect(pairWith(code, status)).rejects.toThrow('wrong_code');
    const desk = await pairWith(second, status);
    expect((await desk.call('read_access', {})).ok).toBe(true);

    const late = bench.onTerminal(['pair']);
    expect((await late.ended).stdout).toMatch(
      /A person has paired with this home[\s\S]*pairing_closed[\s\S]*recover --home/,
    );
    await bench.run(['stop']);
    await daemon.ended;
    const restarted = bench.onTerminal(['--port', '0', '--no-open']);
    await restarted.until(/codex mcp add/);
    expect(restarted.output()).not.toContain('pairing code');
    await bench.run(['stop']);
    const secrets = [code, second, code.replace('-', ''), second.replace('-', '')];
    const log = readFileSync(join(bench.home, 'logs/daemon.log'), 'utf8');
    for (const secret of secrets) expect(log).not.toContain(secret);
  });

  it('is not shown where its own stream is a file, though there is a terminal', async () => {
    const file = join(bench.home, 'said');
    const command = `'${process.execPath}' '${program}' --port 0 --no-open --json --home '${bench.home}' 2>'${file}'`;
    const daemon = spawn('script', ['-qfec', command, '/dev/null'], { stdio: 'pipe' });
    await new Promise((resolve) => daemon.stdout.once('data', resolve));
    await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 10_000 }).toContain('codex mcp add');
    expect(readFileSync(file, 'utf8')).not.toContain('pairing code');
    expect(readFileSync(file, 'utf8')).toContain(`terminal of yours: node ${program} pair --home ${bench.home}`);
    await bench.run(['stop']);
    await new Promise((resolve) => (daemon.exitCode === null ? daemon.once('exit', resolve) : resolve(null)));
  });

  it('is not shown to a pipe', async () => {
    const daemon = await bench.daemon();
    const pair = await bench.run(['pair']);
    expect(pair.code).toBe(1);
    expect(pair.stderr).toContain('terminal');
    const { stdout, stderr } = await daemon.end();
    expect(stdout + stderr).not.toMatch(/pairing code|sk_/);
    expect(stderr).toMatch(/claude mcp add sidekicks -- node \/\S+ mcp .*--as claude/);
  });
});

describe('recover', { timeout: 120_000 }, () => {
  it('voids every key and token, leaves a banner and prints a code', async () => {
    const first = bench.onTerminal(['--port', '0', '--no-open']);
    const [, code = ''] = await first.until(/pairing code {2}(\S{4}-\S{4})/);
    const info = JSON.parse((await bench.run(['status', '--json'])).stdout) as DaemonLine;
    const before = await pairWith(code, info);
    const made = await before.call('make_token', { label: 'ci' });
    const token = made.ok ? made.value.secret : '';
    expect((await bench.run(['recover'])).stderr).toContain('terminal only');
    const running = bench.onTerminal(['recover']);
    expect((await running.ended).stdout).toContain('Stop it first');
    await bench.run(['stop']);
    await first.ended;
    const secret = readFileSync(join(bench.home, 'secret'));

    const unsure = bench.onTerminal(['recover']);
    await unsure.until(/Type recover/);
    unsure.type('no');
    expect((await unsure.ended).stdout).toContain('Nothing was changed');
    expect(readFileSync(join(bench.home, 'secret')).equals(secret)).toBe(true);

    const recovering = bench.onTerminal(['recover']);
    await recovering.until(/Type recover/);
    recovering.type('recover');
    const [, fresh = ''] = await recovering.until(/pairing code {2}(\S{4}-\S{4})/);
    expect(readFileSync(join(bench.home, 'secret')).equals(secret)).toBe(false);
    expect(await before.call('read_access', {})).toMatchObject({ ok: false, refusal: { code: 'unauthenticated' } });
    const agent = createClient({ baseUrl: info.url, credential: { kind: 'bearer', token } });
    expect(await agent.call('get_workspace_state', {})).toMatchObject({
      ok: false,
      refusal: { code: 'unauthenticated' },
    });
    expect(await agent.hello()).toMatchObject({ hadPerson: true, recoveredAt: expect.any(String) });
    expect(await agent.hello()).toMatchObject({ terminalPairs: true });
    // The daemon of the terminal that ran recover may be gone before anybody typed its code.
    await bench.run(['stop']);
    await recovering.ended;
    const again = bench.onTerminal(['pair']);
    const [, newest = ''] = await again.until(/pairing code {2}(\S{4}-\S{4})/);
    await again.ended;
    await expect(pairWith(fresh, info)).rejects.toThrow('wrong_code');
    const piped = await bench.run(['pair']);
    expect(piped.stdout + piped.stderr).not.toMatch(/pairing code {2}/);
    const after = await pairWith(newest, info);
    expect((await bench.onTerminal(['pair']).ended).stdout).toContain('pairing_closed');
    expect(await agent.hello()).toMatchObject({ terminalPairs: false });
    const access = await after.call('read_access', {});
    expect(access.ok && access.value.persons).toHaveLength(1);
    expect(access.ok && access.value.keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
    // Revoking one's own keys opens nothing.
    const current = access.ok ? access.value.keys.find((key) => key.current) : undefined;
    expect((await after.call('revoke_key', { keyId: current?.id ?? '' })).ok).toBe(true);
    expect((await bench.onTerminal(['pair']).ended).stdout).toContain('pairing_closed');
    expect((await bench.run(['verify'])).stdout).toContain('All of it holds.');
  });
});
