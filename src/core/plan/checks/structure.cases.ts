/** Who is who in a candidate: ids, titles, statuses, dependencies, the parent, and what can be read at all. */
import { type Example, nine, parent, plan } from '../fixture/example.ts';
import { candidateOf } from '../fixture/world.ts';

export const structureExamples: readonly Example[] = [
  { code: 'bad_text', name: 'half a pair', candidate: plan({ rationale: 'a\uD800b' }), raised: { path: '/rationale' } },
  { code: 'bad_text', name: 'a whole pair', candidate: plan({ rationale: 'a\u{1F680}b' }), raised: null },
  ...[
    '2026-02-30T10:00:00Z',
    '2026-01-01 10:00:00Z',
    '2026-01-01T23:59:60Z',
    '9999-12-31T23:00:00-02:00',
    '10000-01-01T00:00:00Z',
    'soon',
  ].map(
    (text): Example => ({
      code: 'bad_instant',
      name: text,
      candidate: candidateOf({ candidateId: 'a', dueAt: text }),
      raised: { path: '/subtasks/0/dueAt', candidateIds: ['a'] },
    }),
  ),
  {
    code: 'bad_instant',
    name: 'an offset',
    candidate: candidateOf({ candidateId: 'a', dueAt: '2026-03-09T10:00:00+05:30' }),
    raised: null,
  },
  {
    code: 'unknown_parent',
    name: 'no such task',
    candidate: plan({ parentTaskId: 'nobody' }),
    raised: { path: '/parentTaskId' },
  },
  {
    code: 'unknown_parent',
    name: 'in the trash',
    world: { tasks: [{ ...parent, trashedAt: nine }] },
    candidate: candidateOf(),
    raised: { path: '/parentTaskId' },
  },
  {
    code: 'unknown_parent',
    name: 'by its alias',
    world: { tasks: [{ ...parent, number: 12 }] },
    candidate: plan({ parentTaskId: 't-12' }),
    raised: null,
  },
  {
    code: 'parent_done',
    name: 'done',
    world: { tasks: [{ ...parent, status: 'done' }] },
    candidate: candidateOf(),
    raised: { path: '/parentTaskId' },
  },
  {
    code: 'duplicate_candidate_id',
    name: 'three of them',
    candidate: candidateOf({ candidateId: 'a' }, { candidateId: 'b' }, { candidateId: 'a' }, { candidateId: 'a' }),
    raised: { path: '/subtasks/2/candidateId', candidateIds: ['a'] },
  },
  {
    code: 'unknown_dependency',
    name: 'an id with a slash',
    candidate: candidateOf({ candidateId: 'a', dependencyCandidateIds: ['a/b'] }),
    raised: { path: '/subtasks/0/dependencyCandidateIds/0', candidateIds: ['a'] },
  },
  {
    code: 'self_dependency',
    name: 'itself',
    candidate: candidateOf({ candidateId: 'b' }, { candidateId: 'a', dependencyCandidateIds: ['b', 'a'] }),
    raised: { path: '/subtasks/1/dependencyCandidateIds/1', candidateIds: ['a'] },
  },
  {
    code: 'dependency_cycle',
    name: 'of two',
    candidate: candidateOf(
      { candidateId: 'b', dependencyCandidateIds: ['a'] },
      { candidateId: 'a', dependencyCandidateIds: ['b'] },
    ),
    raised: {
      path: '/subtasks/1/dependencyCandidateIds',
      candidateIds: ['a', 'b'],
      message: 'Waits in a circle: "Do a" -> "Do b" -> "Do a".',
    },
  },
  {
    code: 'dependency_cycle',
    name: 'of twenty, shortened, with a short cut named first',
    candidate: candidateOf(
      ...Array.from({ length: 20 }, (_, place) => ({
        candidateId: `s${String(place).padStart(2, '0')}`,
        dependencyCandidateIds: [`s${String((place + 1) % 20).padStart(2, '0')}`, ...(place === 0 ? ['s08'] : [])],
      })),
    ),
    raised: {
      message:
        'Waits in a circle: "Do s00" -> "Do s08" -> "Do s09" -> "Do s10" -> "Do s11" -> "Do s12" -> "Do s13" -> 6 more -> "Do s00".',
    },
  },
  {
    code: 'dependency_cycle',
    name: 'two ways to one',
    candidate: candidateOf(
      { candidateId: 'a' },
      { candidateId: 'b', dependencyCandidateIds: ['a'] },
      { candidateId: 'c', dependencyCandidateIds: ['a', 'b'] },
    ),
    raised: null,
  },
  ...['', '  ', '\u0007', '\u200B\u202E', '\u3164'].map(
    (title): Example => ({
      code: 'blank_title',
      name: JSON.stringify(title),
      candidate: candidateOf({ candidateId: 'a', title }),
      raised: { path: '/subtasks/0/title', candidateIds: ['a'] },
    }),
  ),
  {
    code: 'blank_title',
    name: 'one sign',
    candidate: candidateOf({ candidateId: 'a', title: '\u{1F680}' }),
    raised: null,
  },
  {
    code: 'bad_status',
    name: 'done',
    candidate: candidateOf({ candidateId: 'a', status: 'done' }),
    raised: { path: '/subtasks/0/status', candidateIds: ['a'] },
  },
  { code: 'bad_status', name: 'today', candidate: candidateOf({ candidateId: 'a', status: 'today' }), raised: null },
];
