/** What leaves the daemon for pages: entities without secrets, hashes of secrets, signatures and long sources. */
import type { Approval } from '../../core/approval/approval.ts';
import type { Proposal } from '../../core/plan/proposal.ts';
import { nameOf, type Sidekick } from '../../core/playbook/playbook.ts';
import { newestRevision } from '../../core/proposal/find.ts';
import type { Change, StoredEvent } from '../../core/state/event.ts';
import { aliasOf, type State } from '../../core/state/state.ts';
import type {
  ActivityEntry,
  ApprovalView,
  FeedChange,
  FeedItem,
  ProposalCard,
  SidekickBrief,
} from '../../protocol/views.ts';

export function sidekickBrief(sidekick: Sidekick): SidekickBrief {
  return {
    id: sidekick.id,
    name: nameOf(sidekick),
    summary: (sidekick.active ?? sidekick.offered)?.playbook.summary ?? '',
    enabled: sidekick.enabled,
    mandatory: sidekick.mandatory,
    activeNumber: sidekick.active?.number ?? null,
    offered: sidekick.offered !== null,
    broken: sidekick.broken,
  };
}

export function approvalView(approval: Approval): ApprovalView {
  const { id, revision, digest, level, personName, keyId, at, expiresAt, notes, editedBy, usedAt, voidedAt } = approval;
  return { id, revision, digest, level, personName, keyId, at, expiresAt, notes, editedBy, usedAt, voidedAt };
}

export function proposalCard(state: State, proposal: Proposal): ProposalCard {
  const parent = state.tables.task.get(proposal.parentTaskId);
  const revision = newestRevision(state, proposal);
  return {
    ...proposal,
    title: parent ? `${aliasOf(parent)} ${parent.title}` : 'A task that is gone',
    subtaskCount: revision.candidate.subtasks.length,
    valid: revision.evaluation.valid,
  };
}

export function activityEntry(event: StoredEvent): ActivityEntry {
  const { seq, at, type, author, subjects } = event.header;
  const redacted = event.payload === null;
  return { seq, at, type, author, subjects, redacted, summary: event.payload?.summary ?? 'redacted' };
}

const PUBLIC = new Set(['workspace', 'task', 'commitment', 'sidekick', 'proposal', 'comment', 'person', 'import']);

/** `state` is the workspace after the event: sidekicks and proposals are sent as they are now. */
export function feedEvent(state: State, event: StoredEvent): FeedItem {
  const changes = (event.payload?.changes ?? []).flatMap((change) => feedChange(state, change) ?? []);
  const { seq, version } = event.header;
  return { event: 'event', seq, version, entry: activityEntry(event), changes };
}

function feedChange(state: State, change: Change): FeedChange | null {
  if (!PUBLIC.has(change.kind)) return null;
  const kind = change.kind as FeedChange['kind'];
  const isNew = change.was === null;
  if (kind === 'sidekick') {
    const sidekick = state.tables.sidekick.get(change.id);
    return sidekick ? { kind, id: change.id, set: { ...sidekickBrief(sidekick) }, isNew } : null;
  }
  if (kind === 'proposal') {
    const proposal = state.tables.proposal.get(change.id);
    return proposal ? { kind, id: change.id, set: { ...proposalCard(state, proposal) }, isNew } : null;
  }
  // An import may hold 10,000 tasks; pages only count those that wait.
  if (kind === 'import') {
    const { status } = change.set as { readonly status?: string };
    return status === undefined ? null : { kind, id: change.id, set: { status }, isNew };
  }
  return { kind, id: change.id, set: change.set as Record<string, unknown>, isNew };
}
