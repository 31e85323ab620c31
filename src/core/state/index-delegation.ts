/** The look-ups over runs and what hangs on them, kept up by `absorb`. */

import { hasEnded } from '../run/run.ts';
import type { Entity, EntityKind, EntityMap } from './entity.ts';

export interface DelegationIndex {
  /** In the order of their making. */
  readonly runs: string[];
  readonly activeRuns: Set<string>;
  /** Completed, or ended otherwise with a result, and no person has judged them. */
  readonly unjudgedRuns: Set<string>;
  /** Failed or interrupted, with nothing left and no word of a person; with when, in milliseconds. */
  readonly brokenRuns: Map<string, number>;
  readonly runsOfTask: Map<string, string[]>;
  /** By who started them. */
  readonly runsStartedBy: Map<string, string[]>;
  readonly runsOfConversation: Map<string, string[]>;
  /** `question:`, `request:`, `artifact:`, `check:` of a run, in the order of their making, as `kind:id`. */
  readonly ofRun: Map<string, string[]>;
  readonly openQuestions: Set<string>;
  readonly openRequests: Set<string>;
  /** Runs that a grant launched. */
  readonly launchesOf: Map<string, string[]>;
  /** The newest run of a start digest. */
  readonly startsOf: Map<string, string>;
  /** Versions of one name by one maker, oldest first: `maker/name`. */
  readonly artifactsNamed: Map<string, string[]>;
  /** By who made them: a token, or the worker of a run by the run's id. */
  readonly artifactsBy: Map<string, string[]>;
}

export function emptyDelegationIndex(): DelegationIndex {
  return {
    runs: [],
    activeRuns: new Set(),
    unjudgedRuns: new Set(),
    brokenRuns: new Map(),
    runsOfTask: new Map(),
    runsStartedBy: new Map(),
    runsOfConversation: new Map(),
    ofRun: new Map(),
    openQuestions: new Set(),
    openRequests: new Set(),
    launchesOf: new Map(),
    startsOf: new Map(),
    artifactsNamed: new Map(),
    artifactsBy: new Map(),
  };
}

/** False when the kind has no look-up here. */
export function indexDelegation(
  index: DelegationIndex,
  kind: EntityKind,
  entity: Entity,
  before: Entity | undefined,
): boolean {
  if (kind === 'run') indexRun(index, entity as EntityMap['run'], before as EntityMap['run'] | undefined);
  else if (kind === 'question') indexQuestion(index, entity as EntityMap['question'], before === undefined);
  else if (kind === 'request') indexRequest(index, entity as EntityMap['request'], before === undefined);
  else if (kind === 'artifact') indexArtifact(index, entity as EntityMap['artifact'], before === undefined);
  else if (kind === 'check') {
    const check = entity as EntityMap['check'];
    if (before === undefined) add(index.ofRun, check.runId, `check:${check.id}`);
  } else return false;
  return true;
}

function indexRun(index: DelegationIndex, run: EntityMap['run'], before: EntityMap['run'] | undefined): void {
  if (!before) {
    index.runs.push(run.id);
    index.startsOf.set(run.startDigest, run.id);
    add(index.runsOfConversation, run.conversationId, run.id);
    add(index.runsStartedBy, run.startedBy, run.id);
    if (run.taskId !== null) add(index.runsOfTask, run.taskId, run.id);
  }
  if (hasEnded(run)) index.activeRuns.delete(run.id);
  else index.activeRuns.add(run.id);
  indexEnded(index, run);
  if (run.launchedAt !== null && run.grantId !== null && (before?.launchedAt ?? null) === null) {
    add(index.launchesOf, run.grantId, run.id);
  }
  if (run.launchedAt === null && before && before.launchedAt !== null && before.grantId !== null) {
    remove(index.launchesOf, before.grantId, run.id);
  }
}

function indexEnded(index: DelegationIndex, run: EntityMap['run']): void {
  index.unjudgedRuns.delete(run.id);
  index.brokenRuns.delete(run.id);
  if (run.verdict !== null) return;
  const isKept = run.status === 'completed' || (isBroken(run) && run.result !== null);
  if (isKept) index.unjudgedRuns.add(run.id);
  else if (isBroken(run)) index.brokenRuns.set(run.id, Date.parse(run.endedAt ?? ''));
}

/** What a person cancelled is no matter for them; what broke off may hold all of the work. */
function isBroken({ status }: EntityMap['run']): boolean {
  return status === 'failed' || status === 'interrupted';
}

function indexQuestion(index: DelegationIndex, question: EntityMap['question'], isNew: boolean): void {
  if (isNew) add(index.ofRun, question.runId, `question:${question.id}`);
  if (question.status === 'open') index.openQuestions.add(question.id);
  else index.openQuestions.delete(question.id);
}

function indexRequest(index: DelegationIndex, request: EntityMap['request'], isNew: boolean): void {
  if (isNew) add(index.ofRun, request.runId, `request:${request.id}`);
  if (request.status === 'open') index.openRequests.add(request.id);
  else index.openRequests.delete(request.id);
}

function indexArtifact(index: DelegationIndex, artifact: EntityMap['artifact'], isNew: boolean): void {
  if (!isNew) return;
  if (artifact.runId !== null) add(index.ofRun, artifact.runId, `artifact:${artifact.id}`);
  add(index.artifactsNamed, artifactKey(artifact), artifact.id);
  add(index.artifactsBy, artifact.createdBy, artifact.id);
}

/** A name counts within its maker: a conversation, or a token outside of one. */
export function artifactKey(of: Pick<EntityMap['artifact'], 'conversationId' | 'createdBy' | 'name'>): string {
  return `${of.conversationId ?? of.createdBy}/${of.name}`;
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

function remove(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key)?.filter((one) => one !== value) ?? [];
  if (values.length > 0) map.set(key, values);
  else map.delete(key);
}
