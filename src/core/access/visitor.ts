/**
 * Visitors: what agents in a workspace page call as.
 *
 * Invariants:
 * 1. A visitor's id is made of its secret, so that no row is ever handed to another secret.
 * 2. A visitor is written down only when a person binds it, or with the plan that it stages in the untouched example: who
 *    only looks leaves nothing in the log.
 * 3. It is bound by the hash of its secret, which the page that asks to be let in names: nobody else has that secret.
 */
import { sha256 } from '../../kit/json.ts';
import { type Refusal, refuse } from '../../kit/result.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change, EventDraft } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { Token } from './access.ts';
import type { Author } from './author.ts';

/** The seeded workspace of a home that never had a person: only visiting agents acted. */
export function isUntouchedExample(state: State): boolean {
  return state.workspace.example && !state.workspace.hadPerson;
}

/** When a visitor may read: in a browser that a person paired, or in the example while it is untouched. */
export function isBound(state: State, visitor: Token | null): boolean {
  if (isUntouchedExample(state)) return true;
  const key = state.tables.key.get(visitor?.boundKeyId ?? '');
  return key !== undefined && key.revokedAt === null;
}

/** Nobody wrote it down: a secret of ours, and nothing else. */
export function passingVisitor(secretHash: string): Token {
  return {
    id: `visitor-${sha256(`sidekicks-visitor-id\n${secretHash}`).slice(0, 32)}`,
    label: 'Browser visitor',
    kind: 'visitor',
    secretHash,
    state: 'active',
    createdAt: '',
    createdBy: '',
    expiresAt: null,
    revokedAt: null,
    limits: { openProposals: 3, readOnly: false },
    boundKeyId: null,
  };
}

export function isPassing(state: State, visitor: Token): boolean {
  return visitor.kind === 'visitor' && !state.tables.token.has(visitor.id);
}

/**
 * As whom its calls are remembered: passing visitors are one, or anybody could make the notes grow by asking for a new
 * secret before each call.
 */
export function rememberedAs(state: State, author: Author): Author {
  return author.kind === 'visitor' && !state.tables.token.has(author.id) ? { ...author, id: 'visitor' } : author;
}

/** Visitors that may leave plans in the untouched example: each is a row for ever, and anybody may make any number. */
export const VISITORS = 100;

/** The event that writes a passing visitor down, for the one that its plan makes; none when it is known. */
export function enterVisitor(state: State, visitor: Token | null, context: Context): Decision<null> {
  if (!visitor || !isPassing(state, visitor)) return decided(null);
  if (!isUntouchedExample(state)) return refuse(notPaired);
  const rows = [...state.tables.token.values()].filter(({ kind }) => kind === 'visitor');
  if (rows.length >= VISITORS) return refuse(tooMany);
  return decided(null, madeEvent(visitor, null, context));
}

function madeEvent(visitor: Token, boundKeyId: string | null, context: Context): EventDraft {
  return {
    type: 'token.made',
    summary: `noted the visitor ${visitor.label}`,
    changes: [rowOf(visitor, boundKeyId, context)],
    raisesVersion: false,
  };
}

function rowOf(visitor: Token, boundKeyId: string | null, context: Context): Change {
  return created('token', { ...visitor, createdAt: context.at, createdBy: context.author.label, boundKeyId });
}

const notPaired: Refusal = {
  code: 'not_paired',
  message: 'This browser is not paired and the workspace is in use.',
  next: 'Ask the person to pair this browser: open the workspace page and follow "Pair this browser".',
};

const tooMany: Refusal = {
  code: 'too_many_proposals',
  message: `${VISITORS} visitors have left plans in this example, and no more may.`,
  next: 'Ask the person to pair a browser with the desk: the start of Sidekicks prints how.',
};

/** The change that binds a visitor to a key of the workspace page; null = it is bound to it already. */
export function bindVisitor(
  state: State,
  { secretHash, keyId }: { readonly secretHash: string; readonly keyId: string },
  context: Context,
): Change | Refusal | null {
  const known = state.tables.token.get(state.index.tokenBySecret.get(secretHash) ?? '');
  if (!known) return rowOf(passingVisitor(secretHash), keyId, context);
  if (known.kind !== 'visitor' || known.state !== 'active') {
    return {
      code: 'forbidden',
      message: 'What this page asks to be let in with it is no visitor, or a revoked one.',
      next: 'Load the workspace page again, then start from there.',
    };
  }
  return known.boundKeyId === keyId ? null : edited('token', known, { boundKeyId: keyId });
}
