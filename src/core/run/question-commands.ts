/**
 * Questions and requests: their clocks and answers. A question that times out is TIMED_OUT, never a yes; an answer that
 * comes late is kept and shown as late.
 */
import { type Refusal, refuse } from '../../kit/result.ts';
import { counted, cut } from '../../kit/text.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { formatInstant } from '../workspace/time.ts';
import { limitsOf, namedRun, ofRun } from './find-run.ts';
import type { PermissionRequest, Question } from './question.ts';
import { isOn, type Run } from './run.ts';

const runEnded: Refusal = { code: 'run_ended', message: 'The run has ended.', next: 'End your turn.' };
const QUESTIONS_OF_RUN = 100;
/** Also those that the agent took back: each is a row and two events. */
export const REQUESTS_OF_RUN = 100;

const tooManyQuestions: Refusal = {
  code: 'too_many_questions',
  message: `This run has asked ${QUESTIONS_OF_RUN} questions.`,
  next: 'Go on without an answer, or finish as blocked.',
};

const tooManyRequests: Refusal = {
  code: 'too_many_permissions',
  message: `This run has asked for ${REQUESTS_OF_RUN} permissions.`,
  next: 'Go on without it, or finish as blocked.',
};

const unknownQuestion: Refusal = {
  code: 'unknown_question',
  message: 'No question of a run of yours has that id.',
  next: 'Read the open questions with tandem_result.',
};

export function askQuestion(
  state: State,
  runId: string,
  input: { readonly text: string; readonly options: readonly string[] },
  context: Context,
): Decision<{ questionId: string }> {
  const run = state.tables.run.get(runId);
  if (!run || !isOn(run) || run.status === 'cancelling') return refuse(runEnded);
  const known = ofRun(state, runId, 'question').find((one) => one.status === 'open' && one.text === input.text);
  if (known) return decided({ questionId: known.id });
  if (ofRun(state, runId, 'question').length >= QUESTIONS_OF_RUN) return refuse(tooManyQuestions);
  const question: Question = {
    id: context.nextId(),
    runId,
    text: input.text,
    options: input.options,
    askedAt: context.at,
    deadline: formatInstant(context.nowMs + run.questionTimeoutSeconds * 1000),
    status: 'open',
    answer: null,
    answeredAt: null,
    answeredBy: null,
  };
  return decided(
    { questionId: question.id },
    {
      type: 'question.asked',
      summary: `asked: ${cut(input.text, 120)}`,
      changes: [created('question', question), ...waits(run)],
      raisesVersion: false,
    },
  );
}

function waits(run: Run): Change[] {
  return run.status === 'running' ? [edited('run', run, { status: 'waiting_input' })] : [];
}

/** The run goes on once nothing of it is open any more. */
function goesOn(state: State, runId: string, closing: ReadonlySet<string>): Change[] {
  const run = state.tables.run.get(runId);
  if (run?.status !== 'waiting_input') return [];
  const open = [...ofRun(state, runId, 'question'), ...ofRun(state, runId, 'request')];
  return open.some((one) => one.status === 'open' && !closing.has(one.id))
    ? []
    : [edited('run', run, { status: 'running' })];
}

export type Answered = 'in_time' | 'repeated' | 'late';

/** `startedBy` limits to the runs of one token; null = a person answers. */
export function answerQuestion(
  state: State,
  input: { readonly questionId: string; readonly answer: string; readonly startedBy: string | null },
  context: Context,
): Decision<{ how: Answered }> {
  const question = state.tables.question.get(input.questionId);
  const run = question && state.tables.run.get(question.runId);
  if (!question || !run) return refuse(unknownQuestion);
  if (input.startedBy !== null && run.startedBy !== input.startedBy) return refuse(unknownQuestion);
  if (question.answer !== null) return answeredAlready(question, input.answer);
  const isLate = question.status !== 'open' || Date.parse(question.deadline) <= context.nowMs;
  const set = { answer: input.answer, answeredAt: context.at, answeredBy: context.author.label };
  return decided(
    { how: isLate ? 'late' : 'in_time' },
    {
      type: 'question.answered',
      summary: `answered${isLate ? ' too late' : ''}: ${cut(question.text, 80)}`,
      changes: [
        edited('question', question, { ...set, status: isLate ? 'late' : 'answered' }),
        ...goesOn(state, run.id, new Set([question.id])),
      ],
      raisesVersion: false,
    },
  );
}

function answeredAlready(question: Question, answer: string): Decision<{ how: Answered }> {
  if (question.answer === answer) return decided({ how: question.status === 'late' ? 'late' : 'repeated' });
  return refuse({
    code: 'already_answered',
    message: `${question.answeredBy ?? 'Somebody'} answered this question otherwise; the first answer stands.`,
    next: 'Read it with tandem_result. To say more, continue the conversation.',
  });
}

/** Called when a deadline passed; whatever is still open then is timed out. */
export function timeOutWaits(state: State, context: Context): Decision<readonly string[]> {
  const changes: Change[] = [];
  const runs = new Set<string>();
  for (const id of state.index.openQuestions) {
    const one = state.tables.question.get(id);
    if (!one || Date.parse(one.deadline) > context.nowMs) continue;
    changes.push(edited('question', one, { status: 'timed_out' }));
    runs.add(one.runId);
  }
  for (const id of state.index.openRequests) {
    const one = state.tables.request.get(id);
    if (!one || Date.parse(one.deadline) > context.nowMs) continue;
    changes.push(edited('request', one, { status: 'timed_out' }));
    runs.add(one.runId);
  }
  if (changes.length === 0) return decided([]);
  const closing = new Set(changes.map((change) => change.id));
  for (const runId of runs) changes.push(...goesOn(state, runId, closing));
  const count = counted(closing.size, 'question or request', 'questions or requests');
  return decided([...runs], {
    type: 'question.timed_out',
    summary: `timed out ${count}`,
    changes,
    raisesVersion: false,
  });
}

export function askPermission(
  state: State,
  runId: string,
  asked: { readonly kind: string; readonly title: string; readonly detail: string },
  context: Context,
): Decision<{ requestId: string }> {
  const run = state.tables.run.get(runId);
  if (!run || !isOn(run) || run.status === 'cancelling') return refuse(runEnded);
  if (ofRun(state, runId, 'request').length >= REQUESTS_OF_RUN) return refuse(tooManyRequests);
  const request: PermissionRequest = {
    id: context.nextId(),
    runId,
    ...asked,
    askedAt: context.at,
    deadline: formatInstant(context.nowMs + limitsOf(state).requestSeconds * 1000),
    status: 'open',
    decidedAt: null,
    decidedBy: null,
  };
  return decided(
    { requestId: request.id },
    {
      type: 'request.asked',
      summary: `passed on that ${run.agentId} wants to ${cut(asked.kind, 20)}: ${cut(asked.title, 100)} (${namedRun(run)})`,
      changes: [created('request', request), ...waits(run)],
      raisesVersion: false,
    },
  );
}

/** The agent took it back, or does not wait for it any more: nobody is asked. */
export function withdrawRequest(state: State, requestId: string): Decision<null> {
  const request = state.tables.request.get(requestId);
  if (request?.status !== 'open') return decided(null);
  return decided(null, {
    type: 'request.withdrawn',
    summary: `took back: ${cut(request.title, 100)}`,
    changes: [edited('request', request, { status: 'closed' }), ...goesOn(state, request.runId, new Set([request.id]))],
    raisesVersion: false,
  });
}

/** A person at the desk; the table names nobody else for it. */
export function decideRequest(
  state: State,
  input: { readonly requestId: string; readonly allow: boolean },
  context: Context,
): Decision<null> {
  const request = state.tables.request.get(input.requestId);
  if (!request) return refuse({ code: 'not_found', message: 'No request has that id.', next: 'Read the inbox again.' });
  const isOver = request.status !== 'open' || Date.parse(request.deadline) <= context.nowMs;
  if (isOver) {
    return refuse({
      code: 'request_over',
      message: `The request is over (${request.status === 'open' ? 'timed_out' : request.status}).`,
      next: 'Read the inbox again; the agent may ask anew.',
    });
  }
  const set = {
    status: input.allow ? 'allowed' : 'denied',
    decidedAt: context.at,
    decidedBy: context.author.label,
  } as const;
  return decided(null, {
    type: 'request.decided',
    summary: `${input.allow ? 'allowed' : 'denied'} once: ${cut(request.title, 100)}`,
    changes: [edited('request', request, set), ...goesOn(state, request.runId, new Set([request.id]))],
    raisesVersion: false,
  });
}
