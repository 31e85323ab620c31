/**
 * Who gets through to which route, over the router's own list: every credential on every route of both origins. A route
 * that has no row here fails the test, so nobody adds one without saying who may.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteCaller } from '../../src/daemon/http/edge.ts';
import { routesOf } from '../../src/daemon/http/routes.ts';
import type { WorkspaceView } from '../../src/protocol/views.ts';
import { type DaemonProcess, makeHome, startDaemon } from '../rigs/daemon.ts';
import { ok } from '../rigs/people.ts';
import { type Attempt, type Cast, castFor } from './attempts.ts';
import { open, send } from './request.ts';

type Rows = Readonly<Record<string, readonly RouteCaller[]>>;

const posts = (names: string, callers: readonly RouteCaller[]): Rows =>
  Object.fromEntries(names.split(' ').map((name) => [`POST /api/${name}`, callers]));

const open_: Rows = {
  'GET /healthz': ['anyone'],
  'GET /api/hello': ['anyone'],
  'GET /api/nonces': ['anyone'],
  'GET /*': ['anyone'],
};

/** What a person does with tasks, in either page. */
const byHand =
  'create_task edit_task trash_task restore_task create_commitment edit_commitment remove_commitment undo_change ' +
  'undo_plan comment_proposal save_draft read_draft empty_example';

/** An agent's own tools of delegation; a worker's two are on no route at all. */
const byDelegating =
  'tandem_start tandem_continue tandem_result tandem_wait tandem_reply tandem_cancel tandem_list tandem_scope ' +
  'tandem_project_context delegate_task';

/** What a person reads of runs, in either page. */
const ofRuns = 'read_runs read_run read_run_log read_inbox read_usage';

const rows: Readonly<Record<'workspace' | 'desk', Rows>> = {
  workspace: {
    ...open_,
    ...posts('match_sidekicks_to_task consult_sidekick evaluate_task_plan stage_task_plan', [
      'agent',
      'visitor',
      'terminal',
    ]),
    ...posts('commit_task_plan withdraw_proposal', ['agent', 'visitor', 'terminal']),
    ...posts('get_workspace_state get_proposal get_task search_tasks', ['agent', 'visitor', 'terminal', 'workspace']),
    ...posts('read_workspace read_activity read_proposal read_tools', ['workspace', 'visitor']),
    ...posts(byHand, ['workspace']),
    ...posts('import_tasks', ['terminal']),
    ...posts(byDelegating, ['agent']),
    ...posts('tandem_publish_artifact tandem_context_read', ['agent']),
    ...posts('tandem_read_artifact', ['agent', 'workspace']),
    ...posts(ofRuns, ['workspace']),
    'POST /api/visitor': ['anyone'],
    'GET /api/feed': ['visitor', 'terminal', 'workspace'],
    'GET /mcp': ['agent'],
    'POST /mcp': ['agent'],
    'DELETE /mcp': ['agent'],
    'POST /local/status': ['home'],
    'POST /local/enrol': ['home'],
    'POST /local/pair-code': ['home'],
    'POST /local/backup': ['home'],
    'POST /local/stop': ['home'],
  },
  desk: {
    ...open_,
    ...posts('get_workspace_state get_proposal get_task search_tasks evaluate_task_plan commit_task_plan', ['desk']),
    ...posts('read_workspace read_activity read_proposal read_tools', ['desk']),
    ...posts(byHand, ['desk']),
    ...posts('approve_proposal request_changes reject_proposal edit_proposal', ['desk']),
    ...posts('read_access make_token change_token revoke_token start_pairing enrol_workspace_key revoke_key', ['desk']),
    ...posts('read_sidekicks change_sidekick offer_sidekick bring_in_skill activate_sidekick drop_offer', ['desk']),
    ...posts('change_calendar read_import read_imports decide_import redact_event', ['desk']),
    ...posts(ofRuns, ['desk']),
    ...posts('tandem_context_read tandem_read_artifact read_delegation', ['desk']),
    ...posts('add_root change_root remove_root set_agent change_limits make_grant revoke_grant stop_runs', ['desk']),
    ...posts('cancel_run answer_question decide_request apply_result accept_run send_back_run', ['desk']),
    ...posts('observe_checks accept_changed_check confirm_context drop_worktree', ['desk']),
    'POST /api/pair': ['anyone'],
    'GET /api/feed': ['desk'],
  },
};

const home = makeHome();
let daemon: DaemonProcess;
let cast: Cast;

beforeAll(async () => {
  daemon = await startDaemon(home.path);
  cast = await castFor(daemon);
});
afterAll(async () => {
  await daemon?.stop();
  await home.remove();
});

const urlOf = (origin: 'workspace' | 'desk') => (origin === 'desk' ? daemon.deskUrl : daemon.url);

/** No operation takes this field, so whoever gets through is told so, and nothing happens. */
const PROBE = '{"no_such_field":true}';

async function tryRoute(origin: 'workspace' | 'desk', row: string, { headersFor }: Attempt): Promise<number> {
  const [method = '', path = ''] = row.split(' ');
  const isFeed = path === '/api/feed';
  const target = {
    origin: urlOf(origin),
    method,
    path: isFeed ? `${path}?after=0` : path,
    body: method === 'POST' ? PROBE : '',
  };
  const sent = { ...target, headers: await headersFor(target) };
  return isFeed ? open(target.origin, sent) : (await send(target.origin, sent)).status;
}

/** Too many failures in a minute are told apart from the rest; they are refused all the same. */
const REFUSED = [401, 403, 429];

describe.each(['workspace', 'desk'] as const)('the %s origin', (origin) => {
  const gated = Object.entries(rows[origin]).filter(([, callers]) => !callers.includes('anyone'));

  test('has exactly these routes, for exactly these callers', () => {
    const found = routesOf(origin).map(({ method, path, callers }) => [`${method} ${path}`, [...callers].sort()]);
    const expected = Object.entries(rows[origin]).map(([row, callers]) => [row, [...callers].sort()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    expect(found).toHaveLength(expected.length);
  });

  test.each(gated)('%s', async (row, callers) => {
    for (const attempt of cast.attempts) {
      const isCaller = attempt.kind !== null && callers.includes(attempt.kind);
      // Reaching these for real would stop the daemon or fill the disk.
      if (isCaller && row.startsWith('POST /local/') && row !== 'POST /local/status') continue;
      const status = await tryRoute(origin, row, attempt);
      if (isCaller) expect(REFUSED, `${attempt.name} gets through`).not.toContain(status);
      else expect(REFUSED, `${attempt.name} is refused`).toContain(status);
    }
  });
});

test('the verbs of the desk are nowhere on the workspace origin, for no credential', async () => {
  const verbs = routesOf('desk').filter(({ path }) => !routesOf('workspace').some((one) => one.path === path));
  expect(verbs.length).toBeGreaterThan(20);
  for (const { method, path } of verbs) {
    for (const attempt of cast.attempts) {
      expect([401, 403, 404, 429], `${attempt.name} ${path}`).toContain(
        await tryRoute('workspace', `${method} ${path}`, attempt),
      );
    }
  }
});

test('other methods and spellings of a desk route reach nothing', async () => {
  for (const { headersFor } of cast.attempts) {
    for (const [method, path] of [
      ['GET', '/api/approve_proposal'],
      ['PUT', '/api/approve_proposal'],
      ['POST', '/api/approve_proposal/'],
      ['POST', '//api/approve_proposal'],
      ['POST', '/API/approve_proposal'],
      ['POST', '/api/../api/approve_proposal'],
      ['POST', '/api/approve%5Fproposal%00'],
    ] as const) {
      const target = { origin: daemon.deskUrl, method, path, body: method === 'GET' ? '' : PROBE };
      const { status, refusal } = await send(daemon.deskUrl, { ...target, headers: await headersFor(target) });
      expect([401, 403, 404, 405, 422, 429], `${method} ${path}`).toContain(status);
      if (status === 422) expect(refusal?.code).toBe('invalid_input');
    }
  }
});

test('none of it changed anything, and nothing was said to anyone', async () => {
  const { entries } = ok(await cast.person.call('read_activity', { limit: 100 }));
  const authors = new Set(entries.map(({ author }) => author.kind));
  expect([...authors].filter((kind) => kind === 'agent')).toEqual([]);
  const view: WorkspaceView = ok(await cast.person.call('read_workspace', {}));
  expect(view.tasks).toEqual([]);
  expect(view.proposals).toEqual([]);
});
