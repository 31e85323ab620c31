/** What the pages read: everything at once, the activity, one proposal for review, the tools. */

import type { Author } from '../../core/access/author.ts';
import { evaluate } from '../../core/plan/evaluate.ts';
import { changesSince, horizonOf } from '../../core/plan/read-set.ts';
import {
  commentsOf,
  isOpen,
  newestRevision,
  proposalsFor,
  revisionsOf,
  unknownProposal,
} from '../../core/proposal/find.ts';
import { shownHash } from '../../core/proposal/staleness.ts';
import { decided } from '../../core/state/decision.ts';
import { aliasOf, type State } from '../../core/state/state.ts';
import { formatInstant } from '../../core/workspace/time.ts';
import type { JournalEntry } from '../../core/workspace/workspace.ts';
import { compareInstants } from '../../kit/compare.ts';
import { DAY_MS } from '../../kit/durations.ts';
import { done, refuse } from '../../kit/result.ts';
import { describeTools } from '../../protocol/describe.ts';
import type { ProposalView, WorkspaceView } from '../../protocol/views.ts';
import { act, minuteOf, type Parts, stateOf, type UseCase } from '../parts.ts';
import { activityEntry, approvalView, proposalCard, sidekickBrief } from '../views/public.ts';
import { undoableEvent } from './tasks.ts';

/** Characters: a page has room for every vote, item and step, where an agent's answer has 20,000. */
const WHOLE = 1_000_000;
const SHOWN_MS = 14 * DAY_MS;

export const readWorkspace: UseCase<'read_workspace'> = async (parts, call) => {
  const state = stateOf(parts);
  const { tables, workspace } = state;
  const nowMs = parts.clock.now();
  const undoable = call.author.kind === 'visitor' ? null : await undoableEvent(parts, call.author.id);
  const { head: _, ...publicWorkspace } = workspace;
  const view: WorkspaceView = {
    seq: workspace.seq,
    now: formatInstant(nowMs),
    logEndsAhead: parts.kernel.endAhead(),
    ...parts.urls,
    lines: call.author.kind === 'visitor' ? null : parts.lines,
    workspace: publicWorkspace,
    me: readerOf(state, call.author),
    tasks: [...tables.task.values()],
    commitments: [...tables.commitment.values()].filter((one) => one.removedAt === null),
    sidekicks: [...tables.sidekick.values()].map(sidekickBrief),
    proposals: [...tables.proposal.values()]
      .filter((one) => isOpen(one) || nowMs - Date.parse(one.updatedAt) < SHOWN_MS)
      .sort((a, b) => compareInstants(b.createdAt, a.createdAt))
      .map((one) => proposalCard(state, one)),
    persons: [...tables.person.values()].filter((one) => one.leftAt === undefined),
    agents: parts.activity.agents(),
    waitingImports: [...tables.import.values()].filter((one) => one.status === 'waiting').length,
    undoable: undoable ? { seq: undoable.header.seq, summary: undoable.payload?.summary ?? '' } : null,
  };
  return done(view);
};

function readerOf(state: State, author: Author): WorkspaceView['me'] {
  if (author.kind === 'visitor') return { kind: 'visitor', personId: null, name: 'Visitor' };
  const kind = author.kind === 'desk' ? 'desk' : 'workspace';
  return { kind, personId: author.id, name: state.tables.person.get(author.id)?.name ?? author.label };
}

export const readActivity: UseCase<'read_activity'> = async (parts, _call, input) => {
  const limit = input.limit ?? 50;
  const { beforeSeq, subject, authorId } = input;
  const events = await parts.store.events(parts.workspaceId, {
    newestFirst: true,
    limit: limit + 1,
    ...(beforeSeq === undefined ? {} : { beforeSeq }),
    ...(subject === undefined ? {} : { subject }),
    ...(authorId === undefined ? {} : { authorId }),
  });
  const page = events.slice(0, limit).map(activityEntry);
  const last = events.length > limit ? page.at(-1) : undefined;
  const evaluations = await parts.activity.evaluations(subject === undefined ? EVALUATIONS : LOOKED_AT, {
    ...(last && { from: last.at }),
    ...(beforeSeq !== undefined && { before: await timeOf(parts, beforeSeq) }),
    ...(authorId !== undefined && { authorId }),
  });
  const found = evaluations.filter(({ subjects }) => subject === undefined || subjects.includes(subject));
  const entries = [...page, ...found.slice(0, EVALUATIONS)].sort(
    (a, b) => compareInstants(b.at, a.at) || (b.seq ?? 0) - (a.seq ?? 0),
  );
  return done({ entries, nextBeforeSeq: last?.seq ?? null });
};

/**
 * Evaluations on a page, and those looked through for one subject. They have no seq: a page has those from its last event
 * on, to where the page before it ended.
 */
const EVALUATIONS = 500;
const LOOKED_AT = 5000;

async function timeOf(parts: Parts, seq: number): Promise<string> {
  const [event] = await parts.store.events(parts.workspaceId, { afterSeq: seq - 1, limit: 1 });
  return event?.header.at ?? '9999-12-31T23:59:59.999Z';
}

export const readProposal: UseCase<'read_proposal'> = async (parts, _call, { proposalId }) => {
  const state = stateOf(parts);
  const proposal = state.tables.proposal.get(proposalId);
  if (!proposal) return refuse(unknownProposal);
  const parent = state.tables.task.get(proposal.parentTaskId) ?? null;
  const newest = newestRevision(state, proposal);
  const view: ProposalView = {
    proposal,
    parent,
    parentAlias: parent ? aliasOf(parent) : '',
    revisions: revisionsOf(state, proposal.id),
    comments: commentsOf(state, proposal.id),
    approvals: [...state.tables.approval.values()].filter((one) => one.proposalId === proposal.id).map(approvalView),
    shown: parent ? shownHash(state, parent, minuteOf(parts)) : '',
    evaluation: parent ? evaluate(state, newest.candidate, minuteOf(parts), WHOLE) : null,
    changedSince: changesSince(
      state,
      newest.candidate,
      newest.evaluation.workspaceVersion,
      horizonOf(newest.evaluation, newest.candidate),
    )
      .slice(-20)
      .map(changeWords),
    competing: proposalsFor(state, proposal.parentTaskId)
      .filter((one) => one.id !== proposal.id && isOpen(one))
      .map((one) => proposalCard(state, one)),
    names: Object.fromEntries([...state.tables.sidekick.values()].map((one) => [one.id, sidekickBrief(one).name])),
    tasks: (proposal.receipt?.tasks ?? []).flatMap(({ taskId }) => state.tables.task.get(taskId) ?? []),
  };
  return done(view);
};

function changeWords({ at, author, type, subjects }: JournalEntry): string {
  return `${at} ${author.label}: ${type} (${subjects.slice(0, 3).join(', ')}${subjects.length > 3 ? ', ...' : ''})`;
}

export const readTools: UseCase<'read_tools'> = async (parts) =>
  done({ tools: describeTools().map((tool) => ({ ...tool, lastCallers: parts.activity.lastCallers(tool.name) })) });

/** Without these `verify` could tell nothing any more: who may, what was approved, what was redacted. */
const UNREDACTABLE =
  /^(workspace|person|key|token|event|root|agent|limits|grant|runs)\.|^proposal\.(approved|committed)$|^(run\.(requested|granted|launched|applied|accepted)|request\.decided|check\.accepted|context\.confirmed)$/;

export const redactEvent: UseCase<'redact_event'> = async (parts, call, { seq, reason }) => {
  const [event] = await parts.store.events(parts.workspaceId, { afterSeq: seq - 1, limit: 1 });
  if (event?.header.seq !== seq) {
    return refuse({ code: 'not_found', message: 'No event has that number.', next: 'Read the activity again.' });
  }
  if (UNREDACTABLE.test(event.header.type)) {
    return refuse({
      code: 'forbidden',
      message: `An event of the type ${event.header.type} carries authority or the log's own memory; it stays.`,
      next: 'Redact the event that holds the words.',
    });
  }
  // The note of the redaction comes first: a crash in between leaves a payload too many, never a silent gap.
  const result = await act(parts, call.author, () =>
    decided(null, {
      type: 'event.redacted',
      summary: `redacted event ${seq}: ${reason}`,
      changes: [],
      raisesVersion: false,
      detail: { seq, reason },
    }),
  );
  if (result.ok) await parts.store.redact(parts.workspaceId, seq);
  return result;
};
