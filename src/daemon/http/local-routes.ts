/**
 * For programs of this installation that can read the home: enrol a bridge or the terminal, ask for the pairing code,
 * the state, a backup, the end. Every answer proves the daemon in return (`x-sidekicks-proof`). None of it decides
 * anything about a plan, and no verb of the desk is here.
 */

import { secretHash } from '../../app/secrets.ts';
import type { Token } from '../../core/access/access.ts';
import { isPairingOpen } from '../../core/access/access-commands.ts';
import { done, type Result } from '../../kit/result.ts';
import { openBlobs } from '../../store/files/blobs.ts';
import { derivedSecret } from '../auth/derived-secret.ts';
import { writeBackup } from '../backup.ts';
import { hint } from '../hint.ts';
import { isLabel, labelRule } from '../label.ts';
import { refused } from '../refusals.ts';
import { answerResult } from './answers.ts';
import type { Edge, Exchange, Route } from './edge.ts';
import { parseJson } from './json.ts';

const TERMINAL_LABEL = 'Terminal';

type Given = Readonly<Record<string, unknown>>;

export const localRoutes: readonly Route[] = [
  local('status', async (edge) => done(status(edge))),
  local('enrol', enrol),
  local('pair-code', async (edge) => openPairing(edge)),
  local('backup', async (edge, { file }) => writeBackup(edge.app.store, openBlobs(edge.home.blobs), file)),
  local('stop', async (edge) => {
    edge.requestStop();
    return done({ pid: process.pid });
  }),
];

function local(verb: string, work: (edge: Edge, given: Given) => Promise<Result<unknown>>): Route {
  const handle = async ({ edge, body }: Exchange) => {
    const given = body.length === 0 ? done({}) : parseJson(body);
    if (!given.ok) return answerResult(given);
    return answerResult(await work(edge, (given.value ?? {}) as Given));
  };
  return { method: 'POST', path: `/local/${verb}`, callers: ['home'], handle };
}

export interface DaemonStatus {
  readonly version: string;
  readonly pid: number;
  readonly home: string;
  readonly url: string;
  readonly deskUrl: string;
  readonly workspaceId: string;
  readonly workspace: string;
  readonly workspaceVersion: number;
  readonly hadPerson: boolean;
  /** `sidekicks pair` prints a code: nobody has paired yet, or nobody since `recover`. */
  readonly terminalPairs: boolean;
  /** When the log ends, if that is more than five minutes ahead of this computer's clock. */
  readonly logEndsAhead: string | null;
}

function status(edge: Edge): DaemonStatus {
  const state = edge.app.state();
  const { workspace } = state;
  return {
    version: edge.version,
    pid: process.pid,
    home: edge.home.path,
    url: edge.urls.workspace,
    deskUrl: edge.urls.desk,
    workspaceId: edge.app.workspaceId,
    workspace: workspace.name,
    workspaceVersion: workspace.version,
    hadPerson: workspace.hadPerson,
    terminalPairs: isPairingOpen(state),
    logEndsAhead: edge.app.logEndsAhead(),
  };
}

export interface Enrolled {
  readonly workspaceId: string;
  readonly version: string;
  readonly state: Token['state'];
}

/** The daemon derives the token itself, so that nobody can enrol a hash of their own choosing. */
async function enrol(edge: Edge, given: Given): Promise<Result<Enrolled>> {
  const { kind, label } = given;
  if ((kind !== 'agent' && kind !== 'terminal') || typeof label !== 'string' || !isLabel(label)) {
    const problem = {
      code: 'bad_label',
      path: '/label',
      message: labelRule,
      fix: 'Choose such a label, for example claude.',
    };
    return refused('invalid_input', { problems: [problem] });
  }
  // One terminal: other labels would be a way past a revoked one, and past the limit of open proposals.
  if (kind === 'terminal' && label !== TERMINAL_LABEL) return refused('forbidden');
  const { workspaceId } = edge.app;
  const secret = derivedSecret(edge.home.secret(), { workspaceId, kind, label });
  const via = kind === 'agent' ? 'mcp-stdio' : 'cli';
  const token = await edge.app.credentials.enrolToken({ kind, label, secretHash: secretHash(secret), via });
  return token.ok ? done({ workspaceId, version: edge.version, state: token.value.state }) : token;
}

function pairedAlready({ urls, home }: Edge) {
  const recover = `${hint('stop', home.path)}, then ${hint('recover', home.path)}`;
  return {
    message: 'A person has paired with this home, and from then on no code is printed for it.',
    next: `Add a browser from a paired one: ${urls.desk}/access, "Add a browser". If every paired browser is lost: ${recover}.`,
  };
}

function openPairing(edge: Edge): Result<unknown> {
  if (!isPairingOpen(edge.app.state())) return refused('pairing_closed', pairedAlready(edge));
  edge.log.info('a pairing code was asked for by a terminal');
  return done(edge.app.credentials.pairing.open({ who: 'first' }));
}
