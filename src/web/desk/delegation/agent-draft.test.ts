import { expect, test } from 'vitest';
import { type AgentDraft, draftOf, inputOf, problemOf } from './agent-draft.ts';

const entry = {
  id: 'mine',
  base: 'custom',
  allowed: false,
  argv: ['/usr/bin/agent', '--acp mode'],
  passEnv: ['API_KEY'],
  env: { LEVEL: 'a=b' },
  files: {},
  modelHosts: ['api.example.com:443'],
  readOnly: ['/opt/agent'],
};

test('an entry comes through the form as it was', () => {
  const draft = draftOf(entry, []);
  expect(problemOf(draft)).toBeNull();
  const { id, files: _, ...rest } = entry;
  expect(inputOf(draft)).toEqual({ agentId: id, ...rest });
});

test('a new one begins with what the catalogue knows', () => {
  expect(draftOf(null, ['opencode', 'claude'])).toMatchObject({ id: 'opencode', base: 'opencode', argv: '' });
  expect(problemOf(draftOf(null, []))).toMatch(/program/);
});

test.each([
  [{ id: 'Not ok' }, /small letters/],
  [{ argv: ' \n' }, /program/],
  [{ passEnv: 'API_KEY=secret' }, /never values/],
  [{ env: 'LEVEL' }, /NAME=value/],
  [{ modelHosts: 'https://api.example.com' }, /host:port/],
] as const)('%j is a problem', (change, problem) => {
  const draft: AgentDraft = { ...draftOf(entry, []), ...change };
  expect(problemOf(draft)).toMatch(problem);
});
