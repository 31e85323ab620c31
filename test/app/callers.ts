/** For tests of app: callers with real credentials of a real workspace. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { App, Call } from '../../src/app/app.ts';
import type { Clock } from '../../src/app/ports.ts';
import type { Author } from '../../src/core/access/author.ts';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import { createNonces } from '../../src/daemon/auth/nonces.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import { sha256 } from '../../src/kit/json.ts';
import type { Result } from '../../src/kit/result.ts';

export type Caller = (operation: string, input: unknown) => Promise<Result<unknown>>;

export function ok(result: Result<unknown>): unknown {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal).slice(0, 4000)}`);
  return result.value;
}

export function call(author: Author, more: Partial<Call> = {}): Call {
  return { author, token: null, key: null, signed: null, signal: new AbortController().signal, ...more };
}

export function newPublicKey(): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');
}

/** A paired person at the desk. The signature is not real: the daemon checks signatures, app records them. */
export async function desk(app: App, name = 'Mara', clock: Clock = app): Promise<Caller> {
  const nonces = createNonces(clock);
  const paired = ok(await app.credentials.pairFirst({ name, publicKey: newPublicKey(), label: 'Test browser' })) as {
    keyId: string;
    personId: string;
  };
  const author: Author = { kind: 'desk', id: paired.personId, label: name, keyId: paired.keyId, via: 'desk' };
  return (operation, input) => {
    const body = JSON.stringify(input);
    const signed = {
      keyId: paired.keyId,
      method: 'POST',
      target: `http://localhost:4142/api/${operation}`,
      bodyHash: sha256(body),
      nonce: nonces.issue(1)[0] ?? '',
      epoch: app.state().workspace.epoch,
      signature: 's',
      body,
    };
    return app.run(operation, call(author, { key: app.state().tables.key.get(paired.keyId) ?? null, signed }), input);
  };
}

export async function agent(app: App, label: string): Promise<Caller> {
  const secret = randomBytes(16).toString('hex');
  const token = await app.credentials.enrolToken({ kind: 'agent', label, secretHash: sha256(secret), via: 'mcp-http' });
  if (!token.ok) throw new Error(token.refusal.code);
  const author: Author = { kind: 'agent', id: token.value.id, label, via: 'mcp-http' };
  return (operation, input) => app.run(operation, call(author, { token: token.value }), input);
}

interface Consulted {
  readonly sidekickId: string;
  readonly checklist: readonly { readonly id: string; readonly required: boolean }[];
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** A plan of two subtasks in sequence that covers what the sidekicks require. */
export function planFor(
  parentTaskId: string,
  version: number,
  consulted: readonly Consulted[],
  dueAt = inDays(2),
): Candidate {
  const coverage = consulted.flatMap((one) => one.checklist.filter((item) => item.required).map((item) => item.id));
  const subtask = (candidateId: string, title: string, after: string[], covers: string[]) => ({
    candidateId,
    title,
    description: `Done when it is written down, the way back (rollback) is known and people are told: ${title.toLowerCase()}.`,
    status: 'backlog' as const,
    priority: 'medium' as const,
    tags: ['agenda', 'notes'],
    estimatedDurationMinutes: 30,
    dueAt,
    dependencyCandidateIds: after,
    assignedSidekickIds: consulted.map((one) => one.sidekickId),
    checklistCoverageIds: covers,
  });
  return {
    expectedWorkspaceVersion: version,
    parentTaskId,
    consultedSidekickIds: consulted.map((one) => one.sidekickId),
    subtasks: [
      subtask('a', 'Collect what happened, with an agenda for the talk', [], coverage.slice(0, 20)),
      subtask('b', 'Hold the talk and write down the decisions', ['a'], coverage.slice(20)),
    ],
    rationale: 'Facts first, then the talk.',
  };
}
