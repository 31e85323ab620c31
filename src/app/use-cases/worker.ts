/** What the worker of a run may do beside reading and publishing: ask, and hand in its report. */

import type { Check, Contract } from '../../core/contract/contract.ts';
import { fillContract } from '../../core/contract/filled.ts';
import { checkReport, type ReportedCheck, type WorkerReport } from '../../core/contract/report.ts';
import { checkRevision } from '../../core/contract/revision.ts';
import type { Coverage } from '../../core/coverage/answer.ts';
import { refusesSuccess } from '../../core/coverage/coverage.ts';
import { judgedBy } from '../../core/run/changed-judge.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import { askQuestion } from '../../core/run/question-commands.ts';
import { hasEnded, type Run } from '../../core/run/run.ts';
import { reportRun } from '../../core/run/run-life.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { counted, isBlank } from '../../kit/text.ts';
import type { Delegation } from '../delegation/delegation.ts';
import { delegationOf } from '../delegation/parts.ts';
import { readInput } from '../delegation/run-input.ts';
import { type Parts, stateOf, type UseCase } from '../parts.ts';
import { cutJson, fitting } from '../views/brief.ts';
import { coverageOf } from '../views/coverage.ts';
import { pageOf } from '../views/text-page.ts';
import { waitForChange } from '../wait.ts';

/** Agents give up a call that takes longer: opencode after 60 s, oh-my-pi after 30 s. */
const ASK_WAIT_MS = 20_000;

const unknownQuestion: Refusal = {
  code: 'unknown_question',
  message: 'This run asked no such question.',
  next: 'Ask it: call tandem_ask with question.',
};

export const tandemAsk: UseCase<'tandem_ask'> = async (parts, call, input) => {
  const id = await questionOf(
    parts,
    call.author.id,
    input.question_id,
    () =>
      parts.kernel.execute(call.author, (state, context) =>
        askQuestion(state, call.author.id, { text: input.question ?? '', options: input.options ?? [] }, context),
      ),
    input.question,
  );
  if (!id.ok) return id;
  const question = () => stateOf(parts).tables.question.get(id.value);
  await waitForChange(parts.kernel, ASK_WAIT_MS, call.signal, () => question()?.status !== 'open');
  const now = question();
  const base = { question_id: id.value, answer: null, next_offset: null };
  if (now?.status === 'open') {
    return done({ ...base, status: 'pending', next: 'Call tandem_ask with this question_id to go on waiting.' });
  }
  if (now?.status === 'answered') {
    const { text, next } = pageOf(now.answer ?? '', input.offset ?? 0);
    const way =
      next === null
        ? 'Go on with the answer.'
        : `The answer goes on: call tandem_ask with this question_id and offset ${next}.`;
    return done({ ...base, status: 'answered', answer: text, next_offset: next, next: way });
  }
  return done({
    ...base,
    status: 'TIMED_OUT',
    next: 'Nobody answered in time. That is no consent: go on without it, or finish as blocked.',
  });
};

async function questionOf(
  parts: Parts,
  runId: string,
  polled: string | undefined,
  ask: () => Promise<Result<{ readonly value: { readonly questionId: string } }>>,
  text: string | undefined,
): Promise<Result<string>> {
  if (polled !== undefined) {
    const found = stateOf(parts).tables.question.get(polled);
    return found?.runId === runId ? done(polled) : refuse(unknownQuestion);
  }
  if (text === undefined || isBlank(text)) {
    return refuse({
      code: 'invalid_input',
      message: 'A question or a question_id is needed.',
      next: 'Send question, or question_id to poll.',
    });
  }
  const asked = await ask();
  return asked.ok ? done(asked.value.value.questionId) : asked;
}

export const tandemFinish: UseCase<'tandem_finish'> = async (parts, call, input) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const run = stateOf(parts).tables.run.get(call.author.id);
  if (!run || hasEnded(run))
    return refuse({ code: 'run_ended', message: 'The run has ended.', next: 'End your turn.' });
  const contract = (await readInput(delegation.value.blobs, run))?.contract ?? null;
  const report: WorkerReport = {
    ...input,
    blockers: input.blockers ?? [],
    checks: (input.checks ?? []).map(whole),
  } as WorkerReport;
  const invalid = whyNot(contract, report);
  if (invalid) return refuse(invalid);
  const checks = recordsOf(contract, report, await judgeOf(parts, delegation.value, run, report));
  const uncovered = await whyNotCovered(parts, delegation.value, run, contract, report, checks);
  if (uncovered) return refuse(uncovered);
  const answer = report.answer ?? '';
  const answerHash = answer === '' ? null : await delegation.value.blobs.put(Buffer.from(answer));
  const { outcome, summary, blockers, answered_failures: answered = [] } = report;
  const kept = {
    outcome,
    summary,
    blockers,
    answerHash,
    answerCharacters: [...answer].length,
    changedFiles: report.changed_files ?? [],
    answeredFailures: answered,
  };
  const result = await parts.kernel.execute(call.author, (state, context) =>
    reportRun(state, run.id, { report: kept, checks, answered }, context),
  );
  if (!result.ok) return result;
  return done({ status: 'reported', next: 'End your turn now. Whatever you say after this is only kept in the log.' });
};

type GivenCheck = NonNullable<Parameters<UseCase<'tandem_finish'>>[2]['checks']>[number];

function whole(check: GivenCheck): ReportedCheck {
  const { scope, acceptance_refs, ...rest } = check;
  return {
    ...rest,
    ...(scope && { scope: { ...scope, boundaries: scope.boundaries ?? [] } }),
    ...(acceptance_refs && {
      acceptance_refs: acceptance_refs.map((ref) => ({ ...ref, obligation_id: ref.obligation_id ?? null })),
    }),
  } as ReportedCheck;
}

/** What a prompt declares: nothing to check. */
const withoutContract = fillContract({ goal: 'A prompt.' }).value;

function whyNot(contract: Contract | null, report: WorkerReport): Refusal | null {
  const problems = checkReport(contract ?? withoutContract, report);
  if (problems.length === 0) return null;
  return {
    code: 'invalid_report',
    message: `The report has ${counted(problems.length, 'problem')}.`,
    next: 'Correct every listed problem and call tandem_finish again.',
    problems,
  };
}

type NewRecord = Omit<CheckRunRecord, 'id' | 'runId' | 'seq' | 'at'>;

/** Whether the run changed what judges this check. */
type IsChanged = (check: Check) => boolean;

/** Looked at now, and once more when the result is collected. What nobody can read is taken as changed. */
async function judgeOf(parts: Parts, { runner }: Delegation, run: Run, report: WorkerReport): Promise<IsChanged> {
  const state = stateOf(parts);
  const place = state.tables.conversation.get(run.conversationId);
  const root = state.tables.root.get(place?.rootId ?? '');
  if (!place?.worktree || !root || !report.checks.some(({ status }) => status === 'passed')) return () => false;
  const head = await runner.head(place.cwd);
  if (!head.ok) return () => true;
  const { repository } = head.value;
  const { path: worktree, base } = place.worktree;
  const { whyOf } = judgedBy(await runner.changed({ repository, worktree, base }), root, repository);
  return ({ command }) => whyOf(command) !== null;
}

/** `require_current_evidence`: no success while a unit lacks its evidence. */
async function whyNotCovered(
  parts: Parts,
  delegation: Delegation,
  run: Run,
  contract: Contract | null,
  report: WorkerReport,
  records: readonly NewRecord[],
): Promise<Refusal | null> {
  if (!contract || report.outcome !== 'success') return null;
  const place = stateOf(parts).tables.conversation.get(run.conversationId);
  // What think may not see is no ground for it, as coverage has it for everybody else.
  const folder = run.mode === 'think' ? undefined : (place?.worktree?.path ?? place?.cwd);
  const tree = folder === undefined ? null : await delegation.runner.treeDigest(folder);
  const fresh = records.map((record, index) => ({
    ...record,
    id: `report-${index}`,
    runId: run.id,
    seq: 1_000_000 + index,
    at: '',
  }));
  const answered = (report.answered_failures ?? []).map((one) => one.check_id);
  const coverage = coverageOf(stateOf(parts), run, contract, { extra: fresh, answered, tree });
  const problem = coverage && refusesSuccess(contract, coverage);
  if (!coverage || !problem) return null;
  return {
    code: 'coverage_incomplete',
    message: problem.message,
    problems: [problem],
    next: 'Run the checks that are mapped to them on the final bytes and report them with scope (current_scope, while nothing changes), environment and acceptance_refs; or finish as partial.',
    data: {
      units: uncoveredUnits(coverage),
      current_scope: tree === null ? null : { kind: 'tree', digest: tree, boundaries: [] },
    },
  };
}

/** The first of them, as many as have room beside the refusal's words. */
function uncoveredUnits({ units }: Coverage) {
  const uncovered = units.filter((unit) => !unit.eligible).slice(0, 50);
  return fitting(
    uncovered.map((unit) => ({ ...unit, text: cutJson(unit.text, 400) })),
    12_000,
  );
}

/** What the worker says of checks, recorded as reported. */
function recordsOf(contract: Contract | null, report: WorkerReport, isChanged: IsChanged): NewRecord[] {
  const declared = new Map((contract?.verification?.checks ?? []).map((check) => [check.id, check]));
  return report.checks.flatMap((reported) => {
    const check = declared.get(reported.id);
    if (!check) return [];
    return [
      {
        checkId: reported.id,
        checkRevision: checkRevision(check),
        source: 'reported' as const,
        status: reported.status,
        reason: reported.reason ?? null,
        exitCode: reported.exit_code ?? null,
        commandDigest: null,
        scope: reported.scope ?? null,
        environment: reported.environment ?? null,
        claims: reported.acceptance_refs ?? null,
        artifactId: null,
        durationMs: null,
        // The command says which, also of the turns before.
        answered: false,
        changedByRun: reported.status === 'passed' && isChanged(check),
        changeAccepted: false,
      },
    ];
  });
}
