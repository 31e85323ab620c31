/**
 * Observed evidence: the daemon runs a declared check's exact command in the jail, on a worktree of the run's exact
 * bytes. The words of a check are never permission: a grant must name the digest of the command, and of the root's
 * prepare command. One check at a time: they share the machine with the workers.
 */
import { systemAuthor } from '../../core/access/author.ts';
import { type Check, selectedChecks } from '../../core/contract/contract.ts';
import { checkRevision } from '../../core/contract/revision.ts';
import { publishArtifact } from '../../core/run/artifact-commands.ts';
import { below, changedItsJudge } from '../../core/run/changed-judge.ts';
import { commandGrant } from '../../core/run/covering-grant.ts';
import type { Grant } from '../../core/run/grant.ts';
import { recordCheck } from '../../core/run/result-commands.ts';
import type { Root } from '../../core/run/root.ts';
import { hasEnded, type Run } from '../../core/run/run.ts';
import { sha256 } from '../../kit/json.ts';
import { cut } from '../../kit/text.ts';
import { type Parts, stateOf } from '../parts.ts';
import type { ObservedCheck } from '../runner.ts';
import type { Delegation, Observer, Refused } from './delegation.ts';

const DEFAULT_SECONDS = 600;

export function openObserver(
  parts: Parts,
  delegation: Pick<Delegation, 'runner' | 'blobs'>,
  log: (message: string) => void,
): Observer {
  const busy = new Map<string, Set<string>>();
  let control = new AbortController();
  let chain = Promise.resolve();
  const one = async (run: Run, check: Check, { signal }: AbortController): Promise<void> => {
    try {
      if (signal.aborted) return;
      // Asked again: a grant that was revoked while the check waited its turn lets nothing run.
      const may = mayObserve(parts, run, check);
      if (!('code' in may)) await observeOne({ parts, delegation, run, check, ...may, signal });
    } catch (error) {
      log(`the check ${check.id} of run ${run.id} failed: ${String(error)}`);
    } finally {
      busy.get(run.id)?.delete(check.id);
    }
  };
  return {
    observe(run, contract, ids) {
      const started: string[] = [];
      const refused: Refused[] = [];
      for (const check of selectedChecks(contract).filter((each) => ids === undefined || ids.includes(each.id))) {
        const may = mayObserve(parts, run, check);
        if ('code' in may) {
          refused.push({ checkId: check.id, ...may });
          continue;
        }
        const running = busy.get(run.id) ?? new Set();
        if (running.has(check.id)) continue;
        busy.set(run.id, running.add(check.id));
        started.push(check.id);
        const given = control;
        chain = chain.then(() => one(run, check, given));
      }
      return { started, refused };
    },
    observing: (runId) => [...(busy.get(runId) ?? [])],
    stop() {
      control.abort();
      control = new AbortController();
    },
    async close() {
      control.abort();
      await chain;
    },
  };
}

type May = { readonly grant: Grant; readonly root: Root } | Omit<Refused, 'checkId'>;

function mayObserve(parts: Parts, run: Run, check: Check): May {
  const state = stateOf(parts);
  const root = state.tables.root.get(state.tables.conversation.get(run.conversationId)?.rootId ?? '');
  if (!root || root.removedAt !== null)
    return { code: 'root_gone', message: 'The folder was taken back.', next: 'Give it again at the desk.' };
  if (!hasEnded(run) || run.result === null) {
    return {
      code: 'no_result',
      message: 'There are no exact bytes to check: the run left no commit.',
      next: 'Wait for a work run to end.',
    };
  }
  if (check.command === null)
    return { code: 'no_command', message: 'The check names no command.', next: 'Judge it by hand.' };
  const nowMs = parts.kernel.now();
  const grant = commandGrant(state, run, root.id, sha256(check.command), nowMs);
  if (!grant)
    return {
      code: 'command_not_granted',
      message: 'No live grant names the digest of this command.',
      next: 'Grant it at the desk: the words of a check are no permission.',
    };
  if (root.prepare !== null && !commandGrant(state, run, root.id, sha256(root.prepare), nowMs)) {
    return {
      code: 'prepare_not_granted',
      message: 'No live grant names the digest of the prepare command.',
      next: 'Grant it at the desk too.',
    };
  }
  return { grant, root };
}

interface One {
  readonly parts: Parts;
  readonly delegation: Pick<Delegation, 'runner' | 'blobs'>;
  readonly run: Run;
  readonly check: Check;
  readonly grant: Grant;
  readonly root: Root;
  readonly signal: AbortSignal;
}

async function observeOne(one: One): Promise<void> {
  const { parts, delegation, run, check, grant, root, signal } = one;
  if (!run.result || check.command === null) return;
  const place = stateOf(parts).tables.conversation.get(run.conversationId);
  const head = await delegation.runner.head(place?.cwd ?? root.path);
  if (!head.ok) return record({ ...one, repository: null }, null, head.refusal.message, null);
  const { repository } = head.value;
  const observed = await delegation.runner.runCheck({
    repository,
    commit: run.result.commit,
    folder: below(repository, place?.cwd ?? root.path),
    command: check.command,
    prepare: root.prepare,
    caches: root.caches,
    unsandboxed: grant.unsandboxed,
    timeoutSeconds: check.estimated_seconds === null ? DEFAULT_SECONDS : Math.max(60, check.estimated_seconds * 3),
    signal,
  });
  if (!observed.ok) return record({ ...one, repository }, null, observed.refusal.message, null);
  const bytes = Buffer.from(observed.value.output);
  const hash = await delegation.blobs.put(bytes);
  const name = cut(`output of ${check.id}`, 200);
  const artifact = await parts.kernel.execute(systemAuthor, (state, context) =>
    publishArtifact(
      state,
      {
        name,
        mediaType: 'text/plain',
        sha256: hash,
        bytes: bytes.length,
        characters: [...observed.value.output].length,
        runId: run.id,
      },
      context,
    ),
  );
  await record({ ...one, repository }, observed.value, null, artifact.ok ? artifact.value.value.id : null);
}

async function record(
  { parts, run, check, root, repository }: One & { readonly repository: string | null },
  observed: ObservedCheck | null,
  reason: string | null,
  artifactId: string | null,
): Promise<void> {
  const status = observed === null ? 'not_run' : observed.status === 'passed' ? 'passed' : 'failed';
  const changedByRun = status === 'passed' && changedItsJudge(run.result?.files ?? [], root, repository);
  await parts.kernel.execute(systemAuthor, (state, context) =>
    recordCheck(
      state,
      {
        runId: run.id,
        checkId: check.id,
        checkRevision: checkRevision(check),
        source: 'observed',
        status,
        reason: observed?.status === 'timed_out' ? 'It took too long and was ended.' : reason,
        exitCode: observed?.exitCode ?? null,
        commandDigest: check.command === null ? null : sha256(check.command),
        scope: observed && { kind: 'tree', digest: observed.tree, boundaries: [] },
        environment: observed?.environment ?? null,
        claims: check.acceptance_refs,
        artifactId,
        durationMs: observed?.durationMs ?? null,
        answered: false,
        changedByRun,
        changeAccepted: false,
      },
      context,
    ),
  );
}
