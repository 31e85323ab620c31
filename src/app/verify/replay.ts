/**
 * The state that the log makes, event by event. An event whose payload is gone or altered leaves what it touched
 * unknown: from then on those entities are followed no further, and are not compared.
 */
import { fieldsFrom } from '../../core/proposal/commit.ts';
import { absorb, emptyState } from '../../core/state/absorb.ts';
import { apply, subjectOf, type Touched } from '../../core/state/apply.ts';
import type { Change, EventHeader, EventPayload, StoredEvent } from '../../core/state/event.ts';
import { subjectsOf } from '../../core/state/seal.ts';
import type { State } from '../../core/state/state.ts';
import type { Task, TaskOrigin } from '../../core/workspace/task.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { canonicalJson } from '../../kit/json.ts';
import { counted } from '../../kit/text.ts';
import { checkDecider } from './deciders.ts';
import type { Findings } from './findings.ts';

/** An event, with the state right after it. */
export interface Moment {
  readonly state: State;
  readonly header: EventHeader;
  readonly unknown: ReadonlySet<string>;
  /** When the event before it was written. */
  readonly before: string;
}

export interface Replay {
  take(event: StoredEvent, isTrusted: boolean): void;
  /** Null before the workspace's own event. */
  readonly state: State | null;
  /** `kind:id` of what cannot be compared. */
  readonly unknown: ReadonlySet<string>;
}

/** `watch` is told of what each event changed, right after it. */
export function openReplay(findings: Findings, watch: (moment: Moment, changes: readonly Change[]) => void): Replay {
  let state: State | null = null;
  const unknown = new Set<string>();
  let before = '';

  /** Answers why the payload does not fit the state, or null. */
  function advance(payload: EventPayload): string | null {
    try {
      state = absorbed(state, apply(state, [payload]));
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  function follow(header: EventHeader, payload: EventPayload): void {
    const where = `event ${header.seq}`;
    const known = withoutUnknown(payload, unknown);
    const misfit = advance(known);
    if (misfit !== null) {
      findings.report('replay', where, misfit);
      for (const subject of header.subjects) unknown.add(subject);
      return;
    }
    checkSubjects(payload, header, findings);
    checkOrigins(payload, header, findings);
    if (header.type === 'proposal.committed' && state) checkCreated(payload, state, findings);
    if (state) watch({ header, state, unknown, before }, known.changes);
  }

  return {
    take({ header, payload }, isTrusted) {
      // Of the header alone: a redaction must not hide whose decision it was.
      checkDecider(header, findings);
      if (payload !== null && isTrusted) follow(header, payload);
      else for (const subject of header.subjects) unknown.add(subject);
      before = header.at;
    },
    get state() {
      return state;
    },
    unknown,
  };
}

function absorbed(state: State | null, touched: Touched): State | null {
  const workspace = [...touched.values()].find(({ kind }) => kind === 'workspace')?.entity as Workspace | undefined;
  const target = state ?? (workspace ? emptyState(workspace) : null);
  if (target) absorb(target, touched, []);
  return target;
}

function withoutUnknown(payload: EventPayload, unknown: ReadonlySet<string>): EventPayload {
  if (unknown.size === 0) return payload;
  return { ...payload, changes: payload.changes.filter(({ kind, id }) => !unknown.has(subjectOf(kind, id))) };
}

function checkSubjects(payload: EventPayload, { seq, subjects }: EventHeader, findings: Findings): void {
  const changed = new Set(subjectsOf(payload.changes));
  const isSame = changed.size === subjects.length && subjects.every((subject) => changed.has(subject));
  if (!isSame) findings.report('header', `event ${seq}`, 'its subjects are not what its payload changes');
}

/** Only the commit of a plan makes planned tasks, and no later event makes a task a planned one. */
function checkOrigins({ changes }: EventPayload, { type }: EventHeader, findings: Findings): void {
  for (const change of changes) {
    if (change.kind !== 'task' || change.set.origin?.from !== 'plan') continue;
    if (change.was === null && type === 'proposal.committed') continue;
    findings.report('plan', `task:${change.id}`, `${type} made it a planned task, not the commit of a plan`);
  }
}

/** What a commit made is what the approved revision says: every subtask of it, field by field, under its parent. */
function checkCreated({ changes }: EventPayload, state: State, findings: Findings): void {
  const made = changes.flatMap(({ kind, was, set }) => (kind === 'task' && was === null ? (set as Task) : []));
  const planned = made.filter(({ origin }) => origin?.from === 'plan');
  for (const task of planned) {
    const { proposalId, revision: number, candidateId } = task.origin as Planned;
    const plan = state.tables.revision.get(`${proposalId}.${number}`)?.candidate;
    const subtask = plan?.subtasks.find((one) => one.candidateId === candidateId);
    const approved = subtask && {
      ...fieldsFrom(subtask),
      parentId: state.tables.proposal.get(proposalId)?.parentTaskId,
      dependsOn: subtask.dependencyCandidateIds.map((id) => idOf(planned, id)),
    };
    const differing = approved ? differingFields(task, approved) : ['everything'];
    if (differing.length > 0)
      findings.report('plan', `task:${task.id}`, `its ${differing.join(', ')} are not what was approved`);
  }
  checkWhole(planned, state, findings);
}

/** All subtasks or none. */
function checkWhole(planned: readonly Task[], state: State, findings: Findings): void {
  const origin = planned[0]?.origin as Planned | undefined;
  const plan = origin && state.tables.revision.get(`${origin.proposalId}.${origin.revision}`)?.candidate;
  const missing = plan?.subtasks.filter(({ candidateId }) => idOf(planned, candidateId) === undefined) ?? [];
  if (origin && missing.length > 0)
    findings.report(
      'plan',
      `proposal:${origin.proposalId}`,
      `its commit left out ${counted(missing.length, 'subtask')}`,
    );
}

type Planned = Extract<TaskOrigin, { from: 'plan' }>;

function idOf(planned: readonly Task[], candidateId: string): string | undefined {
  return planned.find(({ origin }) => (origin as Planned).candidateId === candidateId)?.id;
}

function differingFields(task: Task, approved: object): string[] {
  return Object.entries(approved)
    .filter(([field, value]) => canonicalJson(value ?? null) !== canonicalJson(task[field as keyof Task] ?? null))
    .map(([field]) => field);
}
