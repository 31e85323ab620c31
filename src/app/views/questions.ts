/** Questions of workers as their delegating agent reads them. A worker that asks much does not fill its context. */
import type { Question } from '../../core/run/question.ts';
import { compareInstants } from '../../kit/compare.ts';
import { cutJson } from './brief.ts';
import type { Part } from './room.ts';

const SHOWN = 20;
/** Characters of JSON of each text of one that has no room to be whole. */
const SHORT = 300;
/** With two such texts. */
const SHORT_VIEW = 900;

/**
 * What is open as it was asked, since to answer one makes room for the next, then the newest of the others. As many as
 * have room in short, and of those, in the same order, as many whole as have room. Shown newest last.
 */
export function questionsPart(questions: readonly Question[]): Part {
  const first = byNeed(questions).slice(0, SHOWN);
  const full = sizeOf(first.map(questionView));
  const within: Part['within'] = (room, note) => {
    const shown = fitting(first, room);
    if (shown.size < questions.length) note({ at: '', shown: shown.size, of: questions.length });
    else if ([...shown.values()].some((view) => view.cut)) note({ at: '' });
    const views = [...shown].sort(([one], [other]) => compareInstants(one.askedAt, other.askedAt));
    return views.map(([, view]) => view);
  };
  return { least: Math.min(full, SHORT_VIEW), full, within };
}

/** The order in which an agent must see them. */
export function byNeed(questions: readonly Question[]): readonly Question[] {
  const asked = questions.toSorted((one, other) => compareInstants(one.askedAt, other.askedAt));
  const open = asked.filter(({ status }) => status === 'open');
  return [...open, ...asked.filter(({ status }) => status !== 'open').reverse()];
}

type View = ReturnType<typeof questionView> & { readonly cut?: true };

function fitting(questions: readonly Question[], room: number): ReadonlyMap<Question, View> {
  const shown = new Map<Question, View>();
  // A comma fewer than entries.
  let left = room - '[]'.length + 1;
  for (const question of questions) {
    const view = shortest(questionView(question));
    left -= sizeOf(view) + 1;
    if (left < 0) break;
    shown.set(question, view);
  }
  left = room - sizeOf([...shown.values()]);
  for (const [question, view] of shown) {
    const whole = questionView(question);
    const more = sizeOf(whole) - sizeOf(view);
    if (more > left) continue;
    shown.set(question, whole);
    left -= more;
  }
  return shown;
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

/** Says that it is not all: without its options a question seems to be free. */
function shortest(view: View): View {
  const { question, answer } = view;
  const texts = { question: cutJson(question, SHORT), answer: answer === null ? null : cutJson(answer, SHORT) };
  const short = { ...view, ...texts, options: [], cut: true } as const;
  return sizeOf(short) < sizeOf(view) ? short : view;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
