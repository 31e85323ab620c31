/** What a preflight promises, beside the real end of the run that it was asked about. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AT_THE_DESK } from '../../src/app/views/without-paths.ts';
import type { DelegationView } from '../../src/protocol/delegation-views.ts';
import { ok } from '../rigs/people.ts';
import {
  addAgent,
  grant,
  openScene,
  result,
  rig,
  type Scene,
  type StartedAnswer,
  script,
  settle,
  start,
  view,
} from './scene.ts';
import { withoutJail } from './without-jail.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
const hidden = realpathSync(mkdtempSync('/var/tmp/sidekicks-hidden-'));
afterAll(async () => {
  rmSync(hidden, { recursive: true });
  await scene?.close();
});

interface Said {
  readonly blocked_by_jail: boolean;
  readonly grant: { readonly covers: boolean };
  readonly remarks: readonly { readonly code: string; readonly message: string }[];
}

async function preflight(at: Scene, wish: object): Promise<Said> {
  const { preflight: said } = await start(at, script(['finish', 'success']), { ...wish, preflight: true });
  return said as unknown as Said;
}

async function endOf(at: Scene, wish: object) {
  const { task_id } = await start(at, script(['finish', 'success'], ['message', JSON.stringify(wish)]), wish);
  const { status, code } = (await settle(at, task_id)).run;
  return status === 'completed' ? status : code;
}

describe('where no jail works', () => {
  // `held` loses its tools by itself; only a jail holds the rig.
  const walls = [
    ['rig', 'think', true],
    ['rig', 'analyze', true],
    ['rig', 'work', true],
    ['held', 'think', false],
    ['held', 'analyze', false],
    ['held', 'work', true],
  ] as const;

  test('it says what only a jail holds, in every mode, and the run ends so', async () => {
    await withoutJail(async (bare) => {
      await addAgent(bare, 'held', ['--linger'], { base: 'opencode' });
      await grant(bare, { agentIds: ['rig', 'held'] });
      for (const [model, mode, blocked] of walls) {
        const wish = { mode, execution: { model } };
        const { grant: given, blocked_by_jail, remarks } = await preflight(bare, wish);
        expect(ok(await bare.agent().call('tandem_scope', {}))).toMatchObject({
          jail: { works: false, reasons: [expect.stringMatching(/\S/)] },
        });
        expect([model, mode, given.covers, blocked_by_jail]).toEqual([model, mode, true, blocked]);
        expect(remarks).toMatchObject(blocked ? [{ code: 'no_jail' }] : []);
        expect(await endOf(bare, wish)).toBe(blocked ? 'no_jail' : 'completed');
      }
      await grant(bare, { unsandboxed: true, until: '2098-01-01T00:00:00Z' });
      expect(await preflight(bare, { mode: 'analyze' })).toMatchObject({ blocked_by_jail: false, remarks: [] });
    });
  });
});

describe('a model beyond this computer, of an agent that ignores the relay', () => {
  const far = { mode: 'think', execution: { model: 'far' } };

  test('needs a grant with the open network; it says so before a run fails for it', async () => {
    await addAgent(scene, 'far', [], { modelHosts: ['127.0.0.1:9', 'models.example.com:443'] });
    await addAgent(scene, 'near', [], { modelHosts: ['localhost:39999'] });
    await grant(scene, { agentIds: ['far', 'near'] });
    const said = await preflight(scene, far);
    expect(said.grant.covers).toBe(true);
    expect(said.remarks).toEqual([
      { code: 'needs_open_network', message: expect.stringContaining('models.example.com:443') },
    ]);
    expect(await endOf(scene, far)).toBe('needs_open_network');
    const near = { mode: 'think', execution: { model: 'near' } };
    expect((await preflight(scene, near)).remarks).toEqual([]);
    expect(await endOf(scene, near)).toBe('completed');
  });

  test('and under such a grant nothing is remarked', async () => {
    await grant(scene, { agentIds: ['far'], openNetwork: true, until: '2098-01-01T00:00:00Z' });
    expect((await preflight(scene, far)).remarks).toEqual([]);
    expect(await endOf(scene, { ...far, timeout_seconds: 61 })).toBe('completed');
  });
});

describe('a demand for current evidence over nothing', () => {
  const demand = { verification: { stage: 'targeted', acceptance_coverage: 'require_current_evidence', checks: [] } };

  async function emptySet(): Promise<object> {
    const set = { set_id: 's', items: [], revision: 'a'.repeat(64) };
    const refused = await scene.agent().call('tandem_start', {
      cwd: scene.project,
      contract: { goal: 'x', acceptance: [], acceptance_set: set },
    } as never);
    const found = [...JSON.stringify(refused).matchAll(/[0-9a-f]{64}/g)].map(([one]) => one);
    return { ...set, revision: found.find((one) => !/^a+$/.test(one)) };
  }

  test('is told before, and beside the success that it let through', async () => {
    await grant(scene);
    for (const [more, why] of [
      [{}, 'no acceptance set is declared'],
      [{ acceptance: ['It is there'] }, 'no acceptance set is declared'],
      [{ acceptance: [], acceptance_set: await emptySet() }, 'the acceptance set has no items'],
    ] as const) {
      const contract = { goal: script(['finish', 'success']), ...demand, ...more };
      const ask = { cwd: scene.project, contract };
      const asked = ok(await scene.agent().call('tandem_start', { ...ask, preflight: true } as never));
      expect((asked as unknown as StartedAnswer).preflight?.remarks).toEqual([
        { code: 'no_units', message: expect.stringContaining(why) },
      ]);
      const { task_id } = ok(await scene.agent().call('tandem_start', ask as never)) as unknown as StartedAnswer;
      expect((await settle(scene, task_id)).run.outcome).toBe('success');
      expect((await result(scene, task_id)).coverage).toMatchObject({ note: expect.stringContaining(why) });
    }
  });
});

describe('settings', () => {
  const none = { model: null, thinking: null, profile: null, timeoutSeconds: null };
  const balanced = { model: null, thinking: 'high', profile: 'balanced', timeoutSeconds: 1800 };

  test.each([
    ['nothing asked for', {}, none, balanced],
    ['no more than an agent', { execution: { model: 'rig' } }, { ...none, model: 'rig' }, balanced],
    [
      'a profile',
      { execution: { profile: 'quick' } },
      { ...none, profile: 'quick' },
      { ...balanced, thinking: 'low', profile: 'quick', timeoutSeconds: 600 },
    ],
    [
      'times, of which the outer one wins',
      { timeout_seconds: 40, execution: { timeout_seconds: 50 } },
      { ...none, timeoutSeconds: 40 },
      { ...balanced, timeoutSeconds: 40 },
    ],
  ])('%s: what was asked and what comes of it are told apart', async (_, wish, requested, effective) => {
    const { settings } = (await start(scene, 'x', { ...wish, preflight: true })) as unknown as { settings: object };
    expect(settings).toMatchObject({ requested, effective });
  });

  test('that the agent does not have are told, and so is what it does instead', async () => {
    await grant(scene);
    const wish = { mode: 'think', execution: { model: 'rig/huge', thinking: 'max', profile: 'deep' } };
    const { task_id } = await start(scene, script(['settings'], ['finish', 'success']), wish);
    await settle(scene, task_id);
    expect((await result(scene, task_id)).settings).toEqual({
      requested: { model: 'rig/huge', thinking: 'max', profile: 'deep', timeoutSeconds: null },
      effective: { model: 'huge', thinking: 'max', profile: 'deep', timeoutSeconds: 3600 },
      actual: { model: 'scripted/small', thinking: 'low' },
      unsupported: [expect.stringMatching(/^model huge: /), expect.stringMatching(/^thinking max: /)],
    });
  });
});

describe('a path that its jail does not show', () => {
  type Warned = { readonly warning: string | null };
  const entry = { agentId: 'peer', base: 'custom', allowed: true, argv: [process.execPath, rig, `--data=${hidden}`] };
  const set = async (more: object) =>
    (ok(await scene.desk().call('set_agent', { ...entry, ...more } as never)) as Warned).warning;
  const change = async (more: object) =>
    ok(await scene.desk().call('change_root', { rootId: scene.rootId, ...more })).warning;
  const prepare = `ls ${hidden} && true`;
  const told = async () => {
    const check = { id: 'k', criterion: 'runs', command: `ls ${hidden}/data`, phase: 'targeted' };
    const contract = { goal: 'Look.', verification: { stage: 'targeted', checks: [check] } };
    const asked = { cwd: scene.project, mode: 'work', contract, execution: { model: 'peer' }, preflight: true };
    const { preflight: said } = ok(
      await scene.agent().call('tandem_start', asked as never),
    ) as unknown as StartedAnswer;
    return (said as unknown as Said).remarks.filter(({ code }) => code === 'jail_hides').map(({ message }) => message);
  };

  test('is said to the person who names it, and stands at the desk until it is changed', async () => {
    const ofEntry = await set({});
    expect(ofEntry).toContain(`The jail does not show ${hidden}, which the entry of peer names`);
    const ofPrepare = await change({ prepare });
    expect(ofPrepare).toContain(`The jail does not show ${hidden}, which the prepare command names`);
    expect(await change({ label: 'Project' })).toBe(ofPrepare);
    const again = ok(await scene.desk().call('add_root', { path: join(scene.project, 'src'), prepare }));
    expect(again.warning).toMatch(new RegExp(`^Mode work shows .* The jail does not show ${hidden}, `));
    ok(await scene.desk().call('remove_root', { rootId: again.id }));
    const { roots, agents } = ok(await scene.desk().call('read_delegation', {})) as DelegationView;
    expect(roots.map(({ warning }) => warning)).toEqual([ofPrepare]);
    expect(agents.flatMap(({ warning }) => warning ?? [])).toEqual([ofEntry]);
  });

  test('is not told to an agent, but for that of its own check', async () => {
    const [ofEntry, ofPrepare, ofCheck, ...more] = await told();
    expect(more).toEqual([]);
    expect(ofEntry).toMatch(
      /^The entry of peer names a path that no jail shows: a person .* has to change it there\.$/,
    );
    expect(ofPrepare).toMatch(/^The prepare command of the folder names a path that no jail shows: /);
    expect(ofCheck).toContain(`The jail does not show ${hidden}/data, which the check k names`);
    expect(`${ofEntry} ${ofPrepare}`).not.toContain('/');
  });

  test('is no more remarked once the jail shows it', async () => {
    expect(await set({ readOnly: [hidden] })).toBeNull();
    expect(await change({ caches: [hidden] })).toBeNull();
    expect(await told()).toEqual([]);
    expect(await change({ caches: [], prepare: null })).toBeNull();
  });
});

test('where the program of an agent should lie is told to persons alone: beforehand, and when a run fails for it', async () => {
  const argv = ['/var/lib/nobody/bin/peer'];
  ok(await scene.desk().call('set_agent', { agentId: 'lost', base: 'custom', allowed: true, argv }));
  await grant(scene, { agentIds: ['lost'] });
  const wish = { mode: 'analyze', execution: { model: 'lost' } };
  const said = await preflight(scene, wish);
  const scope = ok(await scene.agent().call('tandem_scope', {}));
  const { task_id } = await start(scene, script(['finish', 'success']), wish);
  const failed = await settle(scene, task_id);
  expect(failed.run).toMatchObject({ code: 'agent_missing', reason: expect.stringContaining(AT_THE_DESK) });
  const listed = ok(await scene.agent().call('tandem_list', {}));
  for (const answer of [said, scope, failed, listed]) {
    expect(JSON.stringify(answer)).toContain(`there is no program ${AT_THE_DESK}`);
    expect(JSON.stringify(answer)).not.toContain('nobody/bin');
  }
  const { agents } = ok(await scene.desk().call('read_delegation', {})) as DelegationView;
  expect(agents.find(({ id }) => id === 'lost')?.reason).toContain(argv[0]);
  expect((await view(scene, task_id)).run.reason).toContain(argv[0]);
});

test('tandem_scope tells the profiles, and whether the jail holds', async () => {
  const { profiles, jail } = ok(await scene.agent().call('tandem_scope', {}));
  expect(profiles).toMatchObject([
    { profile: 'quick', timeout_seconds: 600, thinking: 'low' },
    { profile: 'balanced', timeout_seconds: 1800, thinking: 'high' },
    { profile: 'deep', timeout_seconds: 3600 },
  ]);
  expect(jail).toMatchObject({ works: true, reasons: [] });
});
