/** The smaller commands, each as a process. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, buildProgram, openBench, program } from '../daemon/child.ts';
import { operations } from '../protocol/table.ts';

let bench: Bench;
beforeAll(buildProgram, 120_000);
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close(), 60_000);

function writeBacklog(count: number, fieldOf = (_: number) => 'mystery'): string {
  const folder = join(bench.home, 'project');
  mkdirSync(join(folder, 'backlog/tasks'), { recursive: true });
  for (let index = 1; index <= count; index++) {
    const text = `---\nid: task-${index}\ntitle: Task ${index}\nstatus: To Do\n${fieldOf(index)}: 1\n---\n\n## Description\n\nWords.\n`;
    writeFileSync(join(folder, `backlog/tasks/task-${index} - Task-${index}.md`), text);
  }
  return folder;
}

describe('commands', { timeout: 120_000 }, () => {
  it('tools --json prints the tools of the table', async () => {
    const { stdout, code } = await bench.run(['tools', '--json']);
    expect(code).toBe(0);
    const tools = JSON.parse(stdout) as Record<string, unknown>[];
    expect(tools.map(({ name }) => name)).toEqual(operations.filter(({ tool }) => tool).map(({ name }) => name));
    for (const tool of tools) {
      expect(Object.keys(tool)).toEqual(['name', 'kind', 'impl', 'description', 'inputSchema']);
      expect(tool.impl).toBe('imperative');
    }
  });

  it('call serves every row of the terminal and no other', async () => {
    const help = await bench.run(['call']);
    expect(help.code).toBe(2);
    const listed = /one of ([\w, ]+)/.exec(help.stderr)?.[1]?.trim().split(', ');
    expect(listed).toEqual(operations.filter(({ who }) => who.includes('terminal')).map(({ name }) => name));
    const approve = await bench.run(['call', 'approve_proposal', '{}']);
    expect(approve).toMatchObject({ code: 2, stderr: expect.stringContaining('A person does it at the desk.') });
    expect((await bench.run(['call', 'delegate_task', '{}'])).stderr).toContain(
      'Delegation needs the token of an agent',
    );
    expect((await bench.run(['call', 'get_task', '{'])).code).toBe(2);
    for (const way of [['-'], []]) {
      const text = '{"taskId":"T-1","taskId":"T-2"}';
      const repeated = await bench.run(['call', 'get_task', ...(way.length > 0 ? way : [text])], text);
      expect(repeated.code).toBe(1);
      expect(JSON.parse(repeated.stdout)).toMatchObject({
        error: { code: 'invalid_json', problems: [{ code: 'repeated_key', path: '/taskId' }] },
      });
    }
    const bytes = await bench.run(['call', 'get_task', '-'], Buffer.from('{"taskId":"\xff"}', 'latin1'));
    expect(JSON.parse(bytes.stdout)).toMatchObject({ error: { problems: [{ code: 'not_utf8' }] } });
    const bad = await bench.run(['call', 'get_task', '-'], '{"taskId":"T-999"}');
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({ error: { code: 'unknown_task' } });
    // The first call started the daemon, and said so where no answer is read.
    expect(bad.stderr).toMatch(
      /^Sidekicks now runs in the background: http:\/\/localhost:\d+, desk http:\/\/localhost:\d+\. .* stop --home /,
    );
    const good = await bench.run(['call', 'get_task', '{"taskId":"T-1"}']);
    expect(good.stderr).toBe('');
    expect(JSON.parse(good.stdout)).toMatchObject({ task: { alias: 'T-1' } });
  });

  it('import shows the report, asks, and fills a home that never had a person', async () => {
    const folder = writeBacklog(3);
    const unasked = await bench.run(['import', 'backlog-md', folder]);
    expect(unasked.code).toBe(2);
    expect(unasked.stdout).toContain('3 tasks');
    expect(unasked.stdout).toContain('mystery');
    const asked = bench.onTerminal(['import', 'backlog-md', folder]);
    await asked.until(/Bring them in/);
    asked.type('n');
    const answered = (await asked.ended).stdout;
    expect(answered).toContain('Nothing was brought in.');
    expect(answered).not.toContain('created');
    const done = await bench.run(['import', 'backlog-md', folder, '--yes']);
    expect(done.stdout).toContain('3 tasks created.');
    expect(done.stdout).not.toContain('before');
    const twice = await bench.run(['import', 'backlog-md', folder, '--yes']);
    expect(twice.stdout).toContain('3 tasks wait for a person');
    expect(twice.stdout).toContain('brought in once before');
    const state = JSON.parse((await bench.run(['call', 'get_workspace_state'])).stdout) as object;
    expect(state).toMatchObject({ example: false, totals: { tasks: 3 } });
    expect((await bench.run(['import', 'trello', folder])).code).toBe(2);
  });

  it('import shows what cannot be kept before it asks, all of it to whoever wants it', async () => {
    const folder = writeBacklog(22, (index) => `mystery-${index}`);
    const asked = bench.onTerminal(['import', 'backlog-md', folder]);
    await asked.until(/22 things cannot be kept as they are:[\s\S]*and 2 more[\s\S]*a = show all/);
    asked.type('a');
    await asked.until(/ a = show all[\s\S]*mystery-\d+[\s\S]*Bring them in\? \[y\/N\] /);
    asked.type('');
    await asked.ended;
    const whole = await bench.run(['import', 'backlog-md', folder, '--all']);
    expect(whole.stdout.match(/^ {2}.*mystery-\d+:/gm)).toHaveLength(22);
    expect(whole.stdout).not.toContain('more');
  });

  it('backup and verify work beside a running daemon and without one', async () => {
    const { info } = await bench.daemon();
    expect(info.pid).toBeGreaterThan(0);
    const file = join(bench.home, 'copy.db');
    expect((await bench.run(['backup', file])).code).toBe(0);
    const again = await bench.run(['backup', file]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('a backup never replaces a file. (file_exists)');
    expect((await bench.run(['verify'])).stdout).toContain('All of it holds.');
    const refused = await bench.run(['restore', file]);
    expect(refused.stderr).toContain(`Stop it first: node ${program} stop --home ${bench.home}`);
    await bench.run(['stop']);
    expect((await bench.run(['restore', join(bench.home, 'none.db')])).stderr).toContain('(no_such_file)');
    expect((await bench.run(['restore', program])).stderr).toContain('(bad_backup)');
    expect((await bench.run(['backup', join(bench.home, 'second.db')])).code).toBe(0);
    expect((await bench.run(['restore', file])).stdout).toContain('Restored.');
    const verified = await bench.run(['verify', '--json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({ counts: { problems: 0 } });
  });

  it('status says of a home whose database is gone that it is lost', async () => {
    const daemon = await bench.daemon();
    await daemon.end();
    expect((await bench.run(['status'])).stderr).toContain('(not_running)');
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(bench.home, `sidekicks.db${suffix}`), { force: true });
    const lost = await bench.run(['status', '--json']);
    expect(lost.code).toBe(3);
    expect(JSON.parse(lost.stdout)).toMatchObject({ running: false, code: 'workspace_lost' });
    expect(lost.stderr).toContain('(workspace_lost)');
    expect(lost.stderr).toContain(`restore FILE --home ${bench.home}`);
  });

  it('doctor says what is right and what to do', async () => {
    const idle = await bench.run(['doctor', '--json']);
    const states = Object.fromEntries(
      (JSON.parse(idle.stdout) as { what: string; state: string }[]).map(({ what, state }) => [what, state]),
    );
    expect(states).toMatchObject({ node: 'good', sqlite: 'good', home: 'good', disk: 'good', daemon: 'note' });
    expect(Object.keys(states)).toEqual(expect.arrayContaining(['bubblewrap', 'git']));
    await bench.daemon();
    expect((await bench.run(['doctor'])).stdout).toMatch(/^good daemon/m);
  });

  it.skipIf(process.platform === 'win32')('ends quietly where nobody reads any more', () => {
    const run = (words: string) => {
      const script = `{ "${process.execPath}" "${program}" ${words} --home "${bench.home}"; echo "code $?" >&2; } `;
      return spawnSync('sh', ['-c', `${script} | true`], { encoding: 'utf8' }).stderr;
    };
    for (const words of ['tools', 'tools --json', 'help', 'doctor']) expect(run(words), words).toBe('code 0\n');
    // A daemon stops as it does when its terminal is closed: it gives its home back.
    expect(run('--port 0 --no-open --json --empty')).toMatch(/code 0\n$/);
    expect(existsSync(join(bench.home, 'daemon.json'))).toBe(false);
  });

  it('mistakes are answered with the usage', async () => {
    for (const [args, said] of [
      [['nothing'], 'there is no command nothing'],
      [['backup'], 'FILE is missing.'],
      [['import'], 'backlog-md is missing.'],
      [['import', 'backlog-md'], 'DIR is missing.'],
      [['call'], 'NAME is missing.'],
      [['status', 'x'], 'One word too many: x'],
      [['--port', 'abc'], '--port abc: a port is a number'],
      [['--port', '80000', '--home', join(bench.home, 'new')], '--port 80000: a port is a number'],
      [['import', 'backlog-md', join(bench.home, 'none')], 'There is no folder '],
      [['--port'], '--port needs a value.'],
      [['status', '--json=yes'], '--json takes no value.'],
      [['stop', '--force'], 'There is no option --force.'],
      [['stop', '-x'], 'There is no option -x.'],
      [['mcp', '--as', '\u202e'], 'label'],
    ] as const) {
      const { code, stderr } = await bench.run(args);
      expect(code, args.join(' ')).toBe(2);
      expect(stderr.split('\n')[0]).toContain(`sidekicks: `);
      expect(stderr.split('\n')[0], args.join(' ')).toContain(said);
    }
    expect(existsSync(join(bench.home, 'new'))).toBe(false);
    expect((await bench.run(['help'])).stdout).toContain('sidekicks pair');
    expect((await bench.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+$/m);
  });
});
