/**
 * What `tandem_start`, `tandem_continue` and `delegate_task` share: a filled input becomes what the pure command needs,
 * or a refusal with all its problems.
 */
import { type ContractCheck, type ContractFacts, checkContract } from '../../core/contract/check-contract.ts';
import type { Contract, Execution } from '../../core/contract/contract.ts';
import { ownedPathFault } from '../../core/contract/owned-path.ts';
import { rootOf } from '../../core/run/find-run.ts';
import type { Root } from '../../core/run/root.ts';
import type { Conversation, Mode, Profile, Settings } from '../../core/run/run.ts';
import { profileSeconds, profileThinking } from '../../core/run/run.ts';
import { cwdOutsideRoots, ownerOf, whyNotAgent } from '../../core/run/start-run.ts';
import type { State } from '../../core/state/state.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { counted } from '../../kit/text.ts';
import { type Parts, stateOf } from '../parts.ts';
import type { GitHead } from '../runner.ts';
import type { Delegation } from './delegation.ts';
import { headFor } from './head-for.ts';
import { whyNotModel } from './model-name.ts';
import { snapshotText } from './pinned.ts';

export interface Wanted {
  readonly cwd: string;
  readonly mode: Mode;
  readonly prompt: string | null;
  readonly contract: Contract | null;
  readonly execution: Execution | null;
  /** As asked; the execution holds its default. Null = none was named. */
  readonly profile: Profile | null;
  readonly timeoutSeconds: number | null;
  readonly contextId: string | null;
  /** Of the conversation that goes on; its own files are no conflict. */
  readonly conversation: Conversation | null;
  /** Who asks: artifacts of others do not exist for it. */
  readonly tokenId: string;
}

export interface Ready {
  readonly cwd: string;
  readonly root: Root;
  readonly agentId: string;
  readonly settings: Settings;
  readonly pin: Conversation['pin'];
  /** What a new pin names, to be kept before a row names it. Null = nothing, or it is kept already. */
  readonly snapshot: string | null;
  readonly unresolvedRefs: readonly unknown[];
  /** Where its worktree would come from; null = no worktree. */
  readonly head: GitHead | null;
}

const needsOne: Refusal = {
  code: 'prompt_or_contract',
  message: 'Exactly one of prompt and contract is needed.',
  next: 'Send the contract, or the prompt, and leave the other out.',
  problems: [{ code: 'prompt_or_contract', path: '/prompt', message: 'Both or neither were given.', fix: 'Keep one.' }],
};

export const reviewUnavailable: Refusal = {
  code: 'review_unavailable',
  message: 'Reviews do not exist here yet.',
  next: 'Start without review_id and review_stage.',
};

/** Everything that can be said before anything starts. Problems are collected, not met one by one. */
export async function prepareStart(parts: Parts, delegation: Delegation, wanted: Wanted): Promise<Result<Ready>> {
  const isPrompt = wanted.prompt !== null && /\S/.test(wanted.prompt);
  if (isPrompt === (wanted.contract !== null)) return refuse(needsOne);
  const state = stateOf(parts);
  const cwd = await resolvedFolder(delegation, wanted.cwd);
  const root = cwd === null ? undefined : rootOf(state, cwd);
  if (cwd === null || !root) return refuse(cwdOutsideRoots);
  const chosen = chooseAgent(state, root, wanted);
  if (!chosen.ok) return chosen;
  const { agentId, model } = chosen.value;
  const refusal = whyNotAgent(state, agentId) ?? whyNotModel(model) ?? whyNotMode(wanted);
  if (refusal) return refuse(refusal);
  const checked = wanted.contract && checkContract(wanted.contract, await factsFor(parts, delegation, wanted, cwd));
  if (checked && checked.problems.length > 0) return refuse(invalidContract(checked));
  return completed(state, delegation, wanted, {
    ...{ cwd, root, agentId },
    settings: settingsOf(wanted, model),
    unresolvedRefs: checked?.unresolvedRefs ?? [],
  });
}

/** A relative path would mean the daemon's own folder. */
export async function resolvedFolder({ runner }: Delegation, cwd: string): Promise<string | null> {
  return /^([/\\]|[A-Za-z]:)/.test(cwd) ? runner.realFolder(cwd) : null;
}

/** What only a look at the repository and the contexts can add. */
async function completed(
  state: State,
  delegation: Delegation,
  wanted: Wanted,
  ready: Omit<Ready, 'pin' | 'snapshot' | 'head'>,
): Promise<Result<Ready>> {
  const head = wanted.mode === 'work' ? await headFor(state, delegation.runner, ready.cwd) : null;
  if (head && !head.ok) return head;
  const pinned = pinOf(state, wanted);
  return pinned ? done({ ...ready, ...pinned, head: head?.value ?? null }) : refuse(unknownPin);
}

const unknownPin: Refusal = {
  code: 'unknown_context',
  message: 'No project context has that id.',
  next: 'List them with tandem_project_context, action list.',
};

function chooseAgent(state: State, root: Root, wanted: Wanted): Result<{ agentId: string; model: string | null }> {
  if (wanted.conversation) return done({ agentId: wanted.conversation.agentId, model: modelPart(wanted) });
  const given = wanted.execution?.model ?? null;
  if (given !== null) {
    const [agentId = '', ...rest] = given.split('/');
    return done({ agentId, model: rest.length > 0 ? rest.join('/') : null });
  }
  if (root.defaultAgentId !== null) return done({ agentId: root.defaultAgentId, model: null });
  const allowed = [...state.tables.agent.values()].filter((one) => one.allowed);
  const [only] = allowed;
  if (only && allowed.length === 1) return done({ agentId: only.id, model: null });
  return refuse({
    code: 'unknown_agent',
    message: 'The root has no default agent.',
    next:
      allowed.length > 0
        ? `Name one as execution.model (delegate_task: agent): ${allowed.map((one) => one.id).join(', ')}.`
        : 'Ask a person to allow an agent at the desk.',
  });
}

/** In a conversation the agent is fixed; `agent/model` and a bare model both name the model. */
function modelPart({ execution, conversation }: Wanted): string | null {
  const given = execution?.model ?? null;
  const prefix = `${conversation?.agentId}/`;
  return given?.startsWith(prefix) ? given.slice(prefix.length) : given === conversation?.agentId ? null : given;
}

function whyNotMode({ contract, mode }: Wanted): Refusal | null {
  const needs = contract?.requirements;
  if (needs?.requires_write && mode !== 'work') {
    return {
      code: 'mode_cannot_write',
      message: `The contract needs to write and ${mode} cannot.`,
      next: 'Use mode work, or drop requires_write.',
    };
  }
  if (needs?.requires_shell && mode === 'think') {
    return {
      code: 'mode_has_no_shell',
      message: 'The contract needs a shell and think has none.',
      next: 'Use mode work, or drop requires_shell.',
    };
  }
  return null;
}

async function factsFor(parts: Parts, { runner }: Delegation, wanted: Wanted, cwd: string): Promise<ContractFacts> {
  const places = new Map<string, string | null>();
  // What is no path is refused as such: to look for it could take as long as it is.
  const paths = (wanted.contract?.scope.owned_files ?? []).filter((file) => ownedPathFault(file) === null);
  for (const file of paths) places.set(file, await runner.liesAt(cwd, file));
  const state = stateOf(parts);
  return {
    liesAt: (path) => places.get(path) ?? null,
    artifactExists: (id) => isVisible(state, id, wanted.tokenId),
    ownedElsewhere: (path) => ownerOf(state, cwd, path, wanted.conversation?.id ?? null)?.id ?? null,
  };
}

function isVisible(state: State, artifactId: string, tokenId: string): boolean {
  const artifact = state.tables.artifact.get(artifactId);
  if (!artifact) return false;
  return artifact.createdBy === tokenId || state.tables.run.get(artifact.runId ?? '')?.startedBy === tokenId;
}

/** Problems that name the refusal when it has no other: an agent that reads only the code knows what to do. */
const ownCode: Readonly<Record<string, string>> = {
  owned_elsewhere: 'owned_file_conflict',
  set_exceeds_acceptance: 'set_exceeds_acceptance',
  wrong_set_revision: 'wrong_set_revision',
};

function invalidContract({ problems, setRevision: revision }: ContractCheck): Refusal {
  const codes = new Set(problems.map((problem) => problem.code));
  const [only = ''] = codes;
  return {
    code: (codes.size === 1 && ownCode[only]) || 'invalid_contract',
    message: `The contract has ${counted(problems.length, 'problem')}.`,
    next: 'Correct every listed problem and call again. Nothing was started.',
    problems: problems.map((problem) => ({ ...problem, path: `/contract${problem.path}` })),
    ...(codes.has('wrong_set_revision') && { data: { set_revision: revision } }),
  };
}

function settingsOf({ execution, profile: asked, timeoutSeconds }: Wanted, model: string | null): Settings {
  const requested = {
    model: execution?.model ?? null,
    thinking: execution?.thinking ?? null,
    profile: asked,
    timeoutSeconds: timeoutSeconds ?? execution?.timeout_seconds ?? null,
  };
  const profile = asked ?? 'balanced';
  const effective = {
    model,
    profile,
    thinking: requested.thinking ?? profileThinking[profile],
    timeoutSeconds: requested.timeoutSeconds ?? profileSeconds[profile],
  };
  return { requested, effective, actual: { model: null, thinking: null }, unsupported: [] };
}

/** Null = there is no such context. */
function pinOf(state: State, { conversation, contextId }: Wanted): Pick<Ready, 'pin' | 'snapshot'> | null {
  if (conversation) return { pin: conversation.pin, snapshot: null };
  if (contextId === null) return { pin: null, snapshot: null };
  const found = state.tables.context.get(contextId);
  if (!found) return null;
  const snapshot = snapshotText(found);
  return { pin: { contextId: found.id, revision: found.revision, hash: sha256(snapshot) }, snapshot };
}

/** The same start by the same token in the same place. */
export function startDigest(tokenId: string, what: unknown): string {
  return sha256(canonicalJson({ tokenId, what }));
}
