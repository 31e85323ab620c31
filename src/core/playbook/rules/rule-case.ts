/** A case of the tables beside this file: one rule, one candidate, and what must come out. */
import type { Subtask } from '../../plan/candidate.ts';
import { parseInstant } from '../../workspace/time.ts';
import type { Rule } from '../rule.ts';
import type { RuleSubject } from '../rule-subject.ts';

export type Step = Partial<Subtask> & { readonly id: string; readonly end?: string };

export function subject(steps: readonly Step[], { deadline = null as string | null, zone = 'UTC' } = {}): RuleSubject {
  return {
    parent: {} as RuleSubject['parent'],
    deadlineMs: deadline === null ? null : parseInstant(deadline),
    zone,
    subtasks: steps.map(({ id, end: _, ...fields }) => ({
      candidateId: id,
      title: `Step ${id}`,
      description: '',
      status: 'backlog',
      priority: 'medium',
      tags: [],
      dependencyCandidateIds: [],
      assignedSidekickIds: [],
      checklistCoverageIds: [],
      ...fields,
    })),
    times: steps.map(({ plannedStart, dueAt, end }) => ({
      startMs: plannedStart === undefined ? null : parseInstant(plannedStart),
      dueMs: dueAt === undefined ? null : parseInstant(dueAt),
      endMs: end === undefined ? null : parseInstant(end),
    })),
  };
}

export interface RuleCase {
  readonly name: string;
  readonly rule: Rule;
  readonly steps: readonly Step[];
  readonly world?: { readonly deadline?: string; readonly zone?: string };
  /** Candidate ids of the failure; null = the rule holds. */
  readonly fails: readonly string[] | null;
  readonly says?: string;
}
