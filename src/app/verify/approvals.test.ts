import { describe, expect, it } from 'vitest';
import type { Approval } from '../../core/approval/approval.ts';
import { shownParent } from '../../core/proposal/staleness.ts';
import { created, edited } from '../../core/state/apply.ts';
import type { State } from '../../core/state/state.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { StoredEntity } from '../ports.ts';
import { type Course, draft, liveThrough, nonceAt, signedBy, withRow } from './sample.ts';
import { task } from './sample-entities.ts';
import { found } from './sample-problems.ts';

const life = liveThrough();

const ofRows = (entities: readonly StoredEntity[]) => found(life.source({ entities }));
const ofCourse = (course: Course) => found(liveThrough(course).source());

describe('an approval', () => {
  const only = ['approval approval:a-1'];

  it('whose stored signature was edited', async () => {
    const entities = withRow(life, 'approval', 'a-1', (row) => {
      const { signed } = row as { signed: { signature: string } };
      return { ...row, signed: { ...signed, signature: flipped(signed.signature) } };
    });
    expect(await ofRows(entities)).toEqual(['entity approval:a-1', ...only]);
  });

  const wrong: Readonly<Record<string, Course>> = {
    'was never signed': { signed: () => ({ signature: 'A'.repeat(86) }) },
    'has no readable signature': { signed: () => ({ signature: '' }) },
    'was signed over another target': { signed: () => ({ target: 'http://localhost:4142/api/approve_proposal?x' }) },
    'was signed over another nonce': { signed: ({ nonce }) => ({ nonce: `${nonce.slice(0, -1)}A` }) },
    'was signed over no nonce of a daemon': { signed: (right, key) => signedBy({ ...right, nonce: 'nonce-1' }, key) },
    'was signed ten minutes before it was given': { signed: signedAt('2026-05-04T08:50:00Z') },
    'was signed after it was given': { signed: signedAt('2026-05-04T09:10:00Z') },
    'was given at another time than its event': {
      approval: { at: '2026-05-04T09:00:01Z', expiresAt: '2026-05-11T09:00:01Z' },
    },
    'lapses later than after seven days': { approval: { expiresAt: '2099-01-01T00:00:00Z' } },
    'was made to last longer afterwards': { afterwards: changed({ expiresAt: '2099-01-01T00:00:00Z' }) },
    'was void when it was used': { afterwards: changed({ voidedAt: '2026-05-04T09:00:00Z' }) },
    'was void and counts again': {
      afterwards: (state) => [
        ...changed({ voidedAt: '2026-05-04T09:00:00Z' })(state),
        draft('change.undone', [
          edited('approval', { ...onlyApproval(state), voidedAt: '2026-05-04T09:00:00Z' }, { voidedAt: null }),
        ]),
      ],
    },
    'carries another body than was signed': { signed: ({ body }) => ({ body: `${body} ` }) },
    'is really a signed rejection': {
      signed: (right, key) => signedBy({ ...right, target: 'http://localhost:4142/api/reject_proposal' }, key),
    },
    'was signed for another proposal': { signed: resigned({ proposalId: 'p-2' }) },
    'was signed for another revision': { signed: resigned({ revision: 2 }) },
    'was signed for another digest': { signed: resigned({ digest: '0'.repeat(64) }) },
    'was signed with other notes': { signed: resigned({ notes: 'Only after Friday.' }) },
    'was signed beside another task': { approval: { parent: { ...shownParent(task('launch', 1)), title: 'Land' } } },
    'was signed beside other playbooks': { approval: { playbooks: { shipping: '1'.repeat(64) } } },
    'claims a level that no such signature gives': { approval: { level: 'passkey' } },
    'was signed in another epoch': { signed: (right, key) => signedBy({ ...right, epoch: 'epoch-0' }, key) },
    'is of a key of the workspace page': { key: { origin: 'workspace' } },
    "is of another person's key": { key: { personId: 'bob' } },
    'is of a key that was revoked before': {
      meanwhile: (state) =>
        [...state.tables.key.values()].map((key) =>
          draft('key.revoked', [edited('key', key, { revokedAt: '2026-05-04T08:00:00.000Z' })]),
        ),
    },
    'is of a revision that was not the newest': {
      meanwhile: (state) =>
        [...state.tables.proposal.values()].map((one) =>
          draft('proposal.revised', [edited('proposal', one, { revision: 2, digest: '1'.repeat(64) })]),
        ),
    },
  };

  it('of one signature for two of them', async () => {
    const copied = liveThrough({
      afterwards: (state) => [draft('proposal.approved', [created('approval', { ...onlyApproval(state), id: 'a-2' })])],
    });
    expect(await found(copied.source())).toEqual(['approval approval:a-2']);
  });

  it('whose time the log held back is good: an event before it was written under a clock that was ahead', async () => {
    const signed = signedAt('2026-04-01T09:00:00Z');
    expect(await ofCourse({ signed, approval: { expiresAt: '2026-04-08T09:00:00Z' } })).toEqual([]);
    expect(await ofCourse({ signed })).toEqual(only);
  });

  it.each(Object.entries(wrong))('%s', async (_, course) => {
    expect(new Set(await ofCourse(course))).toEqual(new Set(only));
  });

  it('of a plan that was altered afterwards', async () => {
    const entities = withRow(life, 'revision', 'p-1.1', (row) => {
      const { candidate } = row as unknown as { candidate: { rationale: string } };
      return { ...row, candidate: { ...candidate, rationale: 'Three steps.' } };
    });
    expect(await ofRows(entities)).toEqual(['entity revision:p-1.1', ...only, 'plan task:t-c-1', 'plan task:t-c-2']);
  });

  it('stays good when a redaction hides the key', async () => {
    expect(await ofCourse({ redaction: 2 })).toEqual([]);
  });
});

function resigned(fields: object): NonNullable<Course['signed']> {
  return (right, key) => {
    const body = canonicalJson({ ...JSON.parse(right.body), ...fields });
    return signedBy({ ...right, body, bodyHash: sha256(body) }, key);
  };
}

function signedAt(instant: string): NonNullable<Course['signed']> {
  return (right, key) => signedBy({ ...right, nonce: nonceAt(instant) }, key);
}

function onlyApproval(state: State): Approval {
  return [...state.tables.approval.values()][0] as Approval;
}

function changed(set: Partial<Approval>): NonNullable<Course['afterwards']> {
  return (state) => [draft('change.undone', [edited('approval', onlyApproval(state), set)])];
}

function flipped(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  return bytes.toString('base64url');
}
