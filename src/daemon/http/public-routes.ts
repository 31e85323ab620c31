/** What a browser without a key may ask: who is there, a nonce, a visitor's token, and pairing. */

import { readPublicKey } from '../../app/public-key.ts';
import { isPairingOpen } from '../../core/access/access-commands.ts';
import { isUntouchedExample } from '../../core/access/visitor.ts';
import { done, type Problem, type Result } from '../../kit/result.ts';
import { isBlank } from '../../kit/text.ts';
import type { Hello } from '../../protocol/views.ts';
import { visitorSecret } from '../auth/visitor-secret.ts';
import { pairLines } from '../hint.ts';
import { refused } from '../refusals.ts';
import { answer, answerRefusal, answerResult } from './answers.ts';
import type { Edge, Exchange, Route } from './edge.ts';
import { parseJson } from './json.ts';

const NONCES = 8;

export const helloRoutes: readonly Route[] = [
  { method: 'GET', path: '/healthz', callers: ['anyone'], handle: ({ edge }) => answer(health(edge)) },
  { method: 'GET', path: '/api/hello', callers: ['anyone'], handle: ({ edge }) => answer(hello(edge)) },
  {
    method: 'GET',
    path: '/api/nonces',
    callers: ['anyone'],
    handle: ({ edge }) => answer({ nonces: edge.nonces.issue(NONCES) }),
  },
];

export const visitorRoute: Route = {
  method: 'POST',
  path: '/api/visitor',
  callers: ['anyone'],
  handle: newVisitor,
};

export const pairRoute: Route = { method: 'POST', path: '/api/pair', callers: ['anyone'], handle: pair };

function health({ version }: Edge) {
  return { ok: true, app: 'sidekicks', version };
}

function hello(edge: Edge): Hello {
  const state = edge.app.state();
  const { workspace } = state;
  return {
    app: 'sidekicks',
    version: edge.version,
    workspaceUrl: edge.urls.workspace,
    deskUrl: edge.urls.desk,
    workspaceName: isUntouchedExample(state) ? workspace.name : '',
    epoch: workspace.epoch,
    hadPerson: workspace.hadPerson,
    terminalPairs: isPairingOpen(state),
    openExample: isUntouchedExample(state),
    recoveredAt: workspace.recoveredAt,
    lines: pairLines(edge.home.path),
    nonces: edge.nonces.issue(NONCES),
  };
}

/**
 * Only our own page: a browser always names its origin here, and other programs have better credentials. Nothing is
 * written, so that nobody makes the log grow by asking.
 */
function newVisitor({ c, edge }: Exchange): Response {
  if (c.env.incoming.headers.origin !== edge.urls.workspace) return answerRefusal(refused('bad_origin').refusal);
  return answer({ secret: visitorSecret(edge.home.secret(), edge.app.state().workspace.epoch) });
}

interface PairInput {
  readonly code: string;
  readonly name: string;
  readonly label: string;
  readonly publicKey: string;
}

async function pair({ edge, body }: Exchange): Promise<Response> {
  if (!edge.limits.pairings.note()) return answerRefusal(refused('rate_limited').refusal);
  const input = readPairInput(body);
  if (!input.ok) return answerRefusal(input.refusal);
  return answerResult(await pairWith(edge, input.value));
}

function noCodeShown({ home }: Edge) {
  return { message: 'No pairing code is shown now.', next: `Get one in a terminal: ${pairLines(home.path).pair}` };
}

async function pairWith(edge: Edge, { code, name, label, publicKey }: PairInput) {
  const { credentials } = edge.app;
  const isClosed = isNoCodeShown(edge);
  const pairs = credentials.pairing.take(code);
  if (!pairs) return isClosed ? refused('pairing_closed', noCodeShown(edge)) : refused('wrong_code');
  if (pairs.who === 'first') return credentials.pairFirst({ name, label, publicKey });
  const { personId } = pairs;
  const person = edge.app.state().tables.person.get(personId);
  if (!person) return refused('wrong_code');
  const by = { kind: 'desk', id: personId, label: person.name, via: 'desk' } as const;
  const paired = await credentials.pairMore({ personId, publicKey, label: label || pairs.label, by });
  return paired.ok ? done({ ...paired.value, personId }) : paired;
}

/** Whether no code at all could be right: the desk gives codes only once a browser is paired. */
function isNoCodeShown({ app }: Edge): boolean {
  return !app.credentials.pairing.isFirstOpen() && isPairingOpen(app.state());
}

function readPairInput(body: Uint8Array): Result<PairInput> {
  const parsed = parseJson(body);
  if (!parsed.ok) return parsed;
  const given = (typeof parsed.value === 'object' && parsed.value !== null ? parsed.value : {}) as Record<
    string,
    unknown
  >;
  const problems: Problem[] = [];
  const text = (field: string, max: number, isNeeded: boolean): string => {
    const value = given[field] ?? (isNeeded ? null : '');
    if (typeof value === 'string' && value.length <= max && (!isNeeded || !isBlank(value))) return value.trim();
    const message = `Must be text of ${isNeeded ? '1' : '0'} to ${max} characters.`;
    problems.push({ code: 'bad_text', path: `/${field}`, message, fix: 'Send such a text.' });
    return '';
  };
  const input = {
    code: text('code', 40, true),
    name: text('name', 60, true),
    label: text('label', 60, false),
    publicKey: text('publicKey', 200, true),
  };
  if (problems.length === 0 && !readPublicKey(input.publicKey)) {
    const fix = 'Export the key with exportKey("spki") and write it as base64url.';
    problems.push({ code: 'bad_key', path: '/publicKey', message: 'Not an ECDSA P-256 public key.', fix });
  }
  return problems.length > 0 ? refused('invalid_input', { problems }) : done(input);
}
