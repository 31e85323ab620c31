/**
 * The state that the log makes, event by event. An event whose payload is gone or altered leaves what it touched
 * unknown: from then on those entities are followed no further, and are not compared.
 */
import { absorb, emptyState } from '../../core/state/absorb.ts';
import { apply, subjectOf, type Touched } from '../../core/state/apply.ts';
import type { Change, EventHeader, EventPayload, StoredEvent } from '../../core/state/event.ts';
import { subjectsOf } from '../../core/state/seal.ts';
import type { State } from '../../core/state/state.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { checkCreated, plannedIn } from './created.ts';
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
  /** Commits of a revision that a redaction hides here: only its row can tell what was approved. */
  readonly unexplained: readonly EventPayload[];
  /** `kind:id` of what cannot be compared. */
  readonly unknown: ReadonlySet<string>;
}

/** `watch` is told of what each event changed, right after it. */
export function openReplay(findings: Findings, watch: (moment: Moment, changes: readonly Change[]) => void): Replay {
  let state: State | null = null;
  const unknown = new Set<string>();
  let before = '';
  const unexplained: EventPayload[] = [];

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
    if (header.type === 'proposal.committed' && state) checkCommit(payload, state);
    if (state) watch({ header, state, unknown, before }, known.changes);
  }

  function checkCommit(payload: EventPayload, { tables }: State): void {
    if (payload.changes.some((change) => plannedIn(change, (id) => unknown.has(`revision:${id}`))))
      unexplained.push(payload);
    else checkCreated(payload, (kind, id) => tables[kind].get(id) as never, findings);
  }

  return {
    unexplained,
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
