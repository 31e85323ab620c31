import { describe, expect, it } from 'vitest';
import type { Candidate, Subtask } from '../../../core/plan/candidate.ts';
import { differenceOf, isEmpty } from './difference.ts';

const note: Subtask = {
  candidateId: 'note',
  title: 'Write the note',
  description: '',
  status: 'backlog',
  priority: 'medium',
  tags: ['press', 'text'],
  dependencyCandidateIds: [],
  assignedSidekickIds: [],
  checklistCoverageIds: [],
};
const send: Subtask = { ...note, candidateId: 'send', title: 'Send the note', dependencyCandidateIds: ['note'] };

function plan(...subtasks: readonly Subtask[]): Candidate {
  return {
    expectedWorkspaceVersion: 1,
    parentTaskId: 't',
    consultedSidekickIds: ['writing'],
    subtasks,
    rationale: 'So.',
  };
}

describe('differenceOf', () => {
  it('finds nothing between equal candidates, whatever version they expect', () => {
    expect(isEmpty(differenceOf(plan(note, send), { ...plan(note, send), expectedWorkspaceVersion: 9 }))).toBe(true);
  });

  it('names every changed field with both values, absent ones too', () => {
    const { subtasks } = differenceOf(plan(note), plan({ ...note, title: 'Draft it', estimatedDurationMinutes: 30 }));
    expect(subtasks).toMatchObject([
      {
        kind: 'changed',
        candidateId: 'note',
        changes: [
          { field: 'title', before: 'Write the note', after: 'Draft it' },
          { field: 'estimatedDurationMinutes', before: undefined, after: 30 },
        ],
      },
    ]);
  });

  it('takes lists for sets', () => {
    expect(isEmpty(differenceOf(plan(note), plan({ ...note, tags: ['text', 'press'] })))).toBe(true);
    expect(differenceOf(plan(note), plan({ ...note, tags: ['press'] })).subtasks).toHaveLength(1);
  });

  it('tells added, removed and reordered apart', () => {
    const added = differenceOf(plan(note), plan(note, send));
    expect(added.subtasks).toMatchObject([{ kind: 'added', candidateId: 'send' }]);
    const removed = differenceOf(plan(note, send), plan(send));
    expect(removed.subtasks).toMatchObject([{ kind: 'removed', candidateId: 'note', removed: note }]);
    expect(removed.reordered).toBe(false);
    expect(differenceOf(plan(note, send), plan(send, note))).toMatchObject({ reordered: true, subtasks: [] });
  });

  it('shows changed words of the agent and changed claims', () => {
    const after = { ...plan(note), rationale: 'Because.', consultedSidekickIds: [] };
    expect(differenceOf(plan(note), after)).toMatchObject({
      rationale: { before: 'So.', after: 'Because.' },
      consulted: { before: ['writing'], after: [] },
    });
  });
});
