/**
 * Owns the visitor of this browser: what an agent that works through the page calls as, in a paired browser too. One per
 * browser and epoch, kept in the storage of this origin. It holds no grants and can decide nothing.
 */
import type { Hello } from '../../protocol/views.ts';

export interface Visitor {
  readonly id: string;
  readonly secret: string;
  /** Recover and restore void every token and start a new epoch; a visitor of an older one is forgotten. */
  readonly epoch: string;
}

const STORED = 'sidekicks-visitor';

/** The visitor, enrolled if there is none. Two tabs at once get the same one. */
export async function visitorOf(hello: Pick<Hello, 'epoch'>): Promise<Visitor> {
  return navigator.locks.request('sidekicks-visitor', async () => stored(hello.epoch) ?? (await enrol(hello.epoch)));
}

function stored(epoch: string): Visitor | null {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? 'null') as Visitor | null;
    return kept?.epoch === epoch ? kept : null;
  } catch {
    return null;
  }
}

async function enrol(epoch: string): Promise<Visitor> {
  const response = await fetch('/api/visitor', { method: 'POST', body: '{}' });
  if (!response.ok) throw new Error(`the visitor was not enrolled: ${response.status}`);
  const { visitorId, secret } = (await response.json()) as { visitorId: string; secret: string };
  const visitor: Visitor = { id: visitorId, secret, epoch };
  localStorage.setItem(STORED, JSON.stringify(visitor));
  return visitor;
}
