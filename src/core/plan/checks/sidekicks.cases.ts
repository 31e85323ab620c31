/** What sidekicks ask: consultation, assignment, checklists, rules. */
import { type Example, parent, plan } from '../fixture/example.ts';
import { candidateOf, sidekickOf } from '../fixture/world.ts';

const release = { id: 'release' };

export const sidekicksExamples: readonly Example[] = [
  {
    code: 'unknown_sidekick',
    name: 'switched off',
    world: { sidekicks: [sidekickOf(release, { enabled: false })] },
    candidate: candidateOf({ candidateId: 'a', assignedSidekickIds: ['release'] }),
    raised: { path: '/subtasks/0/assignedSidekickIds/0', candidateIds: ['a'] },
  },
  {
    code: 'unknown_consulted_sidekick',
    name: 'nobody',
    candidate: plan({ consultedSidekickIds: ['nobody'] }),
    raised: { path: '/consultedSidekickIds/0' },
  },
  {
    code: 'unknown_consulted_sidekick',
    name: 'never activated',
    world: { sidekicks: [sidekickOf(release, { active: null })] },
    candidate: plan({ consultedSidekickIds: ['release'] }),
    raised: { path: '/consultedSidekickIds/0' },
  },
  {
    code: 'unknown_checklist_item',
    name: 'no such item',
    candidate: candidateOf({ candidateId: 'a', checklistCoverageIds: ['release.x'] }),
    raised: { path: '/subtasks/0/checklistCoverageIds/0', candidateIds: ['a'] },
  },
  {
    code: 'unknown_checklist_item',
    name: 'of a sidekick that does not apply',
    world: {
      sidekicks: [sidekickOf({ id: 'zebra', checklist: [{ id: 'zebra.x', text: 'Stripes', required: true }] })],
    },
    candidate: candidateOf({ candidateId: 'a', checklistCoverageIds: ['zebra.x'] }),
    raised: null,
  },
  {
    code: 'recommendation_not_permitted',
    name: 'by one of two',
    world: {
      sidekicks: [
        sidekickOf({ ...release, recommendations: ['cut'] }),
        sidekickOf({ id: 'zebra', recommendations: ['paint'] }),
      ],
    },
    candidate: candidateOf({
      candidateId: 'a',
      assignedSidekickIds: ['zebra', 'release'],
      recommendationType: 'paint',
    }),
    raised: { path: '/subtasks/0/recommendationType', candidateIds: ['a'], raisedBy: 'release' },
  },
  {
    code: 'recommendation_not_permitted',
    name: 'by one that does not vote',
    world: { sidekicks: [sidekickOf({ id: 'zebra', recommendations: ['paint'] })] },
    candidate: candidateOf({ candidateId: 'a', assignedSidekickIds: ['zebra'], recommendationType: 'cut' }),
    raised: { path: '/subtasks/0/recommendationType', candidateIds: ['a'], raisedBy: 'workspace' },
  },
  {
    code: 'recommendation_not_permitted',
    name: 'nobody assigned',
    candidate: candidateOf({ candidateId: 'a', recommendationType: 'cut' }),
    raised: null,
  },
  {
    code: 'required_item_uncovered',
    name: 'consulted or not',
    world: {
      sidekicks: [sidekickOf({ ...release, checklist: [{ id: 'release.x', text: 'Roll back', required: true }] })],
    },
    candidate: candidateOf({ candidateId: 'a' }),
    raised: { path: '/subtasks', candidateIds: [], raisedBy: 'release' },
  },
  {
    code: 'required_item_uncovered',
    name: 'optional',
    world: {
      sidekicks: [sidekickOf({ ...release, checklist: [{ id: 'release.x', text: 'Roll back', required: false }] })],
    },
    candidate: candidateOf({ candidateId: 'a' }),
    raised: null,
  },
  {
    code: 'mandatory_not_consulted',
    name: 'applies',
    world: { sidekicks: [sidekickOf(release, { mandatory: true })] },
    candidate: candidateOf(),
    raised: { path: '/consultedSidekickIds', raisedBy: 'release' },
  },
  {
    code: 'mandatory_not_consulted',
    name: 'does not apply',
    world: { sidekicks: [sidekickOf({ id: 'zebra' }, { mandatory: true })] },
    candidate: candidateOf(),
    raised: null,
  },
  {
    code: 'rule_block',
    name: 'too many subtasks',
    world: {
      sidekicks: [
        sidekickOf({
          ...release,
          constraints: [{ id: 'few', text: 'Few.', rule: { kind: 'subtask_count', max: 1 }, onFail: 'block' }],
        }),
      ],
    },
    candidate: candidateOf({ candidateId: 'a' }, { candidateId: 'b' }),
    raised: { path: '/subtasks', raisedBy: 'release' },
  },
  {
    code: 'rule_concern',
    name: 'no estimate',
    world: {
      sidekicks: [
        sidekickOf({
          ...release,
          constraints: [{ id: 'est', text: 'Guess.', rule: { kind: 'estimated' }, onFail: 'concern' }],
        }),
      ],
    },
    candidate: candidateOf({ candidateId: 'a' }),
    raised: { path: '/subtasks', candidateIds: ['a'], raisedBy: 'release' },
  },
  {
    code: 'matched_not_consulted',
    name: 'once matched, whatever its words',
    world: {
      tasks: [{ ...parent, matches: [{ sidekickId: 'zebra', score: 1, facts: [], at: '', by: '' }] }],
      sidekicks: [sidekickOf({ id: 'zebra' })],
    },
    candidate: candidateOf(),
    raised: { path: '/consultedSidekickIds', raisedBy: 'zebra' },
  },
  {
    code: 'matched_not_consulted',
    name: 'a mandatory one is an error already',
    world: {
      tasks: [{ ...parent, matches: [{ sidekickId: 'zebra', score: 1, facts: [], at: '', by: '' }] }],
      sidekicks: [sidekickOf({ id: 'zebra' }, { mandatory: true })],
    },
    candidate: candidateOf(),
    raised: null,
  },
  {
    code: 'matched_not_consulted',
    name: 'applies, never matched',
    world: { sidekicks: [sidekickOf(release)] },
    candidate: candidateOf(),
    raised: null,
  },
  {
    code: 'assigned_not_consulted',
    name: 'assigned to two',
    world: { sidekicks: [sidekickOf({ id: 'zebra' })] },
    candidate: candidateOf(
      { candidateId: 'b', assignedSidekickIds: ['zebra'] },
      { candidateId: 'a', assignedSidekickIds: ['zebra'] },
    ),
    raised: { path: '/subtasks/0/assignedSidekickIds', candidateIds: ['a', 'b'] },
  },
  {
    code: 'item_claimed_twice',
    name: 'by two',
    world: {
      sidekicks: [sidekickOf({ ...release, checklist: [{ id: 'release.x', text: 'Roll back', required: false }] })],
    },
    candidate: candidateOf(
      { candidateId: 'b', checklistCoverageIds: ['release.x'] },
      { candidateId: 'a', checklistCoverageIds: ['release.x'] },
    ),
    raised: { path: '/subtasks/1/checklistCoverageIds', candidateIds: ['a', 'b'] },
  },
];
