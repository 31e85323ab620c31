/**
 * Owns the visitor of this browser: what an agent that works through the page calls as, in a paired browser too. One per
 * browser, kept in the storage of this origin. It holds no grants and can decide nothing.
 */
import type { Hello } from '../../protocol/views.ts';

export interface Visitor {
  readonly id: string;
  readonly secret: string;
  /** The one in which it was last known: a recover voids it, a restore of another home may, and both begin a new one. */
  readonly epoch: string;
}

const STORED = 'sidekicks-visitor';

/** The visitor, enrolled if there is none. Two tabs at once get the same one. */
export async function visitorOf(hello: Pick<Hello, 'epoch'>): Promise<Visitor> {
  return navigator.locks.request(
    'sidekicks-visitor',
    async () => (await known(hello.epoch)) ?? (await enrol(hello.epoch)),
  );
}

/** A new visitor has to be bound at the desk, so the old one is given up only when the daemon does not know it any more. */
async function known(epoch: string): Promise<Visitor | null> {
  const kept = stored();
  if (!kept || kept.epoch === epoch) return kept;
  return (await isKnown(kept)) ? keep({ ...kept, epoch }) : null;
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
    return JSON.parse(localStorage.getItem(STORED) ?? 'null') as Visitor | null;
  } catch {
    return null;
  }
}

async function enrol(epoch: string): Promise<Visitor> {
  const response = await fetch('/api/visitor', { method: 'POST', body: '{}' });
  if (!response.ok) throw new Error(`the visitor was not enrolled: ${response.status}`);
  const { visitorId, secret } = (await response.json()) as { visitorId: string; secret: string };
  return keep({ id: visitorId, secret, epoch });
}

function keep(visitor: Visitor): Visitor {
  localStorage.setItem(STORED, JSON.stringify(visitor));
  return visitor;
}
