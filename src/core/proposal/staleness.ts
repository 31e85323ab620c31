/**
 * What an approval fixed, and whether it still holds: the parent as it was shown, the playbook versions, the digest. At
 * commit the revision is evaluated again; a new error or a new block vote counts too. Everything else may change freely.
 */
import { canonicalJson, sha256 } from '../../kit/json.ts';
import type { Approval, ShownParent } from '../approval/approval.ts';
import { issueCodes } from '../plan/codes.ts';
import { planDigest } from '../plan/digest.ts';
import { evaluate } from '../plan/evaluate.ts';
import type { Evaluation } from '../plan/evaluation.ts';
import type { Revision } from '../plan/proposal.ts';
import { applicableSidekicks } from '../playbook/match.ts';
import type { State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';

export function shownParent(task: Task): ShownParent {
  return {
    title: task.title,
    description: task.description,
    priority: task.priority,
    tags: task.tags,
    due: task.due,
    estimateMinutes: task.estimateMinutes,
    ownerId: task.ownerId,
    dependsOn: task.dependsOn,
  };
}

/** Playbook id -> hash of every sidekick that votes on a plan for this task. */
export function shownPlaybooks(state: State, parent: Task, nowMs: number): { readonly [id: string]: string } {
  const shown: Record<string, string> = {};
  for (const { sidekick } of applicableSidekicks(state, parent, nowMs)) {
    if (sidekick.active) shown[sidekick.id] = sidekick.active.hash;
  }
  return shown;
}

/** Names what people see beside the plan: a decision that carries it counts only for exactly that. */
export function shownHash(state: State, parent: Task, nowMs: number): string {
  return hashOfShown({ parent: shownParent(parent), playbooks: shownPlaybooks(state, parent, nowMs) });
}

/** Of what an approval keeps of it too. */
export function hashOfShown({ parent, playbooks }: Pick<Approval, 'parent' | 'playbooks'>): string {
  return sha256(canonicalJson({ parent, playbooks }));
}

export interface Staleness {
  /** In words, for people and agents; empty = the approval holds. */
  readonly changes: readonly string[];
  readonly evaluation: Evaluation | null;
}

export function staleness(
  state: State,
  revision: Revision,
  approval: Approval,
  parentId: string,
  nowMs: number,
): Staleness {
  const parent = state.tables.task.get(parentId);
  const evaluation = evaluate(state, revision.candidate, nowMs);
  if (!parent || parent.trashedAt !== null) return { changes: ['The parent task is gone.'], evaluation };
  const changes: string[] = [];
  if (planDigest(state.workspace.id, revision.candidate) !== approval.digest || revision.digest !== approval.digest) {
    changes.push('The stored plan is not the one that was approved.');
  }
  changes.push(...parentChanges(parent, approval.parent), ...playbookChanges(state, approval));
  // A plan is valid when it is approved: every error and every block vote is a new one.
  changes.push(...newErrors(evaluation));
  return { changes, evaluation };
}

function newErrors(evaluation: Evaluation): string[] {
  const votes = evaluation.votes
    .filter((vote) => vote.vote === 'block')
    .map((vote) => `${vote.sidekickId} now votes block.`);
  const errors = evaluation.issues.filter((issue) => issue.severity === 'error').map((issue) => issue.code);
  // A cut answer only counts the rest, by code.
  const severities: Readonly<Record<string, { readonly severity: string }>> = issueCodes;
  const rest = evaluation.cutIssues.map(({ code }) => code).filter((code) => severities[code]?.severity === 'error');
  return [...new Set([...votes, ...[...errors, ...rest].map((code) => `New error: ${code}.`)])];
}

function parentChanges(parent: Task, shown: ShownParent): string[] {
  const now = shownParent(parent) as unknown as Record<string, unknown>;
  return Object.entries(shown)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(now[field]))
    .map(([field]) => `The parent's ${field} changed.`);
}

function playbookChanges(state: State, approval: Approval): string[] {
  return Object.entries(approval.playbooks).flatMap(([id, hash]) => {
    const sidekick = state.tables.sidekick.get(id);
    if (sidekick?.enabled && sidekick.active?.hash === hash) return [];
    return [sidekick?.enabled ? `The playbook ${id} has another version now.` : `The sidekick ${id} was disabled.`];
  });
}
