import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { granted, RunnerRig, said, scripted } from './runner-rig.ts';

let rig: RunnerRig;
beforeEach(() => {
  rig = new RunnerRig();
});
afterEach(() => rig.close());

describe('without a jail', () => {
  const jail = { works: false, version: null, reasons: ['bwrap is not installed.'] };

  it('work, and what only a jail could hold, need a grant that says unsandboxed', async () => {
    const runner = await rig.runner({ jail });
    expect(await rig.launch(runner, { mode: 'work', repository: rig.project })).toMatchObject({
      refusal: { code: 'no_jail', message: expect.stringContaining('bwrap is not installed') },
    });
    expect(await rig.launch(runner)).toMatchObject({ refusal: { code: 'no_jail' } });
    const agent = await rig.agent(runner, { unsandboxed: true });
    expect(agent.held).toMatchObject({ jail: 'unsandboxed', network: 'open', project: 'unprotected' });
    expect(await said(agent, 'tools', ['exec', 'pwd'])).toMatch(/tandem_finish[\s\S]*homes\/c-1\/empty/);
    const check = { repository: rig.project, commit: 'HEAD', command: 'true', prepare: null, caches: [], folder: '' };
    const rest = { unsandboxed: false, timeoutSeconds: 5, signal: new AbortController().signal, ...granted };
    expect(await runner.runCheck({ ...check, ...rest })).toMatchObject({ refusal: { code: 'no_jail' } });
    const [state] = await runner.agents([scripted()]);
    expect(state).toMatchObject({ available: true, modes: [] });
  });

  it('an outcome outlives what could not be tidied after it', async () => {
    const said: string[] = [];
    const runner = await rig.runner({ jail, log: (message) => void said.push(message) });
    const observed = await runner.runCheck({
      ...{ repository: rig.project, commit: rig.git('rev-parse', 'HEAD'), folder: '', caches: [], prepare: null },
      ...{ command: `mv ${rig.project}/.git ${rig.project}/moved; exit 1`, unsandboxed: true, timeoutSeconds: 20 },
      ...{ signal: new AbortController().signal, ...granted },
    });
    expect(observed).toMatchObject({ value: { status: 'failed', exitCode: 1 } });
    expect(said).toEqual([expect.stringContaining('could not be removed')]);
  });

  it('a program that is not there or is not one is refused, and so is an unknown base', async () => {
    const runner = await rig.runner({ jail });
    const gone = scripted({ argv: ['/nowhere/agent'] });
    expect(await rig.launch(runner, { entry: gone })).toMatchObject({ refusal: { code: 'agent_missing' } });
    const none = scripted({ base: 'nobody' });
    expect(await rig.launch(runner, { entry: none })).toMatchObject({ refusal: { code: 'agent_missing' } });
    const text = join(rig.project, 'hello.txt');
    const dead = await rig.launch(runner, { entry: scripted({ argv: [text] }), unsandboxed: true });
    expect(dead).toMatchObject({ refusal: { code: 'agent_failed', next: expect.any(String) } });
    const states = await runner.agents([gone, none, scripted({ base: 'omp', argv: [] })]);
    expect(states.map(({ available }) => available)).toEqual([false, false, false]);
  });

  it('a result whose diff is cut says so in it, and names what is not shown', async () => {
    const runner = await rig.runner({ jail });
    const { repository, base, path: worktree, signal } = await rig.worktree(runner);
    for (const name of ['a', 'b', 'c']) writeFileSync(join(worktree, `${name}.txt`), `${name}234567\n`.repeat(300_000));
    // What hid another one, and the note.
    mkdirSync(join(worktree, 'a b'));
    for (const name of ['a b/c.txt', 'd\nd.txt']) writeFileSync(join(worktree, name), 'x\n');
    const result = await runner.collect({ repository, worktree, base, message: 'Much', signal });
    if (!result.ok) throw new Error(result.refusal.message);
    expect(result.value.files).toEqual(['a b/c.txt', 'a.txt', 'b.txt', 'c.txt', 'd\nd.txt']);
    const [note = ''] =
      result.value.diff
        .split('\n')
        .slice(-4)
        .join('\n')
        .match(/^# The diff is cut.*/s) ?? [];
    expect(note).toBe(
      '# The diff is cut here, at 4 MiB. The commit holds more; files not shown (2):\n# c.txt\n# d\\u000ad.txt\n',
    );
    expect(result.value.diff.length).toBeLessThan(4 * 1024 * 1024 + 1000);
  });

  it('says which folders are real and which paths lead out', async () => {
    const runner = await rig.runner({ jail });
    symlinkSync(rig.state, join(rig.project, 'out'));
    symlinkSync('/nowhere', join(rig.project, 'dangling'));
    symlinkSync(rig.project, join(rig.place, 'link'));
    expect(await runner.realFolder(join(rig.place, 'link'))).toBe(realpathSync(rig.project));
    expect(await runner.realFolder(join(rig.project, 'hello.txt'))).toBe(null);
    mkdirSync(join(rig.project, 'real'));
    symlinkSync('real', join(rig.project, 'alias'));
    symlinkSync('hello.txt', join(rig.project, 'other.txt'));
    const places = (...paths: string[]) => Promise.all(paths.map((path) => runner.liesAt(rig.project, path)));
    expect(await places('hello.txt', 'new/deep.txt')).toEqual(['hello.txt', 'new/deep.txt']);
    expect(await places('alias/new/x.txt', 'alias', 'other.txt')).toEqual(['real/new/x.txt', 'real', 'hello.txt']);
    expect(await places('out/x', 'dangling', '../x', 'out')).toEqual([null, null, null, null]);
  });
});
