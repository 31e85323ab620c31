/** Questions of workers as their delegating agent reads them. A worker that asks much does not fill its context. */
import type { Question } from '../../core/run/question.ts';
import { cut } from '../../kit/text.ts';

const SHOWN = 20;
const CHARACTERS = 16_000;
const SHORT = 300;

/**
 * The newest, newest last. Whole while there is room: first the open ones as they were asked, since to answer one makes
 * room for the next, then the newest of the others.
 */
export function questionsShown(questions: readonly Question[]): readonly ReturnType<typeof questionView>[] {
  const newest = questions.slice(-SHOWN);
  const open = newest.filter(({ status }) => status === 'open');
  const rest = newest.filter(({ status }) => status !== 'open').reverse();
  let left = CHARACTERS;
  const whole = new Set<Question>();
  for (const question of [...open, ...rest]) {
    left -= JSON.stringify(question).length;
    if (left >= 0 || question === open[0]) whole.add(question);
  }
  return newest.map((question) => (whole.has(question) ? questionView(question) : short(questionView(question))));
}

function questionView(question: Question) {
  return {
    question_id: question.id,
    task_id: question.runId,
    question: question.text,
    options: question.options,
    deadline: question.deadline,
    status: question.status,
    answer: question.answer,
  };
}

function short(view: ReturnType<typeof questionView>) {
  const { question, answer } = view;
  return { ...view, question: cut(question, SHORT), options: [], answer: answer === null ? null : cut(answer, SHORT) };
}
