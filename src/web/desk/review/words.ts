/** The words that the review uses for stored values. One place, so that a value reads the same everywhere. */
import type { Evaluation } from '../../../core/plan/evaluation.ts';
import type { ProposalStatus } from '../../../core/plan/proposal.ts';
import type { SubtaskField } from './difference.ts';

export const fieldWords: { readonly [F in SubtaskField]: string } = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  tags: 'Tags',
  estimatedDurationMinutes: 'Estimate',
  plannedStart: 'Planned start',
  dueAt: 'Due',
  dependencyCandidateIds: 'Depends on',
  assignedSidekickIds: 'Follows',
  checklistCoverageIds: 'Covers',
  recommendationType: 'Recommends',
};

export const deadlineWords: { readonly [E in Evaluation['schedule']['deadlineEffect']]: string } = {
  none: 'The task has no deadline',
  met: 'The plan meets it',
  'at-risk': 'The plan puts it at risk: little free time is left before it',
  missed: 'The plan misses it',
  unknown: 'Unknown: estimates are missing',
};

/** Whether a person can still decide on it. */
export function isOpen(status: ProposalStatus): boolean {
  return status === 'awaiting_approval' || status === 'changes_requested' || status === 'approved';
}

/** How an agent reaches the workspace. */
export const viaWords = {
  desk: 'at the desk',
  page: 'in the workspace page',
  'mcp-http': 'over MCP (HTTP)',
  'mcp-stdio': 'over MCP (stdio)',
  http: 'over HTTP',
  webmcp: 'through the workspace page (WebMCP)',
  cli: 'in a terminal',
  worker: 'as the worker of a run',
  daemon: 'by Sidekicks itself',
} as const;
