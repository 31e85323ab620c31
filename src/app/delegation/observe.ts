/**
 * Observed evidence: the daemon runs a declared check's exact command in the jail, on a worktree of the run's exact
 * bytes. The words of a check are never permission: a grant must name the digest of the command, and of the root's
 * prepare command. One check at a time: they share the machine with the workers.
 */
import { systemAuthor } from '../../core/access/author.ts';
import { type Check, commandOf, selectedChecks } from '../../core/contract/contract.ts';
import { checkRevision } from '../../core/contract/revision.ts';
import { publishArtifact } from '../../core/run/artifact-commands.ts';
import { below, judgedBy } from '../../core/run/changed-judge.ts';
import { beginCheck, type CheckEnd, endCheck, leaseCheck, notRun } from '../../core/run/check-commands.ts';
import { commandGrant } from '../../core/run/covering-grant.ts';
import { commitOf, digestSeen } from '../../core/run/exact-bytes.ts';
import type { Grant } from '../../core/run/grant.ts';
import { preparationText } from '../../core/run/preparation.ts';
import type { Root } from '../../core/run/root.ts';
import { hasEnded, type Run } from '../../core/run/run.ts';
import { sha256 } from '../../kit/json.ts';
import { cut } from '../../kit/text.ts';
import { type Parts, stateOf } from '../parts.ts';
import type { Runner } from '../runner.ts';
import type { Delegation, Observer, Refused } from './delegation.ts';

const DEFAULT_SECONDS = 600;
/** By the kill switch, or with the daemon. For people. */
const STOPPED = 'It was stopped before it gave anything.';

export function openObserver(
  parts: Parts,
  delegation: Pick<Delegation, 'runner' | 'blobs'>,
  log: (message: string) => void,
): Observer {
  const busy = new Map<string, Set<string>>();
  let control = new AbortController();
  let chain = Promise.resolve();
  const one = async (run: Run, check: Check, record: Promise<string | null>, signal: AbortSignal): Promise<void> => {
    try {
      const id = await record;
      if (id !== null) await observeOne({ parts, delegation, run, check, signal }, id);
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
      const selected = selectedChecks(contract);
      const unknown = (ids ?? []).filter((id) => !selected.some((check) => check.id === id));
      for (const checkId of new Set(unknown)) refused.push({ checkId, ...notSelected });
      for (const check of selected.filter((each) => ids === undefined || ids.includes(each.id))) {
        const may = mayObserve(parts, run, check);
        if ('code' in may) {
          refused.push({ checkId: check.id, ...may });
          continue;
        }
        const running = busy.get(run.id) ?? new Set();
        if (running.has(check.id)) continue;
        busy.set(run.id, running.add(check.id));
        started.push(check.id);
        const { signal } = control;
        // Written down before its turn comes: whatever ends the daemon, who asked for it learns that it did not run.
        const record = begin(parts, { run, check, grant: may.grant });
        record.catch(() => undefined);
        chain = chain.then(() => one(run, check, record, signal));
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

const notSelected: Omit<Refused, 'checkId'> = {
  code: 'check_not_selected',
  message: 'No check of that id is selected by the stage of the contract.',
  next: 'Read the checks of the run again.',
};

type May = Permission | Omit<Refused, 'checkId'>;

interface Permission {
  readonly grant: Grant;
  readonly root: Root;
  /** Of the prepare command too. */
  readonly unsandboxed: boolean;
}

function mayObserve(parts: Parts, run: Run, check: Check): May {
  const state = stateOf(parts);
  const root = state.tables.root.get(state.tables.conversation.get(run.conversationId)?.rootId ?? '');
  if (!root || root.removedAt !== null)
    return { code: 'root_gone', message: 'The folder was taken back.', next: 'Give it again at the desk.' };
  if (!hasEnded(run) || commitOf(run) === null) {
    return {
      code: 'no_result',
      message: 'There are no exact bytes to check: the run left no commit.',
      next: 'Wait for a work run to end.',
    };
  }
  const command = commandOf(check);
  if (command === null)
    return { code: 'no_command', message: 'The check names no command.', next: 'Judge it by hand.' };
  const nowMs = parts.kernel.now();
  const grant = commandGrant(state, run, root.id, sha256(command), nowMs);
  if (!grant)
    return {
      code: 'command_not_granted',
      message: 'No live grant names the digest of this command.',
      next: 'Grant it at the desk: the words of a check are no permission.',
    };
  const preparation = preparationText(root);
  const ready = preparation === null ? grant : commandGrant(state, run, root.id, sha256(preparation), nowMs);
  if (!ready) {
    return {
      code: 'prepare_not_granted',
      message: 'No live grant names the digest of the prepare command and caches.',
      next: 'Grant it at the desk too.',
    };
  }
  return { grant, root, unsandboxed: grant.unsandboxed && ready.unsandboxed };
}

interface Asked {
  readonly parts: Parts;
  readonly delegation: Pick<Delegation, 'runner' | 'blobs'>;
  readonly run: Run;
  readonly check: Check;
  readonly signal: AbortSignal;
}

/** Null = there is no such run any more. */
async function begin(
  parts: Parts,
  { run, check, grant }: Pick<Asked, 'run' | 'check'> & { readonly grant: Grant },
): Promise<string | null> {
  const record = {
    runId: run.id,
    checkId: check.id,
    checkRevision: checkRevision(check),
    commandDigest: check.command === null ? null : sha256(check.command),
    claims: check.acceptance_refs,
    grantId: grant.id,
  };
  const begun = await parts.kernel.execute(systemAuthor, (state, context) => beginCheck(state, record, context));
  return begun.ok ? begun.value.value.id : null;
}

/** Whatever ends it, its record says so. */
async function observeOne(asked: Asked, id: string): Promise<void> {
  const { parts, run, check, signal } = asked;
  const end = (given: CheckEnd) =>
    parts.kernel.execute(systemAuthor, (state, context) => endCheck(state, id, given, context));
  try {
    signal.throwIfAborted();
    // Asked again: a grant that was revoked while the check waited its turn lets nothing run.
    const may = mayObserve(parts, run, check);
    await end('code' in may ? notRun(may.message) : await look({ ...asked, ...may }, id));
  } catch (error) {
    await end(notRun(signal.aborted ? STOPPED : 'A fault of ours; the log has it.'));
    if (!signal.aborted) throw error;
  }
}

type One = Asked & Permission;

async function look(one: One, id: string): Promise<CheckEnd> {
  const { parts, delegation, run, check, root, unsandboxed, signal } = one;
  let { grant } = one;
  const commit = commitOf(run);
  if (commit === null || check.command === null) return notRun('There is nothing to run.');
  const place = stateOf(parts).tables.conversation.get(run.conversationId);
  const head = await delegation.runner.head(place?.cwd ?? root.path);
  if (!head.ok) return notRun(head.refusal.message);
  const { repository } = head.value;
  const ran = await delegation.runner.runCheck({
    repository,
    commit,
    folder: below(repository, place?.cwd ?? root.path),
    command: check.command,
    prepare: root.prepare,
    caches: root.caches,
    unsandboxed,
    timeoutSeconds: check.estimated_seconds === null ? DEFAULT_SECONDS : Math.max(60, check.estimated_seconds * 3),
    signal,
    whyNot() {
      const may = stillMay(one);
      if ('code' in may) return may;
      grant = may.grant;
      return null;
    },
    async spawned(lease) {
      await parts.kernel.execute(systemAuthor, (state) => leaseCheck(state, id, { lease, grantId: grant.id }));
    },
  });
  if (!ran.ok) return notRun(ran.refusal.message);
  const observed = ran.value;
  const status = observed.status === 'passed' ? 'passed' : 'failed';
  // The row keeps the first files; all of them were judged when the result was collected.
  const changed = status === 'passed' ? await whyChanged(delegation.runner, { run, check, root, repository }) : null;
  return {
    status,
    reason: observed.status === 'timed_out' ? 'It took too long and was ended.' : changed,
    exitCode: observed.exitCode,
    scope: { kind: 'tree', digest: digestSeen(run, observed.tree), boundaries: [] },
    environment: observed.environment,
    artifactId: await keepOutput(parts, delegation, { run, check, output: observed.output }),
    durationMs: observed.durationMs,
    changedByRun: changed !== null,
  };
}

/** Asked before each command: what permits it now may be another grant than the one it began under, and a narrower one. */
function stillMay({ parts, delegation, run, check, root, unsandboxed }: One): May {
  const may = mayObserve(parts, run, check);
  if ('code' in may) return may;
  if (preparationText(may.root) !== preparationText(root)) return otherPreparation;
  const isNarrower = unsandboxed && !may.unsandboxed && !delegation.runner.jail.works;
  return isNarrower ? notUnsandboxed : may;
}

const otherPreparation = {
  code: 'prepare_not_granted',
  message: 'The prepare command or the caches of the folder were changed meanwhile.',
  next: 'Observe the checks again.',
};

const notUnsandboxed = {
  code: 'no_jail',
  message: 'No jail works here, and no live grant says unsandboxed any more.',
  next: 'Grant it unsandboxed at the desk, or make bubblewrap work.',
};

interface Judging extends Pick<One, 'run' | 'check' | 'root'> {
  readonly repository: string;
}

/** For people; null = the run did not change what judges this check. By what the root declares now, and declared then. */
async function whyChanged(runner: Runner, { run, check, root, repository }: Judging): Promise<string | null> {
  if (run.result === null) return null;
  const { changedJudge = false, changedChecks = [], files, base, commit } = run.result;
  const links = await runner.links({ repository, base, commit });
  const was = changedJudge || changedChecks.includes(check.id);
  return judgedBy({ files, links }, root, repository).whyOf(check.command) ?? (was ? wasChanged : null);
}

const wasChanged = 'What judged this check counted as changed by the run when its result was collected.';

async function keepOutput(
  parts: Parts,
  { blobs }: Pick<Delegation, 'blobs'>,
  { run, check, output }: { readonly run: Run; readonly check: Check; readonly output: string },
): Promise<string | null> {
  const bytes = Buffer.from(output);
  const artifact = {
    name: cut(`output of ${check.id}`, 200),
    mediaType: 'text/plain',
    sha256: await blobs.put(bytes),
    bytes: bytes.length,
    characters: [...output].length,
    runId: run.id,
  } as const;
  const kept = await parts.kernel.execute(systemAuthor, (state, context) => publishArtifact(state, artifact, context));
  return kept.ok ? kept.value.value.id : null;
}
