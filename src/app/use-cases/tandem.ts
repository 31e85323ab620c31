/** The tools of delegation that start a turn: start and continue. What a token may see of runs is what it started. */
import { type ContractFacts, checkContract } from '../../core/contract/check-contract.ts';
import type { Contract, Execution, StartInput } from '../../core/contract/contract.ts';
import { fillStart } from '../../core/contract/filled.ts';
import { ofRun, unknownConversation } from '../../core/run/find-run.ts';
import type { Conversation } from '../../core/run/run.ts';
import { type ContinueRun, continueRun, repeatedRun, type Started, startRun } from '../../core/run/start-run.ts';
import type { Context, Decision } from '../../core/state/decision.ts';
import type { State } from '../../core/state/state.ts';
import { formatInstant } from '../../core/workspace/time.ts';
import { sha256 } from '../../kit/json.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import type { Call } from '../app.ts';
import type { Delegation } from '../delegation/delegation.ts';
import { delegationOf } from '../delegation/parts.ts';
import { preflightOf } from '../delegation/preflight.ts';
import type { Remark } from '../delegation/preflight-remarks.ts';
import {
  prepareStart,
  type Ready,
  resolvedFolder,
  reviewUnavailable,
  startDigest,
  type Wanted,
} from '../delegation/prepare-start.ts';
import { inputBytes, type RunInput } from '../delegation/run-input.ts';
import { type Parts, stateOf, type UseCase } from '../parts.ts';
import { problemsWith } from '../validate.ts';
import { questionsPart } from '../views/questions.ts';
import { inRoom } from '../views/room.ts';
import { nextFor, ownFolders, repeatedNext, runBrief } from '../views/runs.ts';
import { withoutPaths } from '../views/without-paths.ts';

interface Asked {
  readonly wanted: Wanted;
  readonly input: RunInput;
  readonly questionTimeoutSeconds: number;
  readonly taskId: string | null;
  readonly ignored: readonly string[];
  /** What the contract does not hold of the task, or of a turn's own words; what stands in the task's way. */
  readonly remarks: readonly Remark[];
  readonly preflight: boolean;
  /** Of a preflight: where in a long contract it begins. Null = the caller sent the contract. */
  readonly offset: number | null;
  /** Pins and constraints of the input's digest. */
  readonly what: unknown;
  /** Why it cannot start, found before. An identical start is answered all the same. */
  readonly refused: Refusal | null;
}

export const tandemStart: UseCase<'tandem_start'> = async (parts, call, given) => {
  const { value, ignored } = fillStart(given);
  if (value.review_id !== null || value.review_stage !== null) return refuse(reviewUnavailable);
  return start(parts, call, {
    wanted: wantedOf(call, value, given),
    input: { prompt: value.prompt, contract: value.contract, handoff: null },
    questionTimeoutSeconds: value.question_timeout_seconds,
    taskId: null,
    ignored,
    remarks: [],
    preflight: value.preflight,
    offset: null,
    what: value,
    refused: null,
  });
};

/** `given`: as it was sent, for what the default hides. */
function wantedOf(call: Call, value: StartInput, given: unknown): Wanted {
  return {
    cwd: value.cwd,
    mode: value.mode,
    prompt: value.prompt,
    contract: value.contract,
    execution: value.execution,
    profile: (given as { readonly execution?: Partial<Execution> | null }).execution?.profile ?? null,
    timeoutSeconds: value.timeout_seconds,
    contextId: value.project_context_id,
    conversation: null,
    tokenId: call.author.id,
  };
}

/** Of every way to start a turn. */
export async function start(parts: Parts, call: Call, asked: Asked): Promise<Result<unknown>> {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const cwd = await resolvedFolder(delegation.value, asked.wanted.cwd);
  const digest = digestOf(call, asked, cwd);
  const ready = asked.refused ? refuse(asked.refused) : await prepareStart(parts, delegation.value, asked.wanted);
  // The first run owns its files: its repetition must not be told that they are taken.
  if (!ready.ok) return doneOr(knownAnswer(parts, call, asked, digest), ready);
  const turn = turnOf({ ...asked, digest }, ready.value);
  // What would be refused is refused now, and leaves no bytes.
  const tried = turn.decide(stateOf(parts), tryingContext(parts, call));
  if (!tried.ok) return tried;
  if (asked.preflight) {
    const preflight = await preflightOf(parts, delegation.value, asked.wanted, ready.value, asked);
    const known = repeatedRun(stateOf(parts), digest, call.author.id, parts.kernel.now());
    return done(
      inRoom({
        ...nothingStarted,
        ...(known && { next: `Nothing was started, nor would be without preflight. ${repeatedNext(parts, known)}` }),
        ignored: asked.ignored,
        settings: ready.value.settings,
        unresolved_refs: ready.value.unresolvedRefs,
        preflight,
      }),
    );
  }
  const started = await store(parts, call, delegation.value, turn);
  return started.ok ? done(startedAnswer(parts, started.value, asked, ready.value.unresolvedRefs)) : started;
}

/** What of the input the run will not have. */
export function leftOut(messages: readonly string[]): readonly Remark[] {
  return messages.map((message) => ({ code: 'left_out', message }));
}

function digestOf(call: Call, { what, taskId, wanted }: Asked, cwd: string | null): string {
  const conversation = wanted.conversation?.id ?? null;
  return startDigest(call.author.id, { what, cwd, task: taskId, conversation });
}

/** The answer of the first of identical starts. A preflight starts nothing, so it repeats nothing. */
function knownAnswer(parts: Parts, call: Call, asked: Asked, digest: string): object | null {
  const { contract } = asked.wanted;
  const run = asked.preflight ? null : repeatedRun(stateOf(parts), digest, call.author.id, parts.kernel.now());
  if (!run) return null;
  const refs = contract ? checkContract(contract, trusting).unresolvedRefs : [];
  return startedAnswer(parts, { run, repeated: true }, asked, refs);
}

/** The first start was checked. */
const trusting: ContractFacts = {
  liesAt: (path) => path,
  artifactExists: () => true,
  ownedElsewhere: () => null,
};

function doneOr(answer: object | null, refused: Result<never>): Result<unknown> {
  return answer ? done(answer) : refused;
}

const nothingStarted = {
  run: null,
  task_id: null,
  conversation_id: null,
  status: null,
  repeated: false,
  // They stand in the preflight, with those of the place.
  remarks: [],
  questions: [],
  next: 'Nothing was started. Call again without preflight to start it.',
};

interface Turn {
  /** What its row will name, kept first: a row never points at nothing. */
  readonly bytes: readonly Buffer[];
  readonly decide: (state: State, context: Context) => Decision<Started>;
}

function turnOf({ wanted, input, ...asked }: Asked & { readonly digest: string }, ready: Ready): Turn {
  const bytes = inputBytes(input);
  const turn: ContinueRun = {
    kind: input.contract ? 'contract' : 'prompt',
    goal: cut((input.contract?.goal ?? input.prompt ?? '').trim().split('\n')[0] ?? '', 200),
    inputHash: sha256(bytes),
    settings: ready.settings,
    questionTimeoutSeconds: asked.questionTimeoutSeconds,
    startDigest: asked.digest,
  };
  return {
    bytes: [bytes, ...(ready.snapshot === null ? [] : [Buffer.from(ready.snapshot)])],
    decide(state, context) {
      const place = wanted.conversation && state.tables.conversation.get(wanted.conversation.id);
      if (place) return continueRun(state, place, turn, context);
      const fresh = {
        cwd: ready.cwd,
        mode: wanted.mode,
        agentId: ready.agentId,
        ownedFiles: input.contract?.scope.owned_files ?? [],
        constraints: input.contract?.constraints ?? [],
        taskId: asked.taskId,
        pin: ready.pin,
      };
      return startRun(state, { ...turn, ...fresh }, context);
    },
  };
}

async function store(parts: Parts, call: Call, { blobs }: Delegation, turn: Turn): Promise<Result<Started>> {
  for (const bytes of turn.bytes) await blobs.put(bytes);
  const result = await parts.kernel.execute(call.author, turn.decide);
  return result.ok ? done(result.value.value) : result;
}

/** For a decision that is only tried: nothing of it is written. */
function tryingContext({ kernel }: Parts, { author }: Call): Context {
  const nowMs = kernel.now();
  return { author, at: formatInstant(nowMs), nowMs, clockMs: nowMs, nextId: () => 'tried' };
}

function startedAnswer(parts: Parts, { run, repeated }: Started, asked: Asked, unresolvedRefs: readonly unknown[]) {
  const current = stateOf(parts).tables.run.get(run.id) ?? run;
  return inRoom({
    run: runBrief(parts, current),
    task_id: run.id,
    conversation_id: run.conversationId,
    status: current.status,
    repeated,
    ignored: asked.ignored,
    settings: withoutPaths(stateOf(parts), current.settings, ownFolders(parts, current)),
    unresolved_refs: unresolvedRefs,
    remarks: asked.remarks,
    questions: questionsPart(ofRun(stateOf(parts), run.id, 'question')),
    preflight: null,
    next: repeated ? repeatedNext(parts, current) : nextFor(parts, current),
  });
}

export const tandemContinue: UseCase<'tandem_continue'> = async (parts, call, given) => {
  const conversation = stateOf(parts).tables.conversation.get(given.conversation_id);
  if (!conversation || conversation.startedBy !== call.author.id) return refuse(unknownConversation);
  const { conversation_id: _, continuation = 'same', handoff, ...turn } = given;
  const whole = { ...turn, cwd: conversation.cwd, mode: conversation.mode };
  const problems = problemsWith('tandem_start', whole);
  if (problems) return refuse(problems);
  const { value, ignored } = fillStart(whole);
  if (continuation === 'fresh' && (handoff === undefined || handoff.trim() === '')) {
    return refuse({
      code: 'handoff_needed',
      message: 'A fresh session knows nothing of the turns before.',
      next: 'Send a handoff that tells it what to know, or continue the same session.',
    });
  }
  const contract = value.contract && sameFiles(value.contract, conversation);
  return start(parts, call, {
    wanted: { ...wantedOf(call, value, given), contract, cwd: conversation.cwd, conversation },
    input: { prompt: value.prompt, contract, handoff: continuation === 'fresh' ? (handoff ?? '') : null },
    questionTimeoutSeconds: value.question_timeout_seconds,
    taskId: null,
    ignored,
    remarks: leftOut(otherFiles(value.contract, conversation)),
    preflight: false,
    offset: null,
    what: { ...value, contract, continuation, handoff: handoff ?? null },
    refused: null,
  });
};

/** A conversation keeps the files it owns, whatever a later turn names. */
function sameFiles(contract: Contract, { ownedFiles }: Conversation): Contract {
  return { ...contract, scope: { owned_files: ownedFiles } };
}

function otherFiles(contract: Contract | null, { ownedFiles }: Conversation): readonly string[] {
  const other = contract?.scope.owned_files.filter((file) => !ownedFiles.includes(file)) ?? [];
  const names = cut(other.join(', '), 400);
  return other.length === 0
    ? []
    : [`A conversation keeps the files it owns: ${names} were left out. To own others use tandem_start.`];
}
