/** What a grant lets start, and which starts are the same. */
import { describe, expect, test } from 'vitest';
import type { Token } from '../access/access.ts';
import { absorb } from '../state/absorb.ts';
import type { AgentEntry } from './agent.ts';
import { coveringGrant, whyNotCovered } from './covering-grant.ts';
import { costing, end, launch, running, started } from './fixture/steps.ts';
import { caller, person, World } from './fixture/world.ts';
import { makeGrant, previewGrant, revokeGrant } from './grant-commands.ts';
import { grantWaiting } from './grant-waiting.ts';
import { passGate } from './last-gate.ts';
import { changeLimits, removeRoot, stopRuns } from './place-commands.ts';
import type { Run } from './run.ts';
import { cancelRun } from './run-life.ts';
import { continueRun } from './start-run.ts';
import { RUNS_A_DAY, RUNS_OF_TOKEN } from './token-limits.ts';

describe('grants', () => {
  const world = () => new World();

  test.each([
    ['the wrong agent', { agentIds: ['other'] }, /does not name the agent rig/],
    ['the wrong mode', { modes: ['think'] as const }, /does not allow analyze/],
    ['of another run', { runId: 'x' }, null],
  ])('%s lets nothing start', (_name, more, why) => {
    const here = world();
    const id = here.grant(more);
    if (why === null) expect(id).toBe('invalid_grant');
    else {
      const run = started(here);
      expect(run.status).toBe('waiting_grant');
      const grant = here.state.tables.grant.get(id);
      const wish = { runId: run.id, rootId: here.rootId, agentId: 'rig', mode: 'analyze' } as const;
      if (grant) expect(whyNotCovered(here.state, grant, wish, here.nowMs)).toMatch(why);
    }
  });

  test('a root that was taken back takes its grants along', () => {
    const here = world();
    here.grant();
    here.do((state, context) => removeRoot(state, here.rootId, context), person);
    expect(here.start()).toBe('cwd_outside_roots');
    expect(here.grant()).toBe('invalid_grant');
  });

  test('launches used up', () => {
    const here = world();
    here.grant({ maxLaunches: 1 });
    // Both are let start; the launch is what counts.
    const [first, second] = [started(here), started(here)];
    expect(second.status).toBe('starting');
    launch(here, first.id);
    expect(launch(here, second.id)).toBeNull();
    expect(here.run(second.id)).toMatchObject({ status: 'waiting_grant', grantId: null, launchedAt: null });
    expect(started(here).status).toBe('waiting_grant');
  });

  test('its end passed, also for what waits in the queue', () => {
    const here = world();
    here.grant({ until: new Date(here.nowMs + 1000).toISOString() });
    const run = started(here);
    here.nowMs += 1000;
    expect(launch(here, run.id)).toBeNull();
    expect(here.run(run.id).status).toBe('waiting_grant');
    expect(here.grant({ until: new Date(here.nowMs).toISOString() })).toBe('invalid_grant');
  });

  test('revoked before the launch: back to waiting, and nothing launches', () => {
    const here = world();
    const id = here.grant();
    const [queued, on] = [started(here), started(here)];
    launch(here, on.id);
    here.do((state, context) => revokeGrant(state, id, context), person);
    expect(here.run(queued.id)).toMatchObject({ status: 'waiting_grant', grantId: null });
    expect(here.run(on.id).grantId).toBe(id);
    expect(launch(here, queued.id)).toBeNull();
    expect(here.do(grantWaiting)).toEqual([]);
  });

  const pass = (here: World, id: string, lease: { pid: number; startedAt: string } | null, env = {}) => {
    const entry = { ...(here.state.tables.agent.get('rig') as AgentEntry), env };
    return here.do((state, context) => passGate(state, id, { lease, entry }, context));
  };

  test.each<[string, (here: World, grantId: string) => unknown]>([
    ['revoked', (here, id) => here.do((state, context) => revokeGrant(state, id, context), person)],
    ['run out', (here) => here.pass(7_200_000)],
    [
      'of a folder that was taken back',
      (here) => here.do((state, context) => removeRoot(state, here.rootId, context), person),
    ],
    ['for an agent that is no longer allowed', (here) => here.allow('rig', false)],
  ])('%s between the launch and the process: the run waits again, and its launch is given back', (_name, change) => {
    const here = world();
    const grantId = here.grant({ maxLaunches: 1, until: new Date(here.nowMs + 3_600_000).toISOString() });
    const run = started(here);
    launch(here, run.id);
    expect(pass(here, run.id, null)).toBe(true);
    change(here, grantId);
    expect(pass(here, run.id, { pid: 1, startedAt: 'x' })).toBe(false);
    expect(here.run(run.id)).toMatchObject({ status: 'waiting_grant', grantId: null, launchedAt: null, lease: null });
    expect(here.state.index.launchesOf.get(grantId)).toBeUndefined();
    // Whoever was ending it has nothing to end.
    end(here, run.id, 'failed');
    expect(here.run(run.id).status).toBe('waiting_grant');
  });

  test('an agent whose entry was changed meanwhile starts with the new one or not at all', () => {
    const here = world();
    here.grant();
    const run = started(here);
    launch(here, run.id);
    expect(pass(here, run.id, null, { OLD: '1' })).toBe(false);
    expect(here.do(grantWaiting)).toEqual([run.id]);
    launch(here, run.id);
    expect(pass(here, run.id, { pid: 1, startedAt: 'x' })).toBe(true);
    expect(here.run(run.id).lease).toEqual({ pid: 1, startedAt: 'x' });
  });

  test('its token revoked while it waited in the queue: cancelled, and nothing launches', () => {
    const here = world();
    here.grant();
    const run = started(here);
    const token = { id: caller.id, state: 'revoked' } as Token;
    absorb(here.state, new Map([[`token:${token.id}`, { kind: 'token', id: token.id, entity: token }]]), []);
    expect(launch(here, run.id)).toBeNull();
    expect(here.run(run.id)).toMatchObject({ status: 'cancelled', code: 'token_revoked', launchedAt: null });
  });

  test('lets no more start than it can still launch, so that nothing is put back one by one', () => {
    const here = world();
    const runs = Array.from({ length: 10 }, () => started(here));
    here.grant({ maxLaunches: 3 });
    expect(here.do(grantWaiting)).toHaveLength(3);
    expect(here.do(grantWaiting)).toEqual([]);
    expect(runs.filter(({ id }) => here.run(id).status === 'starting')).toHaveLength(3);
  });

  test('a token has at most so many runs that have not ended', () => {
    const here = world();
    const runs = Array.from({ length: RUNS_OF_TOKEN }, () => started(here));
    expect(here.start()).toBe('too_many_runs');
    here.do((state, context) => cancelRun(state, runs[0]?.id ?? '', context));
    expect(typeof here.start()).not.toBe('string');
  });

  test('a token starts only so many runs within a day, also when it cancels each', () => {
    const here = world();
    let last = started(here);
    for (let at = 1; at < RUNS_A_DAY; at += 1) {
      here.do((state, context) => cancelRun(state, last.id, context));
      last = started(here);
    }
    here.do((state, context) => cancelRun(state, last.id, context));
    expect(here.start()).toBe('too_many_runs');
    const place = here.state.tables.conversation.get(last.conversationId);
    const turn = { ...last, startDigest: 'another', settings: last.settings };
    expect(place && here.do((state, context) => continueRun(state, place, turn, context))).toBe('too_many_runs');
    here.pass(86_400_001);
    expect(typeof here.start()).not.toBe('string');
  });

  test('a ceiling that is reached, and one that cannot be measured', () => {
    const here = world();
    here.grant({ costCeilingUsd: 1 });
    const spend = (cost: number | null) => {
      const run = started(here);
      launch(here, run.id);
      running(here, run.id);
      end(here, run.id, 'failed', costing(cost));
      return started(here).status;
    };
    expect(spend(0.4)).toBe('starting');
    expect(spend(0.6)).toBe('waiting_grant');
    const other = world();
    other.grant({ costCeilingUsd: 100 });
    const unknown = started(other);
    launch(other, unknown.id);
    end(other, unknown.id, 'failed', costing(null));
    expect(started(other).status).toBe('waiting_grant');
    // Without a ceiling an unknown cost holds nothing up.
    other.grant();
    expect(started(other).status).toBe('starting');
  });

  test('the grant of one run goes first and covers no other', () => {
    const here = world();
    const run = started(here);
    const own = here.grant({ runId: run.id, maxLaunches: 1 });
    here.grant();
    here.do(grantWaiting);
    expect(here.run(run.id).grantId).toBe(own);
    const other = started(here);
    expect(other.grantId).not.toBe(own);
  });

  test('the kill switch stands before every grant', () => {
    const here = world();
    here.grant();
    const queued = started(here);
    here.do(stopRuns, person);
    expect(here.run(queued.id)).toMatchObject({ status: 'cancelled', code: 'stopped' });
    expect(started(here).status).toBe('waiting_grant');
    here.grant();
    expect(here.do(grantWaiting)).toEqual([]);
    here.do((state) => changeLimits(state, { stopped: false }), person);
    expect(here.do(grantWaiting)).toHaveLength(1);
  });

  test('an agent that was taken off the list starts nothing', () => {
    const here = world();
    here.grant();
    here.allow('rig', false);
    expect(here.start()).toBe('unknown_agent');
    const wish = { runId: null, rootId: here.rootId, agentId: 'nobody', mode: 'analyze' } as const;
    expect(coveringGrant(here.state, wish, here.nowMs)).toBeNull();
  });
});

describe('what was previewed', () => {
  test('is what is made: not another grant, and not one that would start what came since', () => {
    const here = new World();
    const wish = {
      ...{ runId: null, rootId: here.rootId, agentIds: ['rig'], modes: ['analyze'] as const, commandDigests: [] },
      ...{ maxLaunches: 1, costCeilingUsd: null, until: '2099-01-01T00:00:00Z' },
      ...{ ask: false, openNetwork: false, unsandboxed: false },
    };
    const shownOf = () => {
      const preview = previewGrant(here.state, wish, here.nowMs);
      return preview.ok ? preview.value.shown : null;
    };
    const make = (shown: string | null, more: object = {}) =>
      here.do((state, context) => makeGrant(state, { ...wish, ...more, shown }, context), person);
    const shown = shownOf();
    expect([make(null), make(shown, { unsandboxed: true })]).toEqual(['preview_needed', 'preview_needed']);
    started(here);
    expect(make(shown)).toBe('preview_needed');
    expect(make(shownOf())).toMatchObject({ starts: [expect.any(String)] });
  });
});

describe('the same start', () => {
  test('is the same run while it lives and for ten minutes after, for the same token', () => {
    const world = new World();
    world.grant();
    const first = started(world, { startDigest: 'same' });
    world.nowMs += 86_400_000;
    expect(started(world, { startDigest: 'same' }).id).toBe(first.id);
    launch(world, first.id);
    running(world, first.id);
    end(world, first.id, 'failed');
    world.nowMs += 600_000;
    expect(started(world, { startDigest: 'same' }).id).toBe(first.id);
    const stranger = world.start({ startDigest: 'same' }, { ...caller, id: 'token-2' });
    expect((stranger as Run).id).not.toBe(first.id);
    world.nowMs += 1;
    expect(started(world, { startDigest: 'same' }).id).not.toBe(first.id);
  });
});
