import { describe, expect, it } from 'vitest';
import type { Candidate, Subtask } from '../../../core/plan/candidate.ts';
import { carryOver, dependantsOf, dropSubtask, putBack, setFields } from './edit.ts';

function step(candidateId: string, dependencyCandidateIds: readonly string[] = []): Subtask {
  return {
    candidateId,
    title: `Do ${candidateId}`,
    description: '',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    dependencyCandidateIds,
    assignedSidekickIds: [],
    checklistCoverageIds: [],
  };
}

function plan(...subtasks: readonly Subtask[]): Candidate {
  return { expectedWorkspaceVersion: 1, parentTaskId: 't', consultedSidekickIds: [], subtasks, rationale: '' };
}

const base = plan(step('a'), step('b', ['a']), step('c', ['a', 'b']));

describe('editing a candidate', () => {
  it('sets fields and takes optional ones away instead of nulling them', () => {
    const dated = setFields(base, 'a', { dueAt: '2026-03-02T09:00:00Z' });
    expect(dated.subtasks[0]).toEqual({ ...step('a'), dueAt: '2026-03-02T09:00:00Z' });
    expect(Object.keys(setFields(dated, 'a', { dueAt: undefined }).subtasks[0] ?? {})).not.toContain('dueAt');
  });

  it('drops a subtask with the dependencies on it', () => {
    expect(dependantsOf(base, 'a').map(({ candidateId }) => candidateId)).toEqual(['b', 'c']);
    expect(dropSubtask(base, 'a')).toEqual(plan(step('b'), step('c', ['b'])));
  });

  it('puts it back in its place, and does not bring back what is still dropped', () => {
    expect(putBack(dropSubtask(base, 'a'), base, 'a')).toEqual(
      plan(step('a'), step('b', ['a']), step('c', ['b', 'a'])),
    );
    const two = dropSubtask(dropSubtask(base, 'a'), 'c');
    expect(putBack(two, base, 'c')).toEqual(plan(step('b'), step('c', ['b'])));
  });
});

describe('carrying an edit onto a newer revision', () => {
  it('keeps what both sides did, the person first', () => {
    const mine = setFields(base, 'a', { title: 'Mine', priority: 'high' });
    const theirs = setFields(base, 'a', { title: 'Theirs', tags: ['x'] });
    const { candidate, overlaps, lost } = carryOver(base, mine, theirs);
    expect(candidate.subtasks[0]).toEqual({ ...step('a'), title: 'Mine', priority: 'high', tags: ['x'] });
    expect(overlaps).toEqual([{ candidateId: 'a', field: 'title' }]);
    expect(lost).toEqual([]);
  });

  it('keeps the person’s own rationale, and takes the agent’s newer one where they left it', () => {
    const carried = (mine: string, theirs: string) => {
      const both = carryOver(base, { ...base, rationale: mine }, { ...base, rationale: theirs });
      return [both.candidate.rationale, both.rationale];
    };
    expect(carried('Mine', 'Theirs')).toEqual(['Mine', true]);
    expect(carried('Mine', base.rationale)).toEqual(['Mine', false]);
    expect(carried(base.rationale, 'Theirs')).toEqual(['Theirs', false]);
  });

  it('ticks and unticks of the consulted sidekicks what the person did, and leaves the rest to the agent', () => {
    const consulting = (...consultedSidekickIds: readonly string[]) => ({ ...base, consultedSidekickIds });
    const carried = (mine: readonly string[], theirs: readonly string[]) =>
      carryOver(consulting('a', 'b'), consulting(...mine), consulting(...theirs)).candidate.consultedSidekickIds;
    expect(carried(['a', 'b', 'c'], ['a', 'b'])).toEqual(['a', 'b', 'c']);
    expect(carried(['a', 'b', 'c'], ['a', 'c', 'd'])).toEqual(['a', 'c', 'd']);
    expect(carried(['a'], ['a', 'b', 'd'])).toEqual(['a', 'd']);
    expect(carried(['a', 'b'], ['d'])).toEqual(['d']);
  });

  it('drops what the person dropped and names what has no place any more', () => {
    const mine = setFields(dropSubtask(base, 'c'), 'b', { title: 'Mine' });
    const theirs = plan(step('a'), step('c', ['a']), step('d'));
    const { candidate, lost } = carryOver(base, mine, theirs);
    expect(candidate.subtasks.map(({ candidateId }) => candidateId)).toEqual(['a', 'd']);
    expect(lost.map(({ title }) => title)).toEqual(['Mine']);
  });
});
