import { expect, test } from 'vitest';
import { inputs } from '../../../protocol/validators.gen.ts';
import { type AgentDraft, agentTitle, draftOf, inputOf, problemOf } from './agent-draft.ts';

const entry = {
  id: 'mine',
  base: 'custom',
  allowed: false,
  argv: ['/usr/bin/agent', '--acp mode'],
  passEnv: ['API_KEY'],
  env: { LEVEL: 'a=b' },
  files: { '.config/agent.json': '{"level": 1}\n' },
  modelHosts: ['api.example.com:443'],
  startSeconds: 90,
  readOnly: ['/opt/agent'],
};

test('an entry comes through the form as it was', () => {
  const draft = draftOf(entry, []);
  expect(problemOf(draft)).toBeNull();
  const { id, ...rest } = entry;
  expect(inputOf(draft)).toEqual({ agentId: id, ...rest });
});

test('an emptied time goes back to what the catalogue has', () => {
  expect(inputOf({ ...draftOf(entry, []), startSeconds: ' ' }).startSeconds).toBeNull();
  expect(inputOf(draftOf(null, ['claude'])).startSeconds).toBeNull();
});

test('a new one begins with what the catalogue knows', () => {
  expect(draftOf(null, ['opencode', 'claude'])).toMatchObject({ id: 'opencode', base: 'opencode', argv: '' });
  expect(problemOf(draftOf(null, []))).toMatch(/program/);
});

const file = { path: 'a', text: 'a' };

test.each<[Partial<AgentDraft>, RegExp]>([
  [{ id: 'Not ok' }, /small letters/],
  [{ argv: ' \n' }, /program/],
  [{ passEnv: 'API_KEY=secret' }, /never values/],
  [{ env: 'LEVEL' }, /NAME=value/],
  [{ modelHosts: 'https://api.example.com' }, /host:port/],
  [{ startSeconds: '0' }, /1 to 600 seconds/],
  [{ startSeconds: '601' }, /1 to 600 seconds/],
  [{ startSeconds: '1.5' }, /1 to 600 seconds/],
  [{ files: [{ path: ' ', text: '' }] }, /by its path/],
  [{ files: [{ path: '/etc/agent', text: '' }] }, /private home/],
  [{ files: [{ path: 'a/../../b', text: '' }] }, /private home/],
  [{ files: [file, { ...file, text: 'b' }] }, /named twice/],
])('%j is a problem', (change, problem) => {
  const draft: AgentDraft = { ...draftOf(entry, []), ...change };
  expect(problemOf(draft)).toMatch(problem);
});

test('a file that no entry could hold is a problem', () => {
  const files = [{ ...file, text: 'a'.repeat(100_001) }];
  expect(problemOf({ ...draftOf(entry, []), files })).toMatch(/longer than 100,000/);
});

const takes = (change: Partial<AgentDraft>) => {
  const draft = { ...draftOf(entry, []), ...change };
  return { page: problemOf(draft) === null, daemon: inputs.set_agent?.(inputOf(draft)) };
};

test.each<[what: string, last: Partial<AgentDraft>, over: Partial<AgentDraft>]>([
  ['a name', { id: 'a'.repeat(60) }, { id: 'a'.repeat(61) }],
  ['a variable', { passEnv: 'A'.repeat(100) }, { passEnv: 'A'.repeat(101) }],
  ['a host', { modelHosts: 'a:65535' }, { modelHosts: 'a:655350' }],
  ['the time', { startSeconds: '600' }, { startSeconds: '601' }],
  ['a file', { files: [{ ...file, text: 'a'.repeat(100_000) }] }, { files: [{ ...file, text: 'a'.repeat(100_001) }] }],
])('%s ends for the page where it ends for the daemon', (_, last, over) => {
  expect(takes(last)).toEqual({ page: true, daemon: true });
  expect(takes(over)).toEqual({ page: false, daemon: false });
});

test('an agent is called as its maker writes it, and one that is not known by its own id', () => {
  expect(['omp', 'claude', 'new-one'].map(agentTitle)).toEqual(['oh-my-pi', 'Claude Code', 'new-one']);
});
