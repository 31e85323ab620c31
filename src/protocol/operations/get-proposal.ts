import { proposalStatuses } from '../../core/plan/proposal.ts';
import { operation } from '../operation.ts';
import { answer, count, described, flag, id, integer, list, nullable, object, oneOf, string, text } from '../schema.ts';

const comment = answer(
  {
    id: string('Comment id.'),
    revision: count('Revision commented on.'),
    candidateId: nullable(string('Subtask; null = the whole plan.')),
    text: string('The words.'),
    by: string('Who.'),
    at: string('When.'),
  },
  ['id', 'revision', 'candidateId', 'text', 'by', 'at'],
);

export const getProposal = operation({
  name: 'get_proposal',
  title: 'Read a proposal',
  description:
    'Read one proposal back: status, the newest revision as a candidate, decision, comments and whether a person ' +
    'edited it. Use it after stage_task_plan to wait for the decision or to read requested changes; to create the ' +
    'tasks use commit_task_plan. Changes nothing. With waitSeconds it returns as soon as a decision or a new revision ' +
    'is there, at once when it is decided, or when the time is over, which decides nothing. Subtasks and comments page by cursor. Fails with ' +
    'unknown_proposal.',
  kind: 'answer',
  tool: true,
  who: ['agent', 'visitor', 'terminal', 'workspace', 'desk'],
  idempotent: true,
  waits: true,
  input: object(
    {
      proposalId: id('Proposal id.'),
      waitSeconds: integer(0, 50, 'While it awaits approval, wait up to this long. Default 0.'),
      cursor: text(200, 'nextCursor of the answer before. Leave out for the first page.'),
    },
    ['proposalId'],
  ),
  output: answer(
    {
      proposalId: string('Proposal id.'),
      parentTaskId: string('The task it plans.'),
      status: oneOf(proposalStatuses, 'Where it stands.'),
      revision: count('Newest revision.'),
      digest: string('Its SHA-256.'),
      yours: flag('True when your token staged it.'),
      author: string('Who staged it.'),
      editedBy: nullable(string('The person who edited the newest revision.')),
      reason: nullable(string('What the person said on a decision.')),
      approval: nullable(
        described(
          answer(
            {
              by: string('Person.'),
              level: string('How it was given.'),
              at: string('When.'),
              expiresAt: string('When it lapses.'),
              notes: string('Notes.'),
              revision: count('Revision.'),
            },
            ['by', 'level', 'at', 'expiresAt', 'notes', 'revision'],
          ),
          'The approval that holds now.',
        ),
      ),
      receipt: nullable({ type: 'object', description: 'The commit receipt.' }),
      candidate: { type: 'object', description: 'The newest revision without its subtasks.' },
      subtasks: list({ type: 'object' }, 'This page of the subtasks, as submitted.'),
      comments: list(comment, 'This page of the comments, oldest first.'),
      totals: described(
        answer({ subtasks: count('All subtasks.'), comments: count('All comments.') }, ['subtasks', 'comments']),
        'How many there are on all pages.',
      ),
      nextCursor: nullable(string('Give it back for the next page; null = the end.')),
      approveUrl: string('Where a person decides.'),
      next: string('What to do now.'),
    },
    [
      'proposalId',
      'parentTaskId',
      'status',
      'revision',
      'digest',
      'yours',
      'author',
      'editedBy',
      'reason',
      'approval',
      'receipt',
      'candidate',
      'subtasks',
      'comments',
      'totals',
      'nextCursor',
      'approveUrl',
      'next',
    ],
  ),
});
