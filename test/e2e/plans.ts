/** Plans that an agent could really make for the example, with dates that count from today. */
import type { Candidate, Subtask } from '../../src/core/plan/candidate.ts';

const DAY_MS = 86_400_000;

/** An instant of the n-th working day after today, in UTC as the example's clock: `workday(2, '10:00')`. */
export function workday(count: number, clock: string): string {
  let day = Date.now();
  for (let left = count; left > 0; ) {
    day += DAY_MS;
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return `${new Date(day).toISOString().slice(0, 10)}T${clock}:00Z`;
}

type Step = Pick<Subtask, 'candidateId' | 'title' | 'description'> & Partial<Subtask>;

function step(words: Step): Subtask {
  return {
    status: 'backlog',
    priority: 'medium',
    tags: [],
    dependencyCandidateIds: [],
    assignedSidekickIds: ['data-migration'],
    checklistCoverageIds: [],
    ...words,
  };
}

/**
 * "Move old journals to the new storage format", T-21 of the example: six steps, of which one has no estimate, so that
 * the deadline sidekick is concerned.
 */
export function journalsPlan(version: number): Candidate {
  return {
    expectedWorkspaceVersion: version,
    parentTaskId: 'T-21',
    consultedSidekickIds: ['data-migration', 'deadline'],
    subtasks: [
      step({
        candidateId: 'profile',
        title: 'Count the old journals and find the odd ones',
        description: 'Entries per year and per language; entries without a date, doubled ids, the longest text.',
        status: 'today',
        priority: 'high',
        tags: ['data'],
        estimatedDurationMinutes: 90,
        plannedStart: workday(1, '10:00'),
        dueAt: workday(1, '16:00'),
        recommendationType: 'profile',
      }),
      step({
        candidateId: 'backup',
        title: 'Back up the journals and read the backup back',
        description: 'A snapshot on the second disk; ten known entries are found in it.',
        priority: 'urgent',
        tags: ['data', 'backup'],
        estimatedDurationMinutes: 45,
        dueAt: workday(2, '17:00'),
        dependencyCandidateIds: ['profile'],
        checklistCoverageIds: ['data-migration.backup'],
        recommendationType: 'backup',
      }),
      step({
        candidateId: 'rehearse',
        title: 'Rehearse the whole move on a copy',
        description: 'Every command as it will run; minutes and failures noted. Checkpoint: half the time is left.',
        priority: 'high',
        tags: ['data', 'testing'],
        estimatedDurationMinutes: 120,
        dueAt: workday(3, '17:00'),
        dependencyCandidateIds: ['backup'],
        assignedSidekickIds: ['data-migration', 'deadline'],
        checklistCoverageIds: ['data-migration.rehearsal', 'data-migration.resume', 'deadline.checkpoint'],
      }),
      step({
        candidateId: 'move',
        title: 'Move the journals in batches of 500',
        description:
          'Writing is paused. A batch that ran is skipped the next time; stop after any batch, go back with the snapshot.',
        priority: 'high',
        tags: ['data', 'migration'],
        estimatedDurationMinutes: 90,
        plannedStart: workday(4, '10:00'),
        dueAt: workday(4, '15:00'),
        dependencyCandidateIds: ['rehearse'],
        recommendationType: 'migrate',
      }),
      step({
        candidateId: 'compare',
        title: 'Compare counts and a hundred entries by eye',
        description:
          'Counts per year equal the first step. Dropped first when time runs out: the last fifty. Mara decides.',
        tags: ['testing'],
        estimatedDurationMinutes: 60,
        dueAt: workday(5, '12:00'),
        dependencyCandidateIds: ['move', 'profile'],
        assignedSidekickIds: ['data-migration', 'deadline'],
        checklistCoverageIds: ['data-migration.counts', 'deadline.cut-line'],
      }),
      step({
        candidateId: 'cleanup',
        title: 'Delete the old files on the first of the month',
        description: 'Ines has it in her calendar.',
        priority: 'low',
        dueAt: workday(5, '17:00'),
        dependencyCandidateIds: ['compare'],
        checklistCoverageIds: ['data-migration.cleanup'],
        recommendationType: 'cleanup',
      }),
    ],
    rationale:
      'The move itself is short; what takes time is to be sure that it can be undone. So the backup and a full rehearsal ' +
      'come first, and nothing is deleted before a person has compared the entries.',
  };
}

/** The same for "Write the press note", T-14. */
export function pressPlan(version: number): Candidate {
  const due = (day: number) => ({ dueAt: workday(day, '17:00'), assignedSidekickIds: ['writing', 'deadline'] });
  return {
    expectedWorkspaceVersion: version,
    parentTaskId: 'T-14',
    consultedSidekickIds: ['writing', 'deadline'],
    subtasks: [
      step({
        ...due(1),
        candidateId: 'outline',
        title: 'Outline: one reader, one sentence to remember',
        description: 'The reader is somebody who writes about travel on a weekend.',
        estimatedDurationMinutes: 30,
        checklistCoverageIds: ['writing.reader', 'deadline.cut-line'],
      }),
      step({
        ...due(2),
        candidateId: 'draft',
        title: 'Draft the note, 250 words',
        description: 'One quote, one picture, one link. Without the quote if it is not there by noon.',
        estimatedDurationMinutes: 90,
        dependencyCandidateIds: ['outline'],
        checklistCoverageIds: ['deadline.checkpoint'],
      }),
      step({
        ...due(3),
        candidateId: 'edit',
        title: 'Let Ines edit it and check the figures',
        description: 'Names, figures and dates against their source.',
        estimatedDurationMinutes: 45,
        dependencyCandidateIds: ['draft'],
        checklistCoverageIds: ['writing.edit', 'writing.facts'],
      }),
    ],
    rationale: 'Short, and read by somebody else before it goes out.',
  };
}

/** "Write ten standard answers", T-17. */
export function answersPlan(version: number): Candidate {
  const about = { dueAt: workday(3, '17:00'), assignedSidekickIds: ['writing'], tags: ['support'] };
  return {
    expectedWorkspaceVersion: version,
    parentTaskId: 'T-17',
    consultedSidekickIds: ['writing', 'deadline'],
    subtasks: [
      step({
        ...about,
        candidateId: 'collect',
        title: 'Collect the twenty questions that came most often',
        description: 'From the mail of the beta testers; the customer in mind is one who lost a photo.',
        estimatedDurationMinutes: 45,
        checklistCoverageIds: ['writing.reader', 'deadline.checkpoint'],
      }),
      step({
        ...about,
        candidateId: 'answer',
        title: 'Write the ten answers, three sentences each',
        description: 'If time runs out, five: Mara says which.',
        estimatedDurationMinutes: 90,
        dependencyCandidateIds: ['collect'],
        checklistCoverageIds: ['deadline.cut-line'],
      }),
      step({
        ...about,
        candidateId: 'try',
        title: 'Let Jonas review them and answer two mails with them',
        description: 'He did not write them, so he finds what is missing.',
        estimatedDurationMinutes: 30,
        dependencyCandidateIds: ['answer'],
        checklistCoverageIds: ['writing.edit', 'writing.tried'],
      }),
    ],
    rationale: 'Questions first, so that the answers are to what people really ask.',
  };
}
