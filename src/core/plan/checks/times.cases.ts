/** Stated times, working hours, blocks, capacity and the deadline. */
import { type Example, eleven, nine, parent, ten } from '../fixture/example.ts';
import { candidateOf, commitmentOf, taskOf } from '../fixture/world.ts';

const hour = { estimatedDurationMinutes: 60 };
const meeting = commitmentOf({ id: 'm', start: ten, end: eleven });

export const timesExamples: readonly Example[] = [
  {
    code: 'start_before_dependency_end',
    name: 'in the middle of it',
    candidate: candidateOf(
      { candidateId: 'a', plannedStart: nine, ...hour },
      { candidateId: 'b', plannedStart: '2026-03-02T08:30:00Z', dependencyCandidateIds: ['a'] },
    ),
    raised: { path: '/subtasks/1/plannedStart', candidateIds: ['a', 'b'] },
  },
  {
    code: 'start_before_dependency_end',
    name: 'the minute it ends',
    candidate: candidateOf(
      { candidateId: 'a', plannedStart: nine, ...hour },
      { candidateId: 'b', plannedStart: ten, dependencyCandidateIds: ['a'] },
    ),
    raised: null,
  },
  {
    code: 'start_before_dependency_end',
    name: 'through one that states nothing',
    candidate: candidateOf(
      { candidateId: 'a', plannedStart: ten, ...hour },
      { candidateId: 'm', dependencyCandidateIds: ['a'] },
      { candidateId: 'b', plannedStart: ten, dependencyCandidateIds: ['m'] },
    ),
    raised: { path: '/subtasks/2/plannedStart', candidateIds: ['a', 'b'] },
  },
  {
    code: 'start_before_dependency_end',
    name: 'an unknown estimate ends no sooner than it starts',
    candidate: candidateOf(
      { candidateId: 'a', plannedStart: eleven },
      { candidateId: 'b', plannedStart: ten, dependencyCandidateIds: ['a'] },
    ),
    raised: { path: '/subtasks/1/plannedStart', candidateIds: ['a', 'b'] },
  },
  {
    code: 'due_before_end',
    name: 'the estimate runs over a meeting',
    world: { commitments: [meeting] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: nine, dueAt: eleven, estimatedDurationMinutes: 90 }),
    raised: { path: '/subtasks/0/dueAt', candidateIds: ['a'] },
  },
  {
    code: 'due_before_end',
    name: 'on the minute',
    candidate: candidateOf({ candidateId: 'a', plannedStart: nine, dueAt: ten, ...hour }),
    raised: null,
  },
  {
    code: 'due_before_end',
    name: 'before the start',
    candidate: candidateOf({ candidateId: 'a', plannedStart: ten, dueAt: nine }),
    raised: { path: '/subtasks/0/dueAt', candidateIds: ['a'] },
  },
  {
    code: 'due_before_end',
    name: 'no start',
    candidate: candidateOf({ candidateId: 'a', dueAt: '2020-01-01T00:00:00Z', ...hour }),
    raised: null,
  },
  {
    code: 'start_in_commitment',
    name: 'its first minute',
    world: { commitments: [meeting] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: ten }),
    raised: { path: '/subtasks/0/plannedStart', candidateIds: ['a'] },
  },
  {
    code: 'start_in_commitment',
    name: 'its end',
    world: { commitments: [meeting] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: eleven }),
    raised: null,
  },
  {
    code: 'start_in_commitment',
    name: 'flexible',
    world: { commitments: [{ ...meeting, kind: 'flexible' }] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: ten }),
    raised: null,
  },
  {
    code: 'start_in_commitment',
    name: "another owner's",
    world: { commitments: [{ ...meeting, ownerId: 'bob' }] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: ten }),
    raised: null,
  },
  {
    code: 'outside_working_hours',
    name: 'at night',
    candidate: candidateOf({ candidateId: 'a', plannedStart: '2026-03-02T04:00:00Z' }),
    raised: { path: '/subtasks/0/plannedStart', candidateIds: ['a'] },
  },
  {
    code: 'outside_working_hours',
    name: 'the opening minute',
    candidate: candidateOf({ candidateId: 'a', plannedStart: nine }),
    raised: null,
  },
  {
    code: 'overlapping_blocks',
    name: 'within the plan',
    candidate: candidateOf(
      { candidateId: 'b', plannedStart: nine, ...hour },
      { candidateId: 'a', plannedStart: '2026-03-02T08:59:00Z', ...hour },
    ),
    raised: { path: '/subtasks/1/plannedStart', candidateIds: ['a', 'b'] },
  },
  {
    code: 'overlapping_blocks',
    name: 'one after the other',
    candidate: candidateOf(
      { candidateId: 'b', plannedStart: nine, ...hour },
      { candidateId: 'a', plannedStart: ten, ...hour },
    ),
    raised: null,
  },
  {
    code: 'overlapping_blocks',
    name: 'with an open task',
    world: { tasks: [parent, taskOf({ id: 'other', plannedStart: nine, estimateMinutes: 120 })] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: ten, ...hour }),
    raised: { path: '/subtasks/0/plannedStart', candidateIds: ['a'] },
  },
  {
    code: 'overlapping_blocks',
    name: "with the parent's own block, which the subtasks divide",
    world: { tasks: [{ ...parent, plannedStart: nine, estimateMinutes: 480 }] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: ten, ...hour }),
    raised: null,
  },
  {
    code: 'overlapping_blocks',
    name: "with another owner's",
    world: { tasks: [parent, taskOf({ id: 'other', ownerId: 'bob', plannedStart: nine, estimateMinutes: 120 })] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: ten, ...hour }),
    raised: null,
  },
  {
    code: 'over_capacity',
    name: 'nine hours in one day',
    world: { tasks: [{ ...parent, due: { date: '2026-03-02' } }] },
    candidate: candidateOf({ candidateId: 'a', estimatedDurationMinutes: 540 }),
    raised: { path: '/subtasks', candidateIds: [] },
  },
  {
    code: 'over_capacity',
    name: 'a flexible commitment takes the rest of the day',
    world: {
      commitments: [
        commitmentOf({ id: 'f', kind: 'flexible', start: '2026-03-02T15:00:00Z', end: '2026-03-02T16:00:00Z' }),
      ],
    },
    candidate: candidateOf({ candidateId: 'a', plannedStart: nine, estimatedDurationMinutes: 480 }),
    raised: { path: '/subtasks/0/plannedStart', candidateIds: ['a'] },
  },
  {
    code: 'over_capacity',
    name: 'just fits',
    world: { tasks: [{ ...parent, due: { date: '2026-03-02' } }] },
    candidate: candidateOf({ candidateId: 'a', estimatedDurationMinutes: 480 }),
    raised: null,
  },
  {
    code: 'after_parent_deadline',
    name: 'due later',
    world: { tasks: [{ ...parent, due: { at: ten } }] },
    candidate: candidateOf({ candidateId: 'a', dueAt: eleven }),
    raised: { path: '/subtasks/0/dueAt', candidateIds: ['a'] },
  },
  {
    code: 'after_parent_deadline',
    name: 'on the minute',
    world: { tasks: [{ ...parent, due: { at: ten } }] },
    candidate: candidateOf({ candidateId: 'a', plannedStart: nine, dueAt: ten, ...hour }),
    raised: null,
  },
  {
    code: 'after_parent_deadline',
    name: 'laid out later',
    world: { tasks: [{ ...parent, due: { at: ten } }] },
    candidate: candidateOf({ candidateId: 'a', ...hour }, { candidateId: 'b', ...hour, dependencyCandidateIds: ['a'] }),
    raised: { path: '/subtasks', candidateIds: ['b'] },
  },
];
