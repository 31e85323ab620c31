/** Every run: that a person's grant stood behind its launch, that its end is one, and that its bytes are there. */
import { binds } from '../../core/run/delegated-task.ts';
import type { Run } from '../../core/run/run.ts';
import { hasEnded } from '../../core/run/run.ts';
import type { Blobs } from '../ports.ts';
import type { Findings } from './findings.ts';
import type { Stored } from './stored.ts';

export function checkRuns(stored: Stored, findings: Findings): void {
  checkLaunches(stored, findings);
  checkObserved(stored, findings);
  checkDelegated(stored, findings);
  for (const run of stored.all('run')) {
    findings.counts.runs += 1;
    findings.guarded('run', `run:${run.id}`, () => {
      const fault = faultOfRun(stored, run);
      if (fault !== null) findings.report('run', `run:${run.id}`, fault);
    });
  }
}

/** The grant that an observed check names must name its command. Rows of earlier versions name none. */
function checkObserved(stored: Stored, findings: Findings): void {
  for (const { id, source, grantId, commandDigest, runId } of stored.all('check')) {
    if (source !== 'observed' || grantId === undefined) continue;
    findings.guarded('run', `check:${id}`, () => {
      const grant = stored.get('grant', grantId);
      if (!grant || commandDigest === null || !grant.commandDigests.includes(commandDigest))
        findings.report('run', `check:${id}`, 'the grant behind it does not name its command');
      else if (grant.runId !== null && grant.runId !== runId)
        findings.report('run', `check:${id}`, 'the grant behind it is for another run');
    });
  }
}

/** A delegated task is done by the acceptance of its newest run that counts. */
function checkDelegated(stored: Stored, findings: Findings): void {
  const newest = new Map<string, Run>();
  for (const run of stored.all('run')) {
    const known = run.taskId === null ? undefined : newest.get(run.taskId);
    if (run.taskId !== null && binds(run) && (!known || known.id < run.id)) newest.set(run.taskId, run);
  }
  for (const [taskId, run] of newest) {
    const isDone = stored.get('task', taskId)?.status === 'done';
    if (isDone && run.verdict?.kind !== 'accepted')
      findings.report('run', `task:${taskId}`, `it is done, and its newest run ${run.id} was not accepted`);
  }
}

/** No grant launched more than it allows. */
function checkLaunches(stored: Stored, findings: Findings): void {
  const launches = new Map<string, number>();
  for (const { launchedAt, grantId } of stored.all('run')) {
    if (launchedAt !== null && grantId !== null) launches.set(grantId, (launches.get(grantId) ?? 0) + 1);
  }
  for (const { id, maxLaunches } of stored.all('grant')) {
    const count = launches.get(id) ?? 0;
    if (count > maxLaunches) findings.report('run', `grant:${id}`, `it launched ${count} runs of ${maxLaunches}`);
  }
}

function faultOfRun(stored: Stored, run: Run): string | null {
  const fault = run.launchedAt === null ? null : faultOfLaunch(stored, run, run.launchedAt);
  if (fault !== null) return fault;
  if (run.status === 'completed' && run.report === null) return 'it is completed without a report';
  if (run.outcome !== null && run.status !== 'completed') return 'it has an outcome and is not completed';
  return hasEnded(run) === (run.endedAt !== null) ? null : 'its end and its status disagree';
}

/** The grant behind a launch: of this folder, agent, mode and time. */
function faultOfLaunch(stored: Stored, run: Run, launchedAt: string): string | null {
  const grant = stored.get('grant', run.grantId ?? '');
  if (!grant) return 'it was launched and no grant stands behind it';
  const place = stored.get('conversation', run.conversationId);
  if (place?.rootId !== grant.rootId) return 'the grant behind it is for another folder';
  if (!grant.agentIds.includes(run.agentId)) return 'the grant behind it does not name its agent';
  if (!grant.modes.includes(run.mode)) return 'the grant behind it does not allow its mode';
  if (grant.runId !== null && grant.runId !== run.id) return 'the grant behind it is for another run';
  const end = Math.min(Date.parse(grant.revokedAt ?? grant.until), Date.parse(grant.until));
  return Date.parse(launchedAt) > end ? 'it was launched after the end of its grant' : null;
}

/** Names every row whose bytes are gone or are not what their name says. */
export async function checkBytes(stored: Stored, blobs: Blobs, findings: Findings): Promise<void> {
  const known = new Map<string, boolean>();
  const isThere = async (sha256: string): Promise<boolean> => {
    const found = known.get(sha256) ?? (await blobs.get(sha256)) !== null;
    known.set(sha256, found);
    return found;
  };
  for (const { where, sha256 } of named(stored)) {
    if (!(await isThere(sha256))) findings.report('bytes', where, `its bytes ${sha256} are gone or damaged`);
  }
}

function* named(stored: Stored): Generator<{ readonly where: string; readonly sha256: string }> {
  for (const { id, sha256 } of stored.all('artifact')) yield { where: `artifact:${id}`, sha256 };
  for (const { id, inputHash, report } of stored.all('run')) {
    yield { where: `run:${id}`, sha256: inputHash };
    if (report?.answerHash != null) yield { where: `run:${id}`, sha256: report.answerHash };
  }
  for (const { id, pin } of stored.all('conversation')) {
    if (pin !== null) yield { where: `conversation:${id}`, sha256: pin.hash };
  }
}
