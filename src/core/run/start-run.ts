/**
 * A run comes into being. It starts only under a person's grant; without one it waits, visibly.
 *
 * Invariants: a conversation has one active run; no two active runs own the same file; the same start by the same token
 * is the same run while it lives and for ten minutes after.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import { pathsOverlap } from '../contract/owned-path.ts';
import { created } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { coveringGrant } from './covering-grant.ts';
import { whyNotDelegated } from './delegated-task.ts';
import { activeRuns, namedRun, rootOf, runsOfConversation, worktreeGoing } from './find-run.ts';
import { type Conversation, hasEnded, isDropping, type Mode, type Run, repeatsUntil, type Settings } from './run.ts';
import { whyNoMoreRuns } from './token-limits.ts';

export interface StartRun {
  /** Absolute, links resolved. */
  readonly cwd: string;
  readonly mode: Mode;
  readonly agentId: string;
  readonly kind: Run['kind'];
  readonly goal: string;
  readonly inputHash: string;
  readonly ownedFiles: readonly string[];
  readonly constraints: readonly string[];
  readonly settings: Settings;
  readonly questionTimeoutSeconds: number;
  readonly taskId: string | null;
  readonly startDigest: string;
  readonly pin: Conversation['pin'];
}

export interface Started {
  readonly run: Run;
  readonly repeated: boolean;
}

export function startRun(state: State, input: StartRun, context: Context): Decision<Started> {
  const known = repeated(state, input.startDigest, context);
  if (known) return decided({ run: known, repeated: true });
  const full = whyNoMoreRuns(state, context.author.id, context.nowMs);
  if (full) return refuse(full);
  const root = rootOf(state, input.cwd);
  if (!root) return refuse(cwdOutsideRoots);
  const refusal =
    whyNotDelegated(state, input.taskId) ?? whyNotAgent(state, input.agentId) ?? whyNotOwned(state, input, null);
  if (refusal) return refuse(refusal);
  const conversation: Conversation = {
    id: context.nextId(),
    startedBy: context.author.id,
    agentId: input.agentId,
    mode: input.mode,
    rootId: root.id,
    cwd: input.cwd,
    ownedFiles: input.ownedFiles,
    constraints: input.constraints,
    pin: input.pin,
    worktree: null,
    sessionId: null,
    createdAt: context.at,
    closedAt: null,
  };
  return request(state, conversation, [created('conversation', conversation)], 1, input, context);
}

export type ContinueRun = Omit<StartRun, 'cwd' | 'mode' | 'agentId' | 'ownedFiles' | 'constraints' | 'pin' | 'taskId'>;

/** A new turn: same agent, mode, place, owned files and base constraints. */
export function continueRun(
  state: State,
  conversation: Conversation,
  input: ContinueRun,
  context: Context,
): Decision<Started> {
  const known = repeated(state, input.startDigest, context);
  if (known) return decided({ run: known, repeated: true });
  const full = whyNoMoreRuns(state, context.author.id, context.nowMs);
  if (full) return refuse(full);
  const turns = runsOfConversation(state, conversation.id);
  const busy = turns.find((run) => !hasEnded(run));
  if (busy) {
    return refuse({
      code: 'conversation_busy',
      message: `The conversation has an active run (${busy.status}).`,
      next: 'Wait for it with tandem_wait, or end it with tandem_cancel.',
      data: { task_id: busy.id },
    });
  }
  if (isDropping(conversation)) return refuse(worktreeGoing);
  const { cwd, mode, agentId, ownedFiles, constraints, pin } = conversation;
  const taskId = turns.at(-1)?.taskId ?? null;
  const whole: StartRun = { ...input, cwd, mode, agentId, ownedFiles, constraints, pin, taskId };
  const refusal =
    whyNotDelegated(state, taskId) ?? whyNotAgent(state, agentId) ?? whyNotOwned(state, whole, conversation.id);
  if (refusal) return refuse(refusal);
  return request(state, conversation, [], turns.length + 1, whole, context);
}

function repeated(state: State, digest: string, context: Context): Run | null {
  return repeatedRun(state, digest, context.author.id, context.nowMs);
}

/** The run of the same start, while it lives and for ten minutes after. */
export function repeatedRun(state: State, digest: string, startedBy: string, nowMs: number): Run | null {
  const run = state.tables.run.get(state.index.startsOf.get(digest) ?? '');
  if (!run || run.startedBy !== startedBy) return null;
  const until = repeatsUntil(run);
  return until !== null && nowMs > until ? null : run;
}

function request(
  state: State,
  conversation: Conversation,
  changes: Change[],
  turn: number,
  input: StartRun,
  context: Context,
): Decision<Started> {
  const id = context.nextId();
  const { rootId, agentId, mode } = conversation;
  const grant = coveringGrant(state, { runId: id, rootId, agentId, mode }, context.nowMs);
  const run: Run = {
    id,
    conversationId: conversation.id,
    turn,
    startedBy: context.author.id,
    startedByLabel: context.author.label,
    agentId,
    mode,
    taskId: input.taskId,
    goal: input.goal,
    inputHash: input.inputHash,
    kind: input.kind,
    ownedFiles: input.ownedFiles,
    startDigest: input.startDigest,
    settings: input.settings,
    questionTimeoutSeconds: input.questionTimeoutSeconds,
    status: grant ? 'starting' : 'waiting_grant',
    grantId: grant?.id ?? null,
    createdAt: context.at,
    ...unlaunched,
  };
  return decided(
    { run, repeated: false },
    {
      type: 'run.requested',
      summary: `${grant ? 'started' : 'asked for'} ${namedRun(run)} by ${agentId} (${mode})`,
      changes: [...changes, created('run', run)],
      raisesVersion: false,
    },
  );
}

const unlaunched = {
  outcome: null,
  code: null,
  reason: null,
  launchedAt: null,
  endedAt: null,
  lease: null,
  held: null,
  report: null,
  usage: null,
  result: null,
  treeBefore: null,
  treeAfter: null,
  verdict: null,
} satisfies Partial<Run>;

export const cwdOutsideRoots: Refusal = {
  code: 'cwd_outside_roots',
  message: 'cwd lies in no folder that a person gave this workspace (links are resolved).',
  next: 'Call tandem_scope for the roots, or ask a person to add one at the desk.',
};

export function whyNotAgent(state: State, agentId: string): Refusal | null {
  const entry = state.tables.agent.get(agentId);
  if (entry?.allowed) return null;
  const allowed = [...state.tables.agent.values()].filter((one) => one.allowed).map((one) => one.id);
  return {
    code: 'unknown_agent',
    message: `No allowed agent is called ${agentId.slice(0, 60)}.`,
    next: allowed.length > 0 ? `Use one of: ${allowed.join(', ')}.` : 'Ask a person to allow an agent at the desk.',
  };
}

/** The active run that owns a file of this place already, or null. `/a/b` and `b` from `/a` are the same file. */
export function ownerOf(state: State, cwd: string, file: string, exceptConversation: string | null): Run | null {
  const path = `${cwd}/${file}`;
  for (const run of activeRuns(state)) {
    if (run.conversationId === exceptConversation) continue;
    const place = state.tables.conversation.get(run.conversationId);
    if (place && run.ownedFiles.some((owned) => pathsOverlap(path, `${place.cwd}/${owned}`))) return run;
  }
  return null;
}

function whyNotOwned(state: State, input: StartRun, conversationId: string | null): Refusal | null {
  for (const [index, file] of input.ownedFiles.entries()) {
    const owner = ownerOf(state, input.cwd, file, conversationId);
    if (owner) {
      return {
        code: 'owned_file_conflict',
        message: `Another active run owns ${file}.`,
        next: 'Wait until that run ends, or own other files.',
        problems: [
          {
            code: 'owned_file_conflict',
            path: `/contract/scope/owned_files/${index}`,
            message: `Owned by ${namedRun(owner)}.`,
            fix: 'Leave it out or wait.',
          },
        ],
      };
    }
  }
  return null;
}
