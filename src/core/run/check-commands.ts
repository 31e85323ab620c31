/** The life of an observed check's record: it is there before the check runs, so that no end of the daemon loses it. */
import { refuse } from '../../kit/result.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { EventDraft } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { CheckRunRecord } from './check-run.ts';
import { checksOfConversation, unknownRun } from './find-run.ts';
import type { Lease } from './run.ts';

export type NewCheck = Pick<CheckRunRecord, 'runId' | 'checkId' | 'checkRevision' | 'commandDigest' | 'claims'> & {
  readonly grantId: string;
};

export type CheckEnd = Pick<
  CheckRunRecord,
  'status' | 'reason' | 'exitCode' | 'scope' | 'environment' | 'artifactId' | 'durationMs' | 'changedByRun'
>;

/** Ended before it gave anything. */
export function notRun(reason: string): CheckEnd {
  const nothing = { exitCode: null, scope: null, environment: null, artifactId: null, durationMs: null };
  return { status: 'not_run', reason, changedByRun: false, ...nothing };
}

export function beginCheck(state: State, given: NewCheck, context: Context): Decision<{ id: string }> {
  const check = recordOf(state, given, notRun('running'), context);
  if (!check) return refuse(unknownRun);
  return decided(
    { id: check.id },
    {
      type: 'check.started',
      summary: `started the check ${check.checkId}`,
      changes: [created('check', { ...check, running: true, lease: null })],
      raisesVersion: false,
    },
  );
}

/** One that never began. */
export function skipCheck(state: State, given: NewCheck, reason: string, context: Context): Decision<null> {
  const check = recordOf(state, given, notRun(reason), context);
  return check ? decided(null, ended(check, 'created')) : refuse(unknownRun);
}

/** The process that runs it now: whoever starts after a kill must find it. */
export function leaseCheck(state: State, id: string, lease: Lease): Decision<null> {
  const check = state.tables.check.get(id);
  if (!check?.running) return decided(null);
  return decided(null, {
    type: 'check.started',
    summary: `runs the check ${check.checkId}`,
    changes: [edited('check', check, { lease })],
    raisesVersion: false,
  });
}

/** Idempotent: the first end stands. */
export function endCheck(state: State, id: string, end: CheckEnd, context: Context): Decision<null> {
  const check = state.tables.check.get(id);
  if (!check?.running) return decided(null);
  return decided(null, ended({ ...check, ...end, at: context.at, running: false, lease: null }, check));
}

/** `before`: what it was, or that it is new. */
function ended(check: CheckRunRecord, before: CheckRunRecord | 'created'): EventDraft {
  return {
    type: 'check.recorded',
    summary: `ran the check ${check.checkId}: ${check.status}${check.changedByRun ? ', check changed by this run' : ''}`,
    changes: [before === 'created' ? created('check', check) : edited('check', before, check)],
    raisesVersion: false,
  };
}

function recordOf(state: State, given: NewCheck, end: CheckEnd, context: Context): CheckRunRecord | null {
  const run = state.tables.run.get(given.runId);
  if (!run) return null;
  const seq = nextCheckSeq(state, run.conversationId);
  const rest = { source: 'observed', answered: false, changeAccepted: false } as const;
  return { ...given, ...end, ...rest, id: context.nextId(), seq, at: context.at };
}

export function nextCheckSeq(state: State, conversationId: string): number {
  return (checksOfConversation(state, conversationId).at(-1)?.seq ?? 0) + 1;
}
