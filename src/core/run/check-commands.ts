/** The life of an observed check's record: it is there before the check's turn comes, so that no end of the daemon loses it. */
import { refuse } from '../../kit/result.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import type { CheckRunRecord } from './check-run.ts';
import { checksOfConversation, unknownRun } from './find-run.ts';
import type { Lease } from './run.ts';

type NewCheck = Pick<CheckRunRecord, 'runId' | 'checkId' | 'checkRevision' | 'commandDigest' | 'claims'> & {
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
  const run = state.tables.run.get(given.runId);
  if (!run) return refuse(unknownRun);
  const seq = nextCheckSeq(state, run.conversationId);
  const waits = { ...notRun('It runs, or waits its turn.'), running: true, lease: null };
  const rest = { source: 'observed', answered: false, changeAccepted: false } as const;
  const check: CheckRunRecord = { ...given, ...waits, ...rest, id: context.nextId(), seq, at: context.at };
  return decided(
    { id: check.id },
    {
      type: 'check.started',
      summary: `started the check ${check.checkId}`,
      changes: [created('check', check)],
      raisesVersion: false,
    },
  );
}

/** The process that runs it now, which whoever starts after a kill must find, and the grant that let it start. */
export function leaseCheck(
  state: State,
  id: string,
  started: { readonly lease: Lease; readonly grantId: string },
): Decision<null> {
  const check = state.tables.check.get(id);
  if (!check?.running) return decided(null);
  return decided(null, {
    type: 'check.started',
    summary: `runs the check ${check.checkId}`,
    changes: [edited('check', check, started)],
    raisesVersion: false,
  });
}

/** Idempotent: the first end stands. */
export function endCheck(state: State, id: string, end: CheckEnd, context: Context): Decision<null> {
  const check = state.tables.check.get(id);
  if (!check?.running) return decided(null);
  return decided(null, {
    type: 'check.recorded',
    summary: `ran the check ${check.checkId}: ${end.status}${end.changedByRun ? ', check changed by this run' : ''}`,
    changes: [edited('check', check, { ...end, at: context.at, running: false, lease: null })],
    raisesVersion: false,
  });
}

export function nextCheckSeq(state: State, conversationId: string): number {
  return (checksOfConversation(state, conversationId).at(-1)?.seq ?? 0) + 1;
}
