/**
 * Every issue code: stable, closed, with its severity, when it is raised and what to do. An error makes the candidate
 * invalid; a warning is shown to whoever decides.
 */

interface IssueCodeEntry {
  readonly severity: 'error' | 'warning';
  readonly raised: string;
  readonly next: string;
}

export const issueCodes = {
  bad_text: {
    severity: 'error',
    raised: 'A text holds a lone surrogate, which no UTF-8 holds; nothing else is judged.',
    next: 'Send well-formed Unicode.',
  },
  bad_instant: {
    severity: 'error',
    raised: 'plannedStart or dueAt is no RFC 3339 instant with T, seconds 00 to 59, in the UTC years 1 to 9999.',
    next: 'Write it like 2026-03-02T09:00:00Z.',
  },
  unknown_parent: {
    severity: 'error',
    raised: 'No live task has the id or alias in parentTaskId.',
    next: 'Take an id from get_workspace_state or search_tasks.',
  },
  parent_done: {
    severity: 'error',
    raised: 'The parent task is done.',
    next: 'Plan for an open task, or ask a person to reopen this one.',
  },
  duplicate_candidate_id: {
    severity: 'error',
    raised: 'Several subtasks have the same candidateId.',
    next: 'Give each its own; dependencies then mean the first one.',
  },
  unknown_dependency: {
    severity: 'error',
    raised: 'A dependency names no subtask of the candidate.',
    next: 'Name a candidateId of this candidate or drop the dependency.',
  },
  self_dependency: { severity: 'error', raised: 'A subtask depends on itself.', next: 'Drop that dependency.' },
  dependency_cycle: {
    severity: 'error',
    raised: 'Subtasks wait for each other in a circle; the path is named.',
    next: 'Drop one dependency of the circle.',
  },
  blank_title: {
    severity: 'error',
    raised: 'A title shows nothing: blanks, control or zero-width characters only.',
    next: 'Say what gets done.',
  },
  bad_status: {
    severity: 'error',
    raised: 'A new task would start as in-progress or done.',
    next: 'Use backlog or today.',
  },
  unknown_sidekick: {
    severity: 'error',
    raised: 'An assigned sidekick does not exist, is switched off or has no active playbook.',
    next: 'Assign one that match_sidekicks_to_task names.',
  },
  unknown_consulted_sidekick: {
    severity: 'error',
    raised: 'A consulted sidekick does not exist, is switched off or has no active playbook.',
    next: 'Name only sidekicks that consult_sidekick answered for.',
  },
  unknown_checklist_item: {
    severity: 'error',
    raised: 'A claimed checklist item is in no enabled playbook.',
    next: 'Take item ids from consult_sidekick.',
  },
  recommendation_not_permitted: {
    severity: 'error',
    raised: "An assigned sidekick's playbook does not permit the recommendationType.",
    next: 'Use a type that consult_sidekick lists for it, or assign another sidekick.',
  },
  required_item_uncovered: {
    severity: 'error',
    raised: 'No subtask claims a required checklist item of a sidekick that applies.',
    next: 'Let a subtask do it and claim the item in checklistCoverageIds.',
  },
  mandatory_not_consulted: {
    severity: 'error',
    raised: 'A mandatory sidekick applies and is not among consultedSidekickIds.',
    next: 'Call consult_sidekick for it, take its advice and name it.',
  },
  start_before_dependency_end: {
    severity: 'error',
    raised: 'A stated start lies before the stated end (or start, without an estimate) of something it waits for.',
    next: 'Start later, or move what comes before.',
  },
  due_before_end: {
    severity: 'error',
    raised: 'dueAt lies before the planned end: plannedStart plus the estimate, laid over free working hours.',
    next: 'Move the due, start earlier or estimate less.',
  },
  start_in_commitment: {
    severity: 'error',
    raised: "A planned start lies inside a fixed commitment of the plan's owner.",
    next: 'Start when it is over.',
  },
  rule_block: {
    severity: 'error',
    raised: 'A playbook rule with onFail block does not hold.',
    next: 'Change the plan so that the constraint holds.',
  },
  rule_concern: {
    severity: 'warning',
    raised: 'A playbook rule with onFail concern does not hold.',
    next: 'Change the plan, or say in the rationale why not.',
  },
  matched_not_consulted: {
    severity: 'warning',
    raised: 'A sidekick was matched to the parent and is not among consultedSidekickIds.',
    next: 'Call consult_sidekick for it.',
  },
  assigned_not_consulted: {
    severity: 'warning',
    raised: 'A sidekick is assigned to a subtask and is not among consultedSidekickIds.',
    next: 'Consult it with consult_sidekick when it was matched to the task; otherwise do not assign it.',
  },
  item_claimed_twice: {
    severity: 'warning',
    raised: 'Several subtasks claim the same checklist item.',
    next: 'Let one of them claim it.',
  },
  near_duplicate_title: {
    severity: 'warning',
    raised:
      'A title nearly repeats another subtask, an open sibling or an idea that a person rejected for this parent.',
    next: 'Merge them, or say what is different.',
  },
  outside_working_hours: {
    severity: 'warning',
    raised: 'A planned start lies outside working hours.',
    next: 'Start within working hours; the planned end stays the same.',
  },
  overlapping_blocks: {
    severity: 'warning',
    raised: 'Two planned blocks of one owner run at once: within the plan, or with a scheduled open task.',
    next: 'Move one of them.',
  },
  over_capacity: {
    severity: 'warning',
    raised: 'The work does not fit into the free time before the deadline (or 366 days), or a day holds too much.',
    next: 'Plan less, later or smaller.',
  },
  after_parent_deadline: {
    severity: 'warning',
    raised: "Stated or laid out, work ends or is due after the parent's deadline.",
    next: 'Plan it earlier, or ask a person to move the deadline.',
  },
} as const satisfies { readonly [code: string]: IssueCodeEntry };

export type IssueCode = keyof typeof issueCodes;

/** The codes that always offer a repair. */
export const repairedCodes = [
  'duplicate_candidate_id',
  'unknown_dependency',
  'self_dependency',
  'dependency_cycle',
  'blank_title',
  'bad_status',
  'start_before_dependency_end',
  'due_before_end',
  'start_in_commitment',
] as const satisfies readonly IssueCode[];
