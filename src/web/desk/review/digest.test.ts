import { expect, it } from 'vitest';
import type { Candidate } from '../../../core/plan/candidate.ts';
import { digestHere } from './digest.ts';

const candidate: Candidate = {
  expectedWorkspaceVersion: 7,
  parentTaskId: 'T-12',
  consultedSidekickIds: ['writing'],
  rationale: 'Ünïcode, \u202E and 1e21: \u0000',
  subtasks: [
    {
      candidateId: '__proto__',
      title: 'Write',
      description: '',
      status: 'today',
      priority: 'high',
      tags: ['b', 'a'],
      estimatedDurationMinutes: 30,
      dependencyCandidateIds: [],
      assignedSidekickIds: [],
      checklistCoverageIds: [],
    },
  ],
};

/** What `planDigest('ws', candidate)` of core gives; core itself needs Node and cannot be imported by a page. */
const daemons = '0c94934a896e2fa4c102fb078c9c9ed1847871dfd9e37c76ddf91cd9bba07372';

it('is the digest that the daemon gives', async () => {
  expect(await digestHere('ws', candidate)).toBe(daemons);
});

it('is another one for one character more, and for another workspace', async () => {
  const here = await digestHere('ws', candidate);
  expect(await digestHere('ws', { ...candidate, rationale: `${candidate.rationale} ` })).not.toBe(here);
  expect(await digestHere('ws2', candidate)).not.toBe(here);
});
