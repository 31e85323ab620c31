import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitWorktree } from '../git/commit.ts';
import { codeOf, runGit, taken } from '../git/git-rig.ts';
import { hasUnmergedWork } from '../git/unmerged.ts';
import { jailArgv } from './argv.ts';
import { type Attempt, gitAttempts, hostileScript, outsideAttempts } from './hostile.ts';
import { jailed, makeWorld, ownedBy, run, runIn, users, type World } from './jail-rig.ts';
import { prepareJail } from './prepare.ts';
import { probeJail } from './probe.ts';

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('jail.test.ts: skipped, bubblewrap is a Linux tool');

describe('probeJail', () => {
  // Fails, on purpose, on a Linux machine without a working bubblewrap.
  it('finds a jail that holds on Linux, and says unsandboxed elsewhere', async () => {
    const found = await probeJail();
    if (isLinux) expect(found).toEqual({ works: true, version: expect.stringMatching(/^\d+\.\d+/) });
    else expect(found).toEqual({ works: false, reasons: ['unsandboxed: bubblewrap is a Linux tool'] });
  });

  it.runIf(isLinux)('says why it does not hold', async () => {
    const path = process.env.PATH;
    const fake = await makeWorld();
    try {
      // One that starts everything without any wall.
      const script =
        '#!/bin/sh\n[ "$1" = --version ] && { echo "bubblewrap 9.9.9"; exit; }\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n';
      writeFileSync(join(fake.repo.folder, 'bwrap'), script, { mode: 0o755 });
      process.env.PATH = `${fake.repo.folder}:${path}`;
      const { works, ...rest } = await probeJail();
      expect(works).toBe(false);
      const reasons = JSON.stringify(rest);
      for (const why of ['could be read', 'could be written', 'could be reached']) expect(reasons).toContain(why);
    } finally {
      process.env.PATH = path;
      await fake.close();
    }
  });
});

describe.runIf(isLinux)('a hostile agent', () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const hostile = (attempts: readonly Attempt[]) => [process.execPath, '-e', hostileScript, JSON.stringify(attempts)];
  const outside = (attempts: readonly Attempt[]) => run(hostile(attempts), world.worktree.path, {});
  const names = (attempts: readonly Attempt[]) => attempts.map(([name]) => name);

  describe.each(users)('started by %s', (_name, prefix) => {
    it.each(['think', 'analyze', 'work', 'check'] as const)('gets nowhere in %s', async (mode) => {
      const attempts = [...outsideAttempts(world), ...gitAttempts(world)];
      const jail = await jailed(world.spec({ mode }));
      const inside = await ownedBy(world, prefix, () => runIn(jail, hostile(attempts), prefix));
      expect(inside).toMatchObject({ code: 0 });
      expect(JSON.parse(inside.out)).toEqual([]);
      for (const file of ['a.txt', '.git/config', '.sidekicks/trees/one/.git']) {
        expect(readFileSync(join(world.repo.checkout, file), 'utf8')).not.toContain('planted');
      }
      expect(existsSync(join(world.repo.folder, 'planted'))).toBe(false);
      expect(existsSync(join(world.worktree.gitDir, 'hooks/post-commit'))).toBe(false);
      // The control: outside, every one of them works.
      const control = await outside(
        attempts.map(
          (each) => (each[1] === 'through' ? [each[0], each[1], `${each[2]}-2`, ...each.slice(3)] : each) as Attempt,
        ),
      );
      expect(JSON.parse(control.out)).toEqual(names(attempts));
    });
  });

  it('sees nothing of the project in think, and cannot write it in analyze', async () => {
    const look: readonly Attempt[] = [
      ['read the project', 'read', join(world.repo.checkout, 'a.txt'), 'two'],
      ['write the project', 'write', join(world.repo.checkout, 'new.txt')],
    ];
    const did = async (mode: 'think' | 'analyze') =>
      JSON.parse((await runIn(await jailed(world.spec({ mode })), hostile(look))).out);
    expect(await did('think')).toEqual([]);
    expect(existsSync(join(world.repo.checkout, 'new.txt'))).toBe(false);
    expect(await did('analyze')).toEqual(['read the project']);
    expect(JSON.parse((await outside(look)).out)).toEqual(names(look));
  });

  it('has no capabilities, no user namespaces, no kernel settings and no secrets of /etc', async () => {
    const jail = await jailed(world.spec({ network: 'open' }));
    const script =
      'grep CapEff /proc/self/status; unshare -U true 2>/dev/null && echo userns; (cat /proc/sys/kernel/hostname >/proc/sys/kernel/hostname) 2>/dev/null && echo writable-sys; cat /etc/shadow 2>/dev/null; ls /root /home /var /run 2>/dev/null; hostname';
    const { out } = await runIn(jail, ['/bin/sh', '-c', script]);
    expect(out).toMatch(/^CapEff:\s+0+$/m);
    for (const word of ['userns', 'root:', 'writable-sys']) expect(out).not.toContain(word);
    expect(out).toContain('sidekicks'); // /run holds our own folder and nothing of the machine's
    expect(out.split('\n').at(-1)).toBe('jail');
  });

  it('finds its environment whole, and nobody else finds it in an argv', async () => {
    const jail = await jailed(world.spec({ env: { MODEL_KEY: 'sk-secret', LD_LIBRARY_PATH: '/opt/lib' } }));
    const argv = jailArgv(jail, ['/usr/bin/env']).join(' ');
    expect(argv).not.toContain('sk-secret');
    expect(jail.env).not.toHaveProperty('LD_LIBRARY_PATH');
    const { out } = await runIn(jail, ['/usr/bin/env']);
    const seen = Object.fromEntries(out.split('\n').map((line) => line.split('=')));
    expect(seen).toEqual({
      MODEL_KEY: 'sk-secret',
      LD_LIBRARY_PATH: '/opt/lib',
      HOME: world.home,
      TMPDIR: '/tmp',
      LANG: 'C.UTF-8',
      PATH: expect.stringContaining('/usr/bin'),
      PWD: world.worktree.path,
    });
  });

  it('keeps its home, and its /tmp only while it lives', async () => {
    const jail = await jailed(world.spec({ mode: 'think' }));
    await runIn(jail, ['/bin/sh', '-c', 'echo kept > ~/note; echo gone > /tmp/note']);
    expect((await runIn(jail, ['/bin/sh', '-c', 'cat ~/note; cat /tmp/note'])).out).toBe('kept');
    expect(readFileSync(join(world.home, 'note'), 'utf8')).toBe('kept\n');
  });
});

describe.runIf(isLinux)('a worktree in a jail', () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const sh = async (script: string) => runIn(await jailed(world.spec({})), ['/bin/sh', '-ec', script]);

  it('lets the agent commit, branch and read history; the repository gets the bytes by the daemon alone', async () => {
    const { repo, worktree } = world;
    repo.git('tag', 'v1');
    const before = repo.git('rev-parse', 'main', 'sidekicks/one', 'v1');
    const { code, out, err } = await sh(
      'echo new > b.txt; git add -A; git commit -qm "my own"; git log --format=%s; git branch side; git stash list; git describe --tags; git status --porcelain; git fsck 2>&1',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('my own\nfirst\nv1-1-g');
    expect(repo.git('rev-parse', 'main', 'sidekicks/one', 'v1')).toBe(before);
    expect(repo.git('branch', '--list', 'side')).toBe('');
    const made = taken(await commitWorktree({ worktree, message: 'Result', author: { name: 'W', email: 'w@x' } }));
    expect(made).toMatchObject({ kind: 'committed', changedFiles: ['b.txt'] });
    expect(repo.git('log', '--format=%s', 'sidekicks/one')).toBe('Result\nfirst');
    expect(repo.git('fsck')).toBe('');
    expect(runGit(worktree.path, 'status', '--porcelain')).toBe('');
    // A second turn goes on where the agent was.
    expect(
      (await sh('git log -1 --format=%s; echo more >> b.txt; git commit -qam again; git log --format=%s')).out,
    ).toBe('my own\nagain\nmy own\nfirst');
    expect(await hasUnmergedWork(worktree)).toBe(true);
  });

  it('cannot move the branches of the repository or drop its history', async () => {
    const { repo } = world;
    repo.git('gc', '-q');
    repo.write('loose.txt', 'x');
    const head = repo.commit('loose');
    await sh(
      'git update-ref refs/heads/main $(git commit-tree -m evil HEAD^{tree}); rm -rf "$(git rev-parse --git-common-dir)/objects/"* || true',
    );
    expect(repo.git('rev-parse', 'main')).toBe(head);
    expect(repo.git('fsck')).toBe('');
    expect(repo.git('show', 'HEAD:loose.txt')).toBe('x');
  });

  it('does not show the tokens and commands of the user’s own configuration', async () => {
    world.repo.git('config', 'remote.origin.url', 'https://user:hunter2@example.org/x.git');
    world.repo.git('config', 'alias.boom', '!echo boom');
    const { out } = await sh('git config --list --show-origin; cat "$(git rev-parse --git-common-dir)/config"');
    expect(out).not.toMatch(/hunter2|boom/);
    expect(out).toContain('user.name=Agent');
  });

  it('commits in a repository that borrows from another', async () => {
    const { repo, worktree, home, state } = world;
    const borrowed = join(repo.folder, 'borrowed');
    runGit(repo.folder, 'clone', '-q', '--shared', repo.checkout, borrowed);
    const { addWorktree } = await import('../git/worktrees.ts');
    const other = taken(
      await addWorktree({ repo: borrowed, path: join(state, 'trees/two'), branch: 'two', base: 'HEAD' }),
    );
    expect(other.name).not.toBe(worktree.name);
    const jail = await jailed(world.spec({ project: borrowed, worktree: other, home }));
    const { code, out } = await runIn(jail, [
      '/bin/sh',
      '-ec',
      'git log --format=%s; echo x > x; git add x; git commit -qm x; git log --format=%s',
    ]);
    expect({ code, out }).toEqual({ code: 0, out: 'first\nx\nfirst' });
  });
});

describe.runIf(isLinux)('prepareJail refuses', () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const refusal = async (changed: Parameters<World['spec']>[0]) => codeOf(await prepareJail(world.spec(changed)));

  it('what is missing, what is of the system, and what is hidden', async () => {
    const { repo, state } = world;
    expect(await refusal({ readOnly: [join(repo.folder, 'no-agent')] })).toBe('jail_path_missing');
    expect(await refusal({ mode: 'analyze', project: '/' })).toBe('jail_path_unsafe');
    expect(await refusal({ caches: ['/etc'] })).toBe('jail_path_unsafe');
    expect(await refusal({ readOnly: [state] })).toBe('jail_path_unsafe');
    expect(await refusal({ mode: 'analyze', project: join(state, 'trees') })).toBe('jail_path_unsafe');
    symlinkSync('/usr', join(repo.folder, 'link'));
    expect(await refusal({ home: join(repo.folder, 'link') })).toBe('jail_path_unsafe');
  });

  it('a worktree whose pointer was changed', async () => {
    writeFileSync(join(world.worktree.path, '.git'), `gitdir: ${world.repo.folder}/evil\n`);
    expect(await refusal({})).toBe('worktree_tampered');
  });

  it('hides a state folder wherever it lies: under a read-only tree, but not the home named inside it', async () => {
    const { repo, state, token } = world;
    mkdirSync(join(repo.checkout, 'sub'), { recursive: true });
    const jail = await jailed(
      world.spec({ mode: 'think', project: join(repo.checkout, 'sub'), readOnly: [repo.checkout], hidden: [state] }),
    );
    const { out } = await runIn(jail, [
      '/bin/sh',
      '-c',
      `cat ${token}; ls ${state}; cat ${repo.checkout}/a.txt; echo hi > ~/x && echo wrote`,
    ]);
    expect(out).toBe('homes\none\ntwo\nthree\nwrote');
  });
});
