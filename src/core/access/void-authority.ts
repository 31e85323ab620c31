/**
 * What `recover` and `restore` do to authority. Both end every signature, approval and key that they cannot vouch for
 * and begin a new epoch; neither touches tasks, proposals' words or the log behind them.
 */
import { type KeptPlaces, keepPlaces, voidGrants } from '../run/void-grants.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { Key, Person, Token } from './access.ts';

export interface Voided {
  readonly keys: number;
  readonly tokens: number;
  /** Those that were not used yet: a used one stays as what it was used for. */
  readonly approvals: number;
  readonly grants: number;
}

/** Voids every key, token, approval and grant. Persons stay as names; whoever pairs next is the owner again. */
export function recover(state: State, context: Context): Decision<Voided> {
  const keys = voidKeys(state, new Map(), context);
  const tokens = voidTokens(state, new Map(), context);
  const approvals = voidApprovals(state, context);
  const grants = voidGrants(state, context);
  const banner = edited('workspace', state.workspace, {
    epoch: context.nextId(),
    recoveredAt: context.at,
    awaitsPairing: true,
  });
  return decided(countOf({ keys, tokens, approvals, grants }), {
    type: 'workspace.recovered',
    summary: 'recovered the home in a terminal: every key, token, approval and grant is void',
    changes: [banner, ...keys, ...tokens, ...approvals, ...grants],
    raisesVersion: false,
  });
}

/** What the home keeps of its own while a backup takes the place of its workspace. */
export interface Kept extends KeptPlaces {
  readonly persons: ReadonlyMap<string, Person>;
  readonly keys: ReadonlyMap<string, Key>;
  readonly tokens: ReadonlyMap<string, Token>;
  readonly ownerId: string | null;
  readonly hadPerson: boolean;
  readonly recoveredAt: string | null;
  readonly awaitsPairing: boolean | undefined;
}

export const nothingKept: Kept = {
  persons: new Map(),
  keys: new Map(),
  tokens: new Map(),
  roots: new Map(),
  agents: new Map(),
  ownerId: null,
  hadPerson: false,
  recoveredAt: null,
  awaitsPairing: undefined,
};

/** `state` is the backup's. Who may enter is the home's alone: a key or token that the home does not have is void. */
export function restore(state: State, kept: Kept, context: Context): Decision<Voided> {
  const keys = voidKeys(state, kept.keys, context);
  const tokens = voidTokens(state, kept.tokens, context);
  const approvals = voidApprovals(state, context);
  const grants = voidGrants(state, context);
  const { workspace } = state;
  const moved = edited('workspace', workspace, {
    epoch: context.nextId(),
    ownerId: kept.ownerId,
    hadPerson: kept.hadPerson,
    recoveredAt: kept.recoveredAt,
    ...(kept.awaitsPairing !== workspace.awaitsPairing && { awaitsPairing: kept.awaitsPairing ?? false }),
    // A workspace that persons worked in must not become readable as the untouched example of a home without any.
    example: workspace.example && (kept.hadPerson || !workspace.hadPerson),
  });
  return decided(countOf({ keys, tokens, approvals, grants }), {
    type: 'workspace.restored',
    summary: 'restored a backup: the home keeps its own persons and keys, approvals are void',
    changes: [
      moved,
      ...bringPersons(state, kept.persons, context),
      ...keys,
      ...tokens,
      ...approvals,
      ...grants,
      ...keepPlaces(state, kept, context),
    ],
    raisesVersion: true,
  });
}

/** The home's persons come along; those that only the backup knows stay as names of what they did. */
function bringPersons(state: State, persons: Kept['persons'], context: Context): Change[] {
  const left = [...state.tables.person.values()].filter(
    (person) => !persons.has(person.id) && person.leftAt === undefined,
  );
  const changes = left.map((person) => edited('person', person, { leftAt: context.at }));
  for (const person of persons.values()) {
    const known = state.tables.person.get(person.id);
    changes.push(known ? edited('person', known, person) : created('person', person));
  }
  return changes;
}

function voidKeys(state: State, kept: Kept['keys'], context: Context): Change[] {
  const changes: Change[] = [];
  for (const key of state.tables.key.values()) {
    if (!kept.has(key.id) && key.revokedAt === null) changes.push(edited('key', key, { revokedAt: context.at }));
  }
  for (const key of kept.values()) {
    const known = state.tables.key.get(key.id);
    changes.push(known ? edited('key', known, key) : created('key', key));
  }
  return changes;
}

function voidTokens(state: State, kept: Kept['tokens'], context: Context): Change[] {
  const changes: Change[] = [];
  for (const token of state.tables.token.values()) {
    if (kept.has(token.id) || token.state === 'revoked') continue;
    changes.push(edited('token', token, { state: 'revoked', revokedAt: context.at }));
  }
  for (const token of kept.values()) {
    const known = state.tables.token.get(token.id);
    changes.push(known ? edited('token', known, token) : created('token', token));
  }
  return changes;
}

/** A proposal whose approval is void waits for a person again. */
function voidApprovals(state: State, context: Context): Change[] {
  const changes: Change[] = [];
  for (const approval of state.tables.approval.values()) {
    if (approval.voidedAt !== null || approval.usedAt !== null) continue;
    changes.push(edited('approval', approval, { voidedAt: context.at }));
  }
  for (const proposal of state.tables.proposal.values()) {
    if (proposal.status !== 'approved') continue;
    const set = { status: 'awaiting_approval', approvalId: null, updatedAt: context.at } as const;
    changes.push(edited('proposal', proposal, set));
  }
  return changes;
}

function countOf({ keys, tokens, approvals, grants }: Readonly<Record<keyof Voided, readonly Change[]>>): Voided {
  const isVoided = ({ set }: Change) => ('revokedAt' in set && set.revokedAt !== null) || 'voidedAt' in set;
  const count = (changes: readonly Change[]) => changes.filter(isVoided).length;
  return { keys: count(keys), tokens: count(tokens), approvals: count(approvals), grants: count(grants) };
}
