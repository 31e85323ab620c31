/**
 * Persons, keys and tokens. No command here is an agent's tool; each is called with a desk key, or by pairing while the
 * home never had a person.
 */

import { compareInstants } from '../../kit/compare.ts';
import { DAY_MS } from '../../kit/durations.ts';
import { refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import { isAhead } from '../state/log-clock.ts';
import type { State } from '../state/state.ts';
import { formatInstant } from '../workspace/time.ts';
import type { Key, Person, Token } from './access.ts';
import { bindVisitor } from './visitor.ts';

export interface NewKey {
  /** SHA-256 of the SPKI bytes, hex. */
  readonly id: string;
  readonly publicKey: string;
  readonly label: string;
}

/** The first person of a home. "Never had a person" is permanent: it ends here. */
export function pairFirst(
  state: State,
  input: NewKey & { readonly name: string },
  context: Context,
): Decision<{ keyId: string; personId: string }> {
  if (!isPairingOpen(state)) {
    return refuse({
      code: 'pairing_closed',
      message: 'This home has a person already.',
      next: 'Add the browser at the desk, under Access.',
    });
  }
  if (state.tables.key.has(input.id)) {
    return refuse({ code: 'forbidden', message: 'That key is known already.', next: 'Make a new key in the browser.' });
  }
  // After `recover` the person is still there, without any key: the same person pairs again.
  const known = state.tables.person.get(state.workspace.ownerId ?? '');
  const person: Person = known ?? { id: context.nextId(), name: input.name, role: 'owner', createdAt: context.at };
  const key = makeKey(input, person.id, 'desk', context.at);
  const changes: Change[] = [created('key', key)];
  if (!known) changes.unshift(created('person', person));
  const { hadPerson, awaitsPairing } = state.workspace;
  if (!hadPerson || !known || awaitsPairing) {
    const set = { hadPerson: true, ownerId: person.id, ...(awaitsPairing && { awaitsPairing: false }) };
    changes.push(edited('workspace', state.workspace, set));
  }
  return decided(
    { keyId: key.id, personId: person.id },
    {
      type: 'person.paired',
      summary: `paired the browser ${cut(key.label, 60)} as ${cut(person.name, 60)}`,
      changes,
      raisesVersion: false,
    },
  );
}

/**
 * A browser may pair with a code of the terminal while the home never had a person, and once more after `recover`
 * voided every key: until then nobody but the terminal is there to say who comes in. Revoking one's own keys opens
 * nothing.
 */
export function isPairingOpen(state: State): boolean {
  const { hadPerson, recoveredAt, awaitsPairing } = state.workspace;
  if (!hadPerson) return true;
  if (awaitsPairing !== undefined) return awaitsPairing;
  if (recoveredAt === null) return false;
  for (const key of state.tables.key.values()) {
    if (key.revokedAt === null || compareInstants(key.createdAt, recoveredAt) > 0) return false;
  }
  return true;
}

function makeKey(input: NewKey, personId: string, origin: Key['origin'], at: string): Key {
  return {
    id: input.id,
    personId,
    origin,
    publicKey: input.publicKey,
    label: input.label,
    createdAt: at,
    revokedAt: null,
  };
}

export interface KeyToEnrol extends NewKey {
  readonly personId: string;
  readonly origin: Key['origin'];
  /** SHA-256 of the secret of the page's visitor, hex: it becomes the visitor of that key. */
  readonly visitorHash?: string;
}

export function enrolKey(state: State, input: KeyToEnrol, context: Context): Decision<{ keyId: string }> {
  const known = state.tables.key.get(input.id);
  if (known && (known.revokedAt !== null || known.personId !== input.personId || known.origin !== input.origin)) {
    return refuse({
      code: 'forbidden',
      message: 'That key is known and may not be enrolled again.',
      next: 'Make a new key in the browser.',
    });
  }
  const { visitorHash } = input;
  const bound =
    visitorHash === undefined ? null : bindVisitor(state, { secretHash: visitorHash, keyId: input.id }, context);
  if (bound && 'code' in bound) return refuse(bound);
  const visitor = bound ? [bound] : [];
  if (known) return rebound(known, visitor);
  return decided(
    { keyId: input.id },
    {
      type: 'key.enrolled',
      summary: `enrolled the ${input.origin} key of ${cut(input.label, 60)}`,
      changes: [created('key', makeKey(input, input.personId, input.origin, context.at)), ...visitor],
      raisesVersion: false,
    },
  );
}

/** The browser is known, its visitor may be new (a restore or a cleared storage). */
function rebound(key: Key, changes: readonly Change[]): Decision<{ keyId: string }> {
  if (changes.length === 0) return decided({ keyId: key.id });
  return decided(
    { keyId: key.id },
    {
      type: 'token.changed',
      summary: `bound the visitor of ${cut(key.label, 60)} again`,
      changes,
      raisesVersion: false,
    },
  );
}

export function revokeKey(state: State, id: string, context: Context): Decision<null> {
  const key = state.tables.key.get(id);
  if (!key) return refuse({ code: 'not_found', message: 'No key has that id.', next: 'Read the access page again.' });
  if (key.revokedAt !== null) return decided(null);
  return decided(null, {
    type: 'key.revoked',
    summary: `removed the browser ${cut(key.label, 60)} (${key.origin})`,
    changes: [edited('key', key, { revokedAt: context.at })],
    raisesVersion: false,
  });
}

export interface NewToken {
  /** Visitors come another way: `visitor.ts`. */
  readonly kind: Exclude<Token['kind'], 'visitor'>;
  readonly label: string;
  readonly secretHash: string;
  readonly expiresInDays?: number;
  readonly openProposals?: number;
  readonly readOnly?: boolean;
}

export function makeToken(input: NewToken, context: Context): Decision<Token> {
  const token = newToken(input, 'active', context);
  return decided(token, {
    type: 'token.made',
    summary: `made the token ${cut(token.label, 60)}`,
    changes: [created('token', token)],
    raisesVersion: false,
  });
}

/**
 * A bridge's or the terminal's token, by the hash of its secret: found, or enrolled. Once a person exists a new bridge
 * waits for the desk; a revoked one stays dead.
 */
export function enrolToken(state: State, input: NewToken, context: Context): Decision<Token> {
  const id = state.index.tokenBySecret.get(input.secretHash);
  const known = id === undefined ? undefined : state.tables.token.get(id);
  if (known) return decided(known);
  const waits = input.kind === 'agent' && state.workspace.hadPerson;
  const token = newToken(input, waits ? 'waiting' : 'active', context);
  return decided(token, {
    type: 'token.made',
    summary: `enrolled the ${token.kind} ${cut(token.label, 60)}${waits ? ', which waits to be allowed' : ''}`,
    changes: [created('token', token)],
    raisesVersion: false,
  });
}

function newToken(input: NewToken, state: Token['state'], context: Context): Token {
  const { nowMs, clockMs } = context;
  const ahead = input.expiresInDays !== undefined && isAhead(nowMs, clockMs);
  const beginMs = ahead ? clockMs : nowMs;
  return {
    id: context.nextId(),
    label: input.label,
    kind: input.kind,
    secretHash: input.secretHash,
    state,
    createdAt: context.at,
    createdBy: context.author.label,
    expiresAt: input.expiresInDays === undefined ? null : formatInstant(beginMs + input.expiresInDays * DAY_MS),
    ...(ahead && { clockAt: formatInstant(clockMs) }),
    revokedAt: null,
    limits: { openProposals: input.openProposals ?? 3, readOnly: input.readOnly ?? false },
    boundKeyId: null,
  };
}

export interface TokenChange {
  readonly label?: string;
  readonly openProposals?: number;
  readonly readOnly?: boolean;
  readonly allow?: boolean;
}

export function changeToken(state: State, id: string, input: TokenChange): Decision<null> {
  const token = state.tables.token.get(id);
  if (!token)
    return refuse({ code: 'not_found', message: 'No token has that id.', next: 'Read the access page again.' });
  if (token.state === 'revoked') {
    return refuse({ code: 'not_open', message: 'The token is revoked; that is for ever.', next: 'Make a new token.' });
  }
  const limits = {
    openProposals: input.openProposals ?? token.limits.openProposals,
    readOnly: input.readOnly ?? token.limits.readOnly,
  };
  const allowed = input.allow === true && token.state === 'waiting';
  const set: Partial<Token> = { label: input.label ?? token.label, limits, state: allowed ? 'active' : token.state };
  return decided(null, {
    type: 'token.changed',
    summary: `${allowed ? 'allowed' : 'changed'} the token ${cut(token.label, 60)}`,
    changes: [edited('token', token, set)],
    raisesVersion: false,
  });
}

export function revokeToken(state: State, id: string, context: Context): Decision<null> {
  const token = state.tables.token.get(id);
  if (!token)
    return refuse({ code: 'not_found', message: 'No token has that id.', next: 'Read the access page again.' });
  if (token.state === 'revoked') return decided(null);
  return decided(null, {
    type: 'token.revoked',
    summary: `revoked the token ${cut(token.label, 60)}`,
    changes: [edited('token', token, { state: 'revoked', revokedAt: context.at })],
    raisesVersion: false,
  });
}
