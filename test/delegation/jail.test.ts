/**
 * A hostile agent through the whole product: what it tries fails inside and works for a plain process outside, and no
 * secret of the home reaches it or any log.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok } from '../rigs/people.ts';
import { processesBelow } from './processes.ts';
import { addAgent, grant, logOf, openScene, type Scene, script, settle, start, view } from './scene.ts';

const HOST_SECRET = 'host-secret-4711';
let scene: Scene;
let outside: string;
beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), 'sidekicks-outside-'));
  process.env.HOST_API_KEY = HOST_SECRET;
  scene = await openScene();
  delete process.env.HOST_API_KEY;
  await grant(scene);
});
afterAll(async () => {
  await scene?.close();
  rmSync(outside, { recursive: true, force: true });
});

interface Try {
  readonly name: string;
  readonly step: readonly unknown[];
  /** In what the step says when it worked. */
  readonly says: RegExp;
  /** What a success leaves for everybody to see. */
  readonly leaves?: () => boolean;
}

const inHome = (path: string) => join(scene.daemon.home, path);
const inProject = (path: string) => join(scene.project, path);
const holds = (path: string, text: string) => existsSync(path) && readFileSync(path, 'utf8').includes(text);

/** `link`: where the agent may make one. */
function tries(link: string): readonly Try[] {
  const { pid, port, home, deskUrl } = scene.daemon;
  const secret = inHome('secret');
  const hook = inProject('.git/hooks/post-commit');
  const config = inProject('.git/config');
  const planted = join(outside, 'planted.txt');
  return [
    { name: 'read the secret', step: ['exec', `wc -c < ${secret}`], says: /exit 0 \d/ },
    { name: 'list the home', step: ['exec', `ls ${home}/blobs ${home}/run-logs`], says: /exit 0/ },
    {
      name: 'read the home through the daemon',
      step: ['exec', `wc -c < /proc/${pid}/root${secret}`],
      says: /exit 0 \d/,
    },
    {
      name: "read the daemon's environment",
      step: ['exec', `grep -ac HOST_API_KEY /proc/${pid}/environ`],
      says: /exit 0 1/,
    },
    { name: 'follow a link out', step: ['exec', `ln -sf ${secret} ${link} && wc -c < ${link}`], says: /exit 0 \d/ },
    { name: "reach the daemon's port", step: ['connect', '127.0.0.1', port], says: /connected/ },
    { name: "reach the desk's port", step: ['connect', '127.0.0.1', Number(new URL(deskUrl).port)], says: /connected/ },
    { name: 'signal the daemon', step: ['kill', pid, 0], says: /kill \d+: true/ },
    { name: 'write outside', step: ['write', planted], says: /: ok/, leaves: () => existsSync(planted) },
    { name: 'plant a hook', step: ['exec', `echo evil > ${hook}`], says: /exit 0/, leaves: () => existsSync(hook) },
    {
      name: 'change the configuration',
      step: ['exec', `echo '#evil' >> ${config}`],
      says: /exit 0/,
      leaves: () => holds(config, 'evil'),
    },
    {
      name: 'plant a missing configuration',
      step: ['exec', `echo '#evil' > ${inProject('.git/config.worktree')}`],
      says: /exit 0/,
      leaves: () => existsSync(inProject('.git/config.worktree')),
    },
    {
      name: 'write the checkout',
      step: ['exec', `echo evil >> ${inProject('hello.txt')}`],
      says: /exit 0/,
      leaves: () => holds(inProject('hello.txt'), 'evil'),
    },
  ];
}

/** Lines of a log, one for each step, in order. */
function saidBy(log: string, step: readonly unknown[]): string {
  const begin = step[0] === 'connect' ? `connect ${step[1]}:${step[2]}: ` : `${step[0]} ${step[1]}: `;
  const at = log.indexOf(begin);
  expect(at, `${begin} was tried`).toBeGreaterThanOrEqual(0);
  return log.slice(at, at + begin.length + 200).split('\n')[0] ?? '';
}

describe('a hostile agent', () => {
  test.each(['think', 'analyze', 'work'])('in %s reaches nothing that is not its own', async (mode) => {
    const attempts = tries('/tmp/way-out');
    const own = ['exec', mode === 'think' ? 'cat hello.txt; ls -A' : 'cat hello.txt'];
    const { task_id } = await start(
      scene,
      script(
        ...attempts.map(({ step }) => step),
        own,
        ['exec', 'env'],
        ['exec', 'cat /proc/*/cmdline'],
        ['finish', 'success'],
      ),
      { mode },
    );
    await settle(scene, task_id, ({ run }) => run.status === 'running');
    const argv = processesBelow(scene.daemon.pid).map(({ command }) => command);
    expect((await settle(scene, task_id)).run.outcome).toBe('success');
    expect((await view(scene, task_id)).run.held).toMatchObject({ jail: 'bubblewrap', network: 'relay' });
    const log = await logOf(scene, task_id);
    for (const { name, step, says, leaves } of attempts) {
      const said = saidBy(log, step);
      expect(said, `${name} was tried to its end`).toMatch(/: (ok|failed \S|exit \d|connected|true|false)/);
      // What is private may be written; what counts is that nobody outside sees it.
      if (leaves) expect(leaves(), name).toBe(false);
      else expect(said, name).not.toMatch(says);
    }
    expect(saidBy(log, own)).toMatch(mode === 'think' ? /No such file/ : /hello from the project/);
    expectNoSecret('the log of the run', log);
    expectNoSecret('the command lines', argv.join('\n'));
    expect(log).not.toContain(HOST_SECRET);
    const dirty = execFileSync('git', ['status', '--porcelain'], { cwd: scene.project, encoding: 'utf8' });
    expect(dirty).toBe('');
  });

  test('would do all of it outside', () => {
    const attempts = tries(join(outside, 'way-out'));
    const steps = JSON.stringify(attempts.map(({ step }) => step));
    const said = execFileSync(process.execPath, [join(import.meta.dirname, 'outside.mjs'), steps], {
      encoding: 'utf8',
    });
    for (const { name, step, says, leaves } of attempts) {
      expect(saidBy(said, step), name).toMatch(says);
      if (leaves) expect(leaves(), name).toBe(true);
    }
  });
});

const next = async (conversation_id: string, ...steps: readonly unknown[]) => {
  const given = { conversation_id, prompt: script(...steps) };
  return (ok(await scene.agent().call('tandem_continue', given)) as { task_id: string }).task_id;
};

describe('what a worker leaves in its home for the next launch', () => {
  const files = { '.codex/config.toml': 'own = 1', 'deep/er/file': 'own = 2', 'new.toml': 'own = 3', queue: 'own = 4' };
  const by = { mode: 'work', execution: { model: 'filed' } };
  beforeAll(async () => {
    await addAgent(scene, 'filed', [], { files });
    await grant(scene, { agentIds: ['filed'] });
  });
  const fifo = ['exec', 'rm -f $HOME/queue && mkfifo $HOME/queue && echo planted'];

  test('links and FIFOs lead the daemon nowhere', async () => {
    const secret = readFileSync(inHome('secret'));
    const state = readdirSync(scene.daemon.home).sort();
    const target = join(outside, 'target');
    mkdirSync(target);
    // The first leads to the secret from where the home really lies, which the jail does not show.
    const plants = [
      'ln -sfn ../../../../secret $HOME/.codex/config.toml',
      `rm -r $HOME/deep && ln -s ${target} $HOME/deep`,
      `ln -sfn ${target}/new.toml $HOME/new.toml`,
      `rm -r $HOME/.cache && ln -s ${target}/made $HOME/.cache`,
      'rm -r $HOME/.local && ln -s ../../../planted $HOME/.local',
    ].map((command) => ['exec', `${command} && echo planted`]);
    const first = await start(scene, script(...plants, fifo, ['finish', 'success']), by);
    expect((await settle(scene, first.task_id)).run.outcome).toBe('success');
    expect((await logOf(scene, first.task_id)).match(/exit 0 planted/g)).toHaveLength(plants.length + 1);
    const look = ['exec', `cd && cat ${Object.keys(files).join(' ')} && ls -d .cache/ .local/share/`];
    const again = await next(first.conversation_id, look, ['finish', 'success']);
    expect((await settle(scene, again)).run.outcome).toBe('success');
    expect(await logOf(scene, again)).toMatch(/exit 0 own = 1own = 2own = 3own = 4\.cache\/\s+\.local\/share/);
    expect(readFileSync(inHome('secret')).equals(secret), 'the secret is as it was').toBe(true);
    expect(readdirSync(scene.daemon.home).sort()).toEqual(state);
    expect(readdirSync(target)).toEqual([]);
  });

  test('a FIFO keeps no launch from the stop of all runs', async () => {
    const first = await start(scene, script(fifo, ['finish', 'success'], ['message', 'again']), by);
    expect((await settle(scene, first.task_id)).run.outcome).toBe('success');
    const id = await next(first.conversation_id, ['sleep', 60_000]);
    // Long enough to be where the files are written, whether or not it comes further.
    await expect.poll(async () => (await view(scene, id)).run.launchedAt).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const began = performance.now();
    ok(await scene.desk().call('stop_runs', {}));
    await expect.poll(async () => (await view(scene, id)).run.status, { timeout: 5000 }).toBe('cancelled');
    expect(performance.now() - began).toBeLessThan(2000);
    expect((await view(scene, id)).run, 'it came up').toMatchObject({ held: { jail: 'bubblewrap' } });
    ok(await scene.desk().call('change_limits', { stopped: false }));
  });
});

test('a worker that calls after its run is told that the run has ended', async () => {
  const first = await start(
    scene,
    script(['call_later', 1500, 'tandem_publish_artifact', { name: 'late', content: 'x' }], ['finish', 'success']),
  );
  await settle(scene, first.task_id);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const late = await next(first.conversation_id, ['exec', 'cat $HOME/later.txt'], ['finish', 'success']);
  await settle(scene, late);
  expect(await logOf(scene, late)).toMatch(/later: .*run_ended/);
  expect((await view(scene, first.task_id)).artifacts).toEqual([]);
});

test('a worker has its own five tools; what decides, starts or grants does not exist for it', async () => {
  const foreign = [
    'make_grant',
    'decide_request',
    'answer_question',
    'accept_run',
    'stop_runs',
    'tandem_start',
    'tandem_reply',
  ];
  const calls = foreign.map((name) => ['call', name, { runId: 'x' }]);
  const { task_id } = await start(scene, script(['tools'], ...calls, ['finish', 'success']));
  await settle(scene, task_id);
  const log = await logOf(scene, task_id);
  const tools = /tools: (.*)/.exec(log)?.[1]?.split(' ').sort();
  expect(tools).toEqual(
    ['tandem_ask', 'tandem_context_read', 'tandem_finish', 'tandem_publish_artifact', 'tandem_read_artifact'].sort(),
  );
  for (const name of foreign) expect(log).toMatch(new RegExp(`${name}: (failed|.*(unknown|forbidden|not found))`, 'i'));
  // Nothing was granted, started or stopped by it.
  expect((await view(scene, task_id)).run.outcome).toBe('success');
});

test('no secret of the home is in any file of logs, blobs or private homes, nor in what the daemon printed', async () => {
  const said = await scene.daemon.stop();
  expectNoSecret('what the daemon printed', said);
  for (const folder of ['run-logs', 'blobs', 'runs', 'logs']) {
    for (const file of filesUnder(inHome(folder))) expectNoSecret(file, readFileSync(file).toString('latin1'));
  }
  await scene.restart();
});

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function expectNoSecret(where: string, text: string): void {
  const secret = readFileSync(inHome('secret'));
  const forms = [
    secret.toString('hex'),
    secret.toString('base64url'),
    secret.toString('base64'),
    secret.toString('latin1'),
  ];
  for (const form of [...forms, scene.token.secret]) expect(text.includes(form), where).toBe(false);
}
