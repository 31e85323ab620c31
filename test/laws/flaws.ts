/** What can be wrong with a plan in the world of the law: for each issue code one change that makes a sound plan raise it. */
import type { Candidate, Subtask } from '../../src/core/plan/candidate.ts';
import type { IssueCode } from '../../src/core/plan/codes.ts';
import type { Parents } from './world.ts';

type Flaw = (candidate: Candidate, parents: Parents) => Candidate;

/** The plan has at least two subtasks. The world's Monday is 2026-03-02. */
export const flaws: Readonly<Record<IssueCode, Flaw>> = {
  bad_text: (plan) => ({ ...plan, rationale: 'half a pair: \uD83D' }),
  bad_instant: first({ plannedStart: '2026-02-30T10:00:00Z' }),
  unknown_parent: (plan) => ({ ...plan, parentTaskId: 'nobody' }),
  parent_done: (plan, { done }) => ({ ...plan, parentTaskId: done }),
  duplicate_candidate_id: last((_, { candidateId }) => ({ candidateId })),
  unknown_dependency: last({ dependencyCandidateIds: ['nobody'] }),
  self_dependency: last(({ candidateId }) => ({ dependencyCandidateIds: [candidateId] })),
  dependency_cycle: (plan) => chained(first((_, { candidateId }) => ({ dependencyCandidateIds: [candidateId] }))(plan)),
  blank_title: first({ title: ' \u200B' }),
  bad_status: first({ status: 'done' }),
  unknown_sidekick: first({ assignedSidekickIds: ['nobody'] }),
  unknown_consulted_sidekick: (plan) => ({ ...plan, consultedSidekickIds: ['nobody'] }),
  unknown_checklist_item: first({ checklistCoverageIds: ['nothing'] }),
  recommendation_not_permitted: first({ assignedSidekickIds: ['planning'], recommendationType: 'dance' }),
  required_item_uncovered: (plan) => ({ ...plan, consultedSidekickIds: ['planning'] }),
  mandatory_not_consulted: (plan, { mandatory }) => ({ ...plan, parentTaskId: mandatory }),
  start_before_dependency_end: (plan) =>
    chained(
      first({ plannedStart: '2026-03-03T09:00:00Z', estimatedDurationMinutes: 120 })(
        last({ plannedStart: '2026-03-03T10:00:00Z' })(plan),
      ),
    ),
  due_before_end: first({
    plannedStart: '2026-03-03T09:00:00Z',
    estimatedDurationMinutes: 120,
    dueAt: '2026-03-03T10:00:00Z',
  }),
  start_in_commitment: first({ plannedStart: '2026-03-04T10:30:00Z' }),
  rule_block: (plan) => first({ estimatedDurationMinutes: 2400 })({ ...plan, consultedSidekickIds: ['planning'] }),
  rule_concern: (plan) => first({ description: '' })({ ...plan, consultedSidekickIds: ['planning'] }),
  matched_not_consulted: (plan, { matched }) => ({ ...plan, parentTaskId: matched }),
  assigned_not_consulted: first({ assignedSidekickIds: ['focus'] }),
  item_claimed_twice: (plan) => {
    const claim = { checklistCoverageIds: ['planning.handover'] };
    return first(claim)(last(claim)(plan));
  },
  near_duplicate_title: last((_, { title }) => ({ title })),
  outside_working_hours: first({ plannedStart: '2026-03-03T03:00:00Z' }),
  overlapping_blocks: (plan) => {
    const block = { plannedStart: '2026-03-05T09:00:00Z', estimatedDurationMinutes: 60, dependencyCandidateIds: [] };
    return first(block)(last(block)(plan));
  },
  over_capacity: (plan, { due }) => first({ estimatedDurationMinutes: 100_000 })({ ...plan, parentTaskId: due }),
  after_parent_deadline: (plan, { due }) => first({ dueAt: '2026-03-20T09:00:00Z' })({ ...plan, parentTaskId: due }),
};

type Change = Partial<Subtask> | ((one: Subtask, other: Subtask) => Partial<Subtask>);

function changed(change: Change, one: Subtask, other: Subtask): Subtask {
  return { ...one, ...(typeof change === 'function' ? change(one, other) : change) };
}

/** The other is the last subtask. */
function first(change: Change): (plan: Candidate) => Candidate {
  return (plan) => {
    const [one, ...rest] = plan.subtasks as [Subtask, ...Subtask[]];
    return { ...plan, subtasks: [changed(change, one, rest.at(-1) as Subtask), ...rest] };
  };
}

/** The other is the first subtask. */
function last(change: Change): (plan: Candidate) => Candidate {
  return (plan) => {
    const one = plan.subtasks.at(-1) as Subtask;
    const rest = plan.subtasks.slice(0, -1);
    return { ...plan, subtasks: [...rest, changed(change, one, rest[0] as Subtask)] };
  };
}

/** The last subtask waits for the first. */
const chained = last((_, { candidateId }) => ({ dependencyCandidateIds: [candidateId] }));
