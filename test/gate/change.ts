/** What is changed between approval and commit, and what a change has at hand. */
import type { Client } from '../../src/client/client.ts';
import type { Candidate } from '../../src/core/plan/candidate.ts';
import type { Result } from '../../src/kit/result.ts';
import type { Caller } from '../../src/protocol/operation.ts';
import { ok, type Staged } from '../rigs/people.ts';
import type { Scene } from './scene.ts';

/** An approved plan, and what lies around it. */
export interface Approved extends Staged {
  readonly scene: Scene;
  /** Whoever is tried. */
  readonly by: Client;
  readonly terminal: Client;
  /** Of the agent whose plan it is. */
  readonly author: Client;
  readonly authorTokenId: string;
  readonly parentId: string;
  /** A task that the plan has nothing to do with. */
  readonly otherId: string;
  readonly ownerId: string;
  readonly candidate: Candidate;
  /** Start of the first subtask: a Monday at ten, two months ahead. */
  readonly start: Date;
}

export interface Change {
  readonly what: string;
  /** What the commit then answers: its status, or the code of its refusal. */
  readonly ends: string;
  /** By `call`, which is the row's own operation as whoever is tried. */
  readonly make: (at: Approved, call: Call) => Promise<unknown>;
  /** For callers to whom something else happens. */
  readonly only?: readonly Caller[];
  /** The change itself is refused, and so the commit goes on. */
  readonly refused?: string;
  /** Before the approval. */
  readonly before?: (at: Omit<Approved, 'digest' | 'revision' | 'proposalId'>) => Promise<unknown>;
  /** Puts back what the next case needs. */
  readonly after?: (at: Approved) => Promise<unknown>;
}

export type Call = (input: object) => Promise<Result<unknown>>;

export const unrelated = 'something it does not depend on';
const day = [{ from: '09:00', to: '17:00' }];
export const officeHours = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };

export const hours = (start: Date, from: number, to: number) => ({
  start: new Date(start.getTime() + from * 3_600_000).toISOString(),
  end: new Date(start.getTime() + to * 3_600_000).toISOString(),
});

export const shelfYaml = (version: string) => `id: shelf
name: Shelf
summary: Knows shelves.
match:
  threshold: 1
  rules:
    - kind: words
      words: [shelf]
      weight: 1
questions:
  - id: wall
    text: Which wall? ${version}
constraints: []
recommendations: []
checklist: []
`;
export const shelfSkill = '---\nname: shelf\ndescription: Knows shelves.\n---\n\n# Shelf\n\nLevel first.\n';

/** Another version of the playbook that every parent here is shown. Answers its hash. */
export async function offer({ person }: Scene, call?: Call): Promise<string> {
  const input = { sidekickId: 'shelf', yaml: shelfYaml(String(Math.random())), skill: shelfSkill };
  const offered = call ? await call(input) : await person.call('offer_sidekick', input);
  return (ok(offered) as { offered: string }).offered;
}
