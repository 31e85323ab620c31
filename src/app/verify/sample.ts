/**
 * A small workspace's whole life, for tests: paired, planned, approved with a real signature, committed, edited. Made of
 * events as core seals them, so that `verify` finds nothing in it until somebody tampers.
 */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Key } from '../../core/access/access.ts';
import type { Author } from '../../core/access/author.ts';
import { signingText } from '../../core/access/signing.ts';
import type { Approval, SignedRequest } from '../../core/approval/approval.ts';
import type { Receipt } from '../../core/plan/proposal.ts';
import { fieldsFrom } from '../../core/proposal/commit.ts';
import { hashOfShown, shownParent } from '../../core/proposal/staleness.ts';
import { absorb, emptyState } from '../../core/state/absorb.ts';
import { apply, created, edited } from '../../core/state/apply.ts';
import type { Entity, EntityKind } from '../../core/state/entity.ts';
import type { Change, EventDraft, EventType, StoredEvent } from '../../core/state/event.ts';
import { seal } from '../../core/state/seal.ts';
import type { State } from '../../core/state/state.ts';
import type { Task } from '../../core/workspace/task.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { Store, StoredEntity, Write } from '../ports.ts';
import {
  agent,
  ann,
  at,
  candidate,
  digest,
  keyOf,
  proposal,
  revision,
  task,
  workspace,
  workspaceId,
} from './sample-entities.ts';

const system: Author = { kind: 'system', id: 'system', label: 'Sidekicks', via: 'daemon' };

export interface Life {
  /** One write per command, in order. */
  readonly writes: readonly Write[];
  readonly events: readonly StoredEvent[];
  readonly entities: readonly StoredEntity[];
  /** A source over exactly these events and rows, as a store would serve them. */
  source(changed?: Partial<Pick<Life, 'events' | 'entities'>>): Pick<Store, 'load' | 'events' | 'position'>;
}

/** What a test may have go wrong while it happens; hashes and chain are right all the same. */
export interface Course {
  readonly signed?: (right: SignedRequest, key: KeyObject) => Partial<SignedRequest>;
  readonly approval?: Partial<Approval>;
  readonly key?: Partial<Key>;
  readonly origin?: Partial<Task['origin']>;
  /** Of the second task. */
  readonly second?: Partial<Task>;
  /** How many of the two tasks the commit makes. */
  readonly made?: number;
  readonly commitType?: EventType;
  /** The event whose payload a person redacts in the end. */
  readonly redaction?: number;
  /** Events between enrolling the key and approving. */
  readonly meanwhile?: (state: State) => readonly EventDraft[];
  /** Events between approving and the commit. */
  readonly afterwards?: (state: State) => readonly EventDraft[];
}

export function liveThrough(course: Course = {}): Life {
  const log = openLog();
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const key: Key = { ...keyOf(spki), ...course.key };
  const desk: Author = { kind: 'desk', id: ann.id, label: ann.name, keyId: key.id, via: 'desk' };

  log.append(
    system,
    draft('workspace.created', [created('workspace', workspace), created('task', task('launch', 1))], true),
  );
  log.append(desk, draft('person.paired', [created('person', ann), created('key', key)]));
  log.append(agent, draft('proposal.staged', [created('proposal', proposal), created('revision', revision)]));
  log.append(system, ...(course.meanwhile?.(log.state) ?? []));
  const approval = { ...approve(key, privateKey, course), ...course.approval };
  log.append(
    desk,
    draft('proposal.approved', [
      created('approval', approval),
      edited('proposal', proposal, { status: 'approved', approvalId: approval.id }),
    ]),
  );
  log.append(desk, ...(course.afterwards?.(log.state) ?? []));
  log.append(agent, ...commit(approval, course));
  log.append(desk, draft('task.edited', [edited('task', task('launch', 1), { title: 'Launch it', rank: 7 })], true));
  if (course.redaction === undefined) return log.life();
  log.append(desk, draft('event.redacted', [], false, { seq: course.redaction }));
  return log.life(course.redaction);
}

function openLog() {
  const writes: Write[] = [];
  let state: State | null = null;
  let head = { workspaceId, seq: 0, version: 0, hash: '' };
  const rows = new Map<string, StoredEntity>();
  return {
    get state(): State {
      return state as State;
    },
    append(author: Author, ...drafts: readonly EventDraft[]): void {
      if (drafts.length === 0) return;
      const events = seal(head, drafts, author, at);
      const touched = apply(
        state,
        events.map(({ payload }) => payload),
      );
      state ??= emptyState(workspace);
      absorb(state, touched, []);
      for (const [subject, row] of touched) rows.set(subject, row);
      const last = events.at(-1);
      if (last) head = { workspaceId, seq: last.header.seq, version: last.header.version, hash: last.hash };
      writes.push({ events, touched });
    },
    life(redaction?: number): Life {
      const events = writes
        .flatMap((write) => write.events)
        .map((event) => (event.header.seq === redaction ? { ...event, payload: null } : event));
      const entities = [...rows.values()];
      const position = { seq: head.seq, version: head.version, head: head.hash };
      return {
        writes,
        events,
        entities,
        source: (changed = {}) => sourceOf(changed.events ?? events, changed.entities ?? entities, position),
      };
    },
  };
}

function sourceOf(
  events: readonly StoredEvent[],
  entities: readonly StoredEntity[],
  position: { seq: number; version: number; head: string },
): Pick<Store, 'load' | 'events' | 'position'> {
  return {
    events: async (_, { afterSeq = 0, limit }) => events.filter(({ header }) => header.seq > afterSeq).slice(0, limit),
    load: async (_, headers) => ({ entities, headers: events.slice(-headers).map(({ header }) => header) }),
    position: async () => position,
  };
}

export function draft(
  type: EventType,
  changes: readonly Change[],
  raisesVersion = false,
  detail?: unknown,
): EventDraft {
  return { type, summary: type, changes, raisesVersion, ...(detail === undefined ? {} : { detail }) };
}

function approve(key: Key, privateKey: KeyObject, course: Course): Approval {
  const shown = hashOfShown({ parent: shownParent(task('launch', 1)), playbooks: {} });
  const body = canonicalJson({ proposalId: 'p-1', revision: 1, digest, shown, notes: 'Good.', create: false });
  const unsigned: SignedRequest = {
    keyId: key.id,
    method: 'POST',
    target: 'http://localhost:4142/api/approve_proposal',
    bodyHash: sha256(body),
    nonce: nonceAt(at),
    epoch: workspace.epoch,
    signature: '',
    body,
  };
  const right = signedBy(unsigned, privateKey);
  const signed = { ...right, ...course.signed?.(right, privateKey) };
  return {
    id: 'a-1',
    proposalId: 'p-1',
    revision: 1,
    digest,
    level: 'attended',
    personId: ann.id,
    personName: ann.name,
    keyId: key.id,
    at,
    expiresAt: '2026-05-11T09:00:00Z',
    notes: 'Good.',
    editedBy: null,
    parent: shownParent(task('launch', 1)),
    playbooks: {},
    signed,
    usedAt: null,
    voidedAt: null,
  };
}

/** As the daemon makes them: six bytes of time, then what is single. */
export function nonceAt(instant: string): string {
  const time = Buffer.alloc(6);
  time.writeUIntBE(Date.parse(instant), 0, 6);
  return Buffer.concat([time, Buffer.alloc(28, 1)]).toString('base64url');
}

export function signedBy(request: SignedRequest, privateKey: KeyObject): SignedRequest {
  const text = Buffer.from(signingText(request));
  const signature = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return { ...request, signature };
}

function commit(approval: Approval, course: Course): EventDraft[] {
  const tasks = candidate.subtasks.slice(0, course.made).map((subtask, index) => {
    const { candidateId } = subtask;
    const origin = { from: 'plan', proposalId: 'p-1', revision: 1, digest, candidateId } as const;
    return task(`t-${candidateId}`, index + 2, {
      ...fieldsFrom(subtask),
      parentId: 'launch',
      ...(index === 1 && course.second),
      // The wrong turn, if any, is the second task's.
      origin: index === 1 ? ({ ...origin, ...course.origin } as Task['origin']) : origin,
    });
  });
  const receipt: Receipt = {
    proposalId: 'p-1',
    revision: 1,
    digest,
    approvalId: approval.id,
    version: 2,
    at,
    by: agent,
    tasks: tasks.map(({ id, number }, index) => ({
      candidateId: candidate.subtasks[index]?.candidateId ?? '',
      taskId: id,
      alias: `T-${number}`,
    })),
    undoneAt: null,
  };
  return [
    draft(
      course.commitType ?? 'proposal.committed',
      [
        ...tasks.map((one) => created('task', one)),
        edited('proposal', proposal, { status: 'committed', receipt }),
        edited('approval', approval, { usedAt: at }),
      ],
      true,
    ),
  ];
}

/** The rows with one of them changed. */
export function withRow<K extends EntityKind>(
  life: Life,
  kind: K,
  id: string,
  change: (entity: Entity) => unknown,
): readonly StoredEntity[] {
  return life.entities.map((row) =>
    row.kind === kind && row.id === id ? { ...row, entity: change(row.entity) as Entity } : row,
  );
}

/** The log with one event changed. */
export function withEvent(
  life: Life,
  seq: number,
  change: (event: StoredEvent) => StoredEvent,
): readonly StoredEvent[] {
  return life.events.map((event) => (event.header.seq === seq ? change(event) : event));
}
