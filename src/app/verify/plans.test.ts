import { describe, expect, it } from 'vitest';
import type { StoredEntity } from '../ports.ts';
import { type Course, liveThrough, withRow } from './sample.ts';
import { found } from './sample-problems.ts';

const life = liveThrough();

const ofRows = (entities: readonly StoredEntity[]) => found(life.source({ entities }));
const ofCourse = (course: Course) => found(liveThrough(course).source());

describe('a planned task', () => {
  it.each([
    ['of a proposal that does not exist', { proposalId: 'p-9' }],
    ['of another revision', { revision: 2 }],
    ['of another digest', { digest: '0'.repeat(64) }],
    ['of a candidate that the plan does not hold', { candidateId: 'c-9' }],
    ['of a candidate that made another task', { candidateId: 'c-1' }],
  ])('%s', async (_, origin) => {
    expect(await ofCourse({ origin })).toContain('plan task:t-c-2');
  });

  it('that was made without the commit of a plan', async () => {
    expect(await ofCourse({ commitType: 'task.created' })).toEqual(['plan task:t-c-1', 'plan task:t-c-2']);
  });

  it.each([
    ['under another task', { parentId: 'elsewhere' }],
    ['that waits for what nobody approved', { dependsOn: ['t-c-1'] }],
    ['with another title', { title: 'Another one' }],
  ])('%s', async (_, second) => {
    expect(await ofCourse({ second })).toEqual(['plan task:t-c-2']);
  });

  it('that was made without the rest of its plan', async () => {
    expect(await ofCourse({ made: 1 })).toEqual(['plan proposal:p-1']);
  });

  it('stays good when a redaction hides the plan, and is held to its row', async () => {
    expect(await ofCourse({ redaction: 3 })).toEqual([]);
    expect(await ofCourse({ redaction: 3, second: { title: 'Another one' } })).toEqual(['plan task:t-c-2']);
  });

  it('that hides where it came from', async () => {
    expect(await ofCourse({ origin: { from: 'person' } as never })).toEqual(['plan proposal:p-1', 'plan task:t-c-2']);
  });

  it('whose approval is gone, of something else or unused', async () => {
    const without = life.entities.filter(({ kind }) => kind !== 'approval');
    expect(await ofRows(without)).toEqual(['entity approval:a-1', 'plan task:t-c-1', 'plan task:t-c-2']);
    for (const change of [{ revision: 2 }, { usedAt: null }]) {
      const entities = withRow(life, 'approval', 'a-1', (row) => ({ ...row, ...change }));
      expect(await ofRows(entities)).toEqual(expect.arrayContaining(['plan task:t-c-1', 'plan task:t-c-2']));
    }
  });
});
