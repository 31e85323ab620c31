/** The agent's process of a turn: the warm one when it was launched so, else a new one. */
import { systemAuthor } from '../../core/access/author.ts';
import type { AgentEntry } from '../../core/run/agent.ts';
import { notAnyMore, passGate } from '../../core/run/last-gate.ts';
import { askPermission, withdrawRequest } from '../../core/run/question-commands.ts';
import type { Conversation, Lease, Run } from '../../core/run/run.ts';
import { formatInstant } from '../../core/workspace/time.ts';
import { canonicalJson } from '../../kit/json.ts';
import type { Refusal } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import type { AgentEvents, AgentProcess } from '../runner.ts';
import { waitForChange } from '../wait.ts';
import type { Place } from './place.ts';
import { move, note, type Work } from './work.ts';

export interface Opened {
  readonly process: AgentProcess;
  /** What it was given: a turn that is to be given less, or other, gets another process. */
  readonly launchedAs: string;
}

export async function openProcess(work: Work, place: Place): Promise<Opened | Refusal> {
  const { parts, run, control, delegation } = work;
  const conversation = parts.kernel.state.tables.conversation.get(work.conversation.id) ?? work.conversation;
  const isFresh = work.input.handoff !== null;
  const entry = parts.kernel.state.tables.agent.get(run.agentId);
  const grant = parts.kernel.state.tables.grant.get(run.grantId ?? '');
  if (!entry?.allowed) return agentGone;
  const gate = gateOf(work, entry);
  if (!grant || !(await gate.mayStart())) return notAnyMore;
  const { model, thinking } = run.settings.effective;
  const { openNetwork, unsandboxed, ask } = grant;
  const wish = { entry, model, thinking, openNetwork, unsandboxed, ask };
  const launchedAs = canonicalJson(wish);
  if (isFresh) await work.warm.drop(conversation.id);
  const kept = await work.warm.take(conversation.id, launchedAs);
  if (kept) return (await takeUp(work, kept, gate)) ? { process: kept, launchedAs } : notAnyMore;
  await work.warm.makeRoom();
  const opened = await delegation.runner.launch(
    { ...wish, ...placed(run, conversation, place), ...resumed(isFresh ? null : conversation) },
    eventsOf(work, gate),
    control.cancelled.signal,
  );
  if (!opened.ok) {
    sayLastWords(work, opened.refusal);
    return opened.refusal;
  }
  const process = opened.value;
  sayUnsandboxed(work, process);
  await move(work, {
    lease: process.lease,
    held: process.held,
    settings: { ...run.settings, ...bounded(process.settings) },
    status: 'running',
    conversation: {
      sessionId: process.sessionId.length > 1000 ? null : process.sessionId,
      sessionCostUsd: process.sessionCostUsd,
    },
  });
  return { process, launchedAs };
}

function placed({ mode }: Run, { id }: Conversation, { cwd, repository, worktree }: Place) {
  return { conversationId: id, mode, cwd, repository, worktree: worktree?.path ?? null };
}

/** Null = a session of its own. */
function resumed(conversation: Conversation | null) {
  return { resume: conversation?.sessionId ?? null, resumedCostUsd: conversation?.sessionCostUsd ?? null };
}

/** False: it may not go on, and is ended. */
async function takeUp(work: Work, kept: AgentProcess, gate: Gate): Promise<boolean> {
  if (!(await gate.spawned(kept.lease))) {
    await kept.close();
    return false;
  }
  sayUnsandboxed(work, kept);
  await move(work, {
    lease: kept.lease,
    held: kept.held,
    settings: { ...work.run.settings, ...kept.settings },
    status: 'running',
  });
  return true;
}

/** The refusal names the error; what stood around it is in the run's log. */
function sayLastWords({ parts, delegation, run }: Work, { data }: Refusal): void {
  const { stderr } = (data ?? {}) as { readonly stderr?: unknown };
  if (typeof stderr !== 'string' || stderr === '') return;
  delegation.logs.append(run.id, { at: formatInstant(parts.kernel.now()), kind: 'stderr', text: stderr });
}

function sayUnsandboxed(work: Work, { held }: AgentProcess): void {
  if (held.jail === 'unsandboxed') note(work, cut(`unsandboxed: ${held.notes.join(' ')}`, 2000));
}

/** An agent's words about itself stand in every list of runs. */
function bounded({ actual, unsupported }: AgentProcess['settings']): AgentProcess['settings'] {
  const { model, thinking } = actual;
  return {
    actual: { model: model && cut(model, 200), thinking: thinking && cut(thinking, 200) },
    unsupported: unsupported.slice(0, 20).map((one) => cut(one, 500)),
  };
}

const agentGone: Refusal = {
  code: 'unknown_agent',
  message: 'The agent is not allowed any more.',
  next: 'Start it with another (tandem_scope lists them), or ask a person to allow it again.',
};

type Gate = Pick<AgentEvents, 'mayStart' | 'spawned'>;

/** What let it start is asked once more when its process is made: to make room and to prepare a launch takes seconds. */
function gateOf({ parts: { kernel }, run }: Work, entry: AgentEntry): Gate {
  const ask = async (lease: Lease | null): Promise<boolean> => {
    const result = await kernel.execute(systemAuthor, (state, context) =>
      passGate(state, run.id, { lease, entry }, context),
    );
    return result.ok && result.value.value;
  };
  return { mayStart: () => ask(null), spawned: ask };
}

/** A warm process outlives its run: its events belong to the conversation's run of the moment. */
function eventsOf(work: Work, gate: Gate): AgentEvents {
  const { parts, delegation, conversation } = work;
  const current = () => delegation.supervisor.runOf(conversation.id) ?? work.run.id;
  /** The run whose log says that it asks too much: once, however often it asks. */
  let told: string | null = null;
  return {
    step: (step) => delegation.logs.append(current(), step),
    ...gate,
    async permission(asked, signal) {
      const runId = current();
      const result = await parts.kernel.execute(systemAuthor, (state, context) =>
        askPermission(state, runId, asked, context),
      );
      if (!result.ok) {
        if (result.refusal.code === 'too_many_permissions' && told !== runId) {
          const text = `${result.refusal.message} All further ones are denied without asking anybody.`;
          delegation.logs.append(runId, { at: formatInstant(parts.kernel.now()), kind: 'note', text });
          told = runId;
        }
        return 'deny';
      }
      const { requestId } = result.value.value;
      const statusOf = () => parts.kernel.state.tables.request.get(requestId)?.status;
      // Its end comes from the request's own deadline, which the supervisor watches; this is far behind any.
      await waitForChange(parts.kernel, 4_000_000, signal, () => statusOf() !== 'open');
      if (statusOf() === 'open') await parts.kernel.execute(systemAuthor, (state) => withdrawRequest(state, requestId));
      return statusOf() === 'allowed' ? 'allow' : 'deny';
    },
  };
}
