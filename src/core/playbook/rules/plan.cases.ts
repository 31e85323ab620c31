/** Cases of the rules over which subtasks there are, how many, and what each states. */
import type { RuleCase, Step } from './rule-case.ts';

const review = { words: ['review'] };
const chain: readonly Step[] = [
  { id: 'a', title: 'Review' },
  { id: 'b', dependencyCandidateIds: ['a'] },
  { id: 'c', recommendationType: 'rollout', dependencyCandidateIds: ['b'] },
];
const loose: readonly Step[] = [...chain.slice(0, 2), { id: 'c', recommendationType: 'rollout' }];
const circle: readonly Step[] = [
  { id: 'a', dependencyCandidateIds: ['c'] },
  { id: 'c', recommendationType: 'rollout', dependencyCandidateIds: ['a', 'c'] },
];
export const planCases: readonly RuleCase[] = [
  { name: 'within both bounds', rule: { kind: 'subtask_count', min: 1, max: 2 }, steps: [{ id: 'a' }], fails: null },
  { name: 'too few', rule: { kind: 'subtask_count', min: 2 }, steps: [{ id: 'a' }], fails: ['a'], says: '1 subtask,' },
  { name: 'none at all', rule: { kind: 'subtask_count', min: 1 }, steps: [], fails: [] },
  {
    name: 'too many',
    rule: { kind: 'subtask_count', max: 1 },
    steps: [{ id: 'a' }, { id: 'b' }],
    fails: ['a', 'b'],
    says: 'at most 1',
  },

  {
    name: 'one is there',
    rule: { kind: 'requires', where: review },
    steps: [{ id: 'a', title: 'Reviews' }],
    fails: null,
  },
  {
    name: 'in the description',
    rule: { kind: 'requires', where: review },
    steps: [{ id: 'a', description: 'a review' }],
    fails: null,
  },
  {
    name: 'none is there',
    rule: { kind: 'requires', where: review },
    steps: [{ id: 'a' }],
    fails: [],
    says: '"review"',
  },
  {
    name: 'the other way of a selector',
    rule: { kind: 'requires', where: { recommendation: 'edit', or: { words: ['review'] } }, min: 2 },
    steps: [
      { id: 'a', title: 'Review' },
      { id: 'b', recommendationType: 'edit' },
    ],
    fails: null,
  },
  {
    name: 'neither way of a selector',
    rule: { kind: 'requires', where: { recommendation: 'edit', or: { words: ['review'] } } },
    steps: [{ id: 'a', recommendationType: 'draft' }],
    fails: [],
    says: '0 subtasks of type edit, or that say "review"',
  },
  {
    name: 'fewer than min',
    rule: { kind: 'requires', where: { recommendation: 'sketch' }, min: 2 },
    steps: [{ id: 'a', recommendationType: 'sketch' }],
    fails: ['a'],
    says: 'at least 2',
  },
  {
    name: 'all parts of a selector must hold',
    rule: { kind: 'requires', where: { tags: ['Sec'], priority: 'high' } },
    steps: [
      { id: 'a', tags: ['sec'] },
      { id: 'b', priority: 'high' },
    ],
    fails: [],
  },

  {
    name: 'nothing forbidden',
    rule: { kind: 'forbids', where: { tags: ['misc'] } },
    steps: [{ id: 'a', tags: ['x'] }],
    fails: null,
  },
  {
    name: 'a forbidden one',
    rule: { kind: 'forbids', where: { tags: ['misc'] } },
    steps: [{ id: 'a', tags: ['Misc'] }],
    fails: ['a'],
  },

  {
    name: 'after it, at one remove',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: chain,
    fails: null,
  },
  {
    name: 'nothing that must come later',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: [{ id: 'a' }],
    fails: null,
  },
  {
    name: 'not after it',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: loose,
    fails: ['c'],
  },
  {
    name: 'no first at all, in a circle',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: circle,
    fails: ['c'],
  },
  {
    name: 'one that is both',
    rule: { kind: 'order', first: review, later: { words: ['publish'] } },
    steps: [{ id: 'a', title: 'Review and publish' }],
    fails: null,
  },
  {
    name: 'order of the list does not count',
    rule: { kind: 'order', first: review, later: { recommendation: 'rollout' } },
    steps: [...chain].reverse(),
    fails: null,
  },

  {
    name: 'all estimated',
    rule: { kind: 'estimated' },
    steps: [{ id: 'a', estimatedDurationMinutes: 1 }],
    fails: null,
  },
  { name: 'only picked ones count', rule: { kind: 'estimated', where: review }, steps: [{ id: 'a' }], fails: null },
  {
    name: 'one without',
    rule: { kind: 'estimated' },
    steps: [{ id: 'a' }, { id: 'b', estimatedDurationMinutes: 5 }],
    fails: ['a'],
  },

  {
    name: 'at both edges',
    rule: { kind: 'estimate_range', min: 30, max: 60 },
    steps: [
      { id: 'a', estimatedDurationMinutes: 30 },
      { id: 'b', estimatedDurationMinutes: 60 },
    ],
    fails: null,
  },
  { name: 'unknown is not too short', rule: { kind: 'estimate_range', min: 30 }, steps: [{ id: 'a' }], fails: null },
  {
    name: 'too long',
    rule: { kind: 'estimate_range', max: 60 },
    steps: [{ id: 'a', estimatedDurationMinutes: 61 }],
    fails: ['a'],
    says: '1 h 1 min, at most 1 h wanted',
  },
  {
    name: 'too short',
    rule: { kind: 'estimate_range', min: 30 },
    steps: [{ id: 'a', estimatedDurationMinutes: 29 }],
    fails: ['a'],
  },

  {
    name: 'the sum at the edge',
    rule: { kind: 'total_estimate', max: 90 },
    steps: [{ id: 'a', estimatedDurationMinutes: 90 }, { id: 'b' }],
    fails: null,
  },
  {
    name: 'the sum above',
    rule: { kind: 'total_estimate', max: 90 },
    steps: [{ id: 'a', estimatedDurationMinutes: 90 }, { id: 'b', estimatedDurationMinutes: 1 }, { id: 'c' }],
    fails: ['a', 'b'],
    says: '1 h 31 min, at most 1 h 30 min wanted',
  },
];
