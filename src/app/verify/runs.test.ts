/** What `verify` says of runs whose rows were made by events of the right form. */
import { expect, test } from 'vitest';
import type { StoredEntity } from '../ports.ts';
import { openFindings } from './findings.ts';
import { checkRuns } from './runs.ts';
import { storedOf } from './stored.ts';

function problemsOf(
  ...rows: readonly (readonly [string, { readonly id: string; readonly [field: string]: unknown }])[]
) {
  const findings = openFindings();
  const stored = rows.map(([kind, entity]) => ({ kind, id: entity.id, entity }) as unknown as StoredEntity);
  checkRuns(storedOf('w', stored), findings);
  return findings.problems.map(({ where, message }) => `${where} ${message}`);
}

const grant = { id: 'g', runId: null, commandDigests: ['d'], maxLaunches: 1 };
const check = { id: 'c', runId: 'r', source: 'observed', grantId: 'g', commandDigest: 'd' };

test('an observed check stands on a grant that names its command', () => {
  expect(problemsOf(['grant', grant], ['check', check])).toEqual([]);
  const wrong = 'check:c the grant behind it does not name its command';
  expect(problemsOf(['grant', grant], ['check', { ...check, commandDigest: 'e' }])).toEqual([wrong]);
  expect(problemsOf(['check', check])).toEqual([wrong]);
  expect(problemsOf(['grant', { ...grant, runId: 'other' }], ['check', check])).toEqual([
    'check:c the grant behind it is for another run',
  ]);
  const { grantId: _, ...old } = check;
  expect(problemsOf(['check', old])).toEqual([]);
});

test('a delegated task is done by the acceptance of its newest run that counts', () => {
  const base = { taskId: 't', launchedAt: null, report: {}, outcome: null, endedAt: 'then', status: 'completed' };
  const accepted = { ...base, id: 'r1', verdict: { kind: 'accepted' } };
  const done = ['task', { id: 't', status: 'done' }] as const;
  expect(problemsOf(done, ['run', accepted])).toEqual([]);
  expect(problemsOf(done, ['run', accepted], ['run', { ...base, id: 'r2', status: 'failed', verdict: null }])).toEqual(
    [],
  );
  expect(problemsOf(done, ['run', accepted], ['run', { ...base, id: 'r2', verdict: null }])).toEqual([
    'task:t it is done, and its newest run r2 was not accepted',
  ]);
  expect(problemsOf(['task', { id: 't', status: 'todo' }], ['run', { ...base, id: 'r2', verdict: null }])).toEqual([]);
});
