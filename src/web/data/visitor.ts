/**
 * Owns the visitor of this browser: what an agent that works through the page calls as, in a paired browser too. One per
 * browser, kept in the storage of this origin. It holds no grants and can decide nothing.
 */
import { sha256Of } from './key-store.ts';

export interface Visitor {
  readonly secret: string;
}

const STORED = 'sidekicks-visitor';

/**
 * The visitor; a new one if there is none, or none that the daemon knows: a recover voids it, another home never had it.
 * A new one has to be bound at the desk, so the old one is given up for no other reason. Two tabs at once get the same.
 */
export async function visitorOf(): Promise<Visitor> {
  return navigator.locks.request('sidekicks-visitor', async () => {
    const kept = stored();
    return kept && (await isKnown(kept)) ? kept : newVisitor();
  });
}

/** What the desk is told of it, and binds. */
export function visitorHashOf({ secret }: Visitor): Promise<string> {
  return sha256Of(new TextEncoder().encode(secret));
}

async function isKnown({ secret }: Visitor): Promise<boolean> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const response = await fetch('/api/read_tools', { method: 'POST', body: '{}', headers, credentials: 'omit' });
  if (response.ok) return true;
  const { error } = (await response.json()) as { readonly error?: { readonly code?: string } };
  return error?.code !== 'unauthenticated';
}

function stored(): Visitor | null {
  try {
    const { secret } = (JSON.parse(localStorage.getItem(STORED) ?? 'null') ?? {}) as Partial<Visitor>;
    return typeof secret === 'string' && /^sk_visitor_[\w-]+$/.test(secret) ? { secret } : null;
  } catch {
    return null;
  }
}

async function newVisitor(): Promise<Visitor> {
  const response = await fetch('/api/visitor', { method: 'POST', body: '{}' });
  if (!response.ok) throw new Error(`there is no visitor: ${response.status}`);
  const { secret } = (await response.json()) as Visitor;
  localStorage.setItem(STORED, JSON.stringify({ secret }));
  return { secret };
}
