import { expect, it } from 'vitest';
import type { StoredEntity } from '../ports.ts';
import { liveThrough } from './sample.ts';
import { workspaceId } from './sample-entities.ts';
import { verifyWorkspace } from './verify.ts';

const life = liveThrough();

it('lists no more than a thousand problems, and counts them all', async () => {
  const launch = life.entities.find(({ id }) => id === 'launch') as StoredEntity;
  const extra = Array.from({ length: 1200 }, (_, index) => ({ ...launch, id: `extra-${index}` }));
  const { problems, counts } = await verifyWorkspace(
    life.source({ entities: [...life.entities, ...extra] }),
    workspaceId,
  );
  expect(problems.length).toBe(1000);
  expect(counts.problems).toBe(1200);
});
