/**
 * The facts of a task that a question may name: `{task.title}`, `{task.deadline_in}`. What nobody stated is "unknown",
 * never zero or an empty place; what is known to be absent is "none". A fact is one bounded line: titles come from
 * anybody and must not grow into paragraphs that read like the playbook's own words.
 */
import { durationWords, spanWords } from '../../kit/durations.ts';
import type { State } from '../state/state.ts';
import { aliasOf, childrenOf } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { dueInstant, MINUTE_MS } from '../workspace/time.ts';

const UNKNOWN = 'unknown';
const NONE = 'none';
const TITLE_LENGTH = 80;
const LISTED = 4;

type Fact = (state: State, task: Task, nowMs: number) => string;

const facts = {
  title: (_, task) => oneLine(task.title),
  alias: (_, task) => aliasOf(task),
  status: (_, task) => task.status,
  priority: (_, task) => task.priority,
  tags: (_, task) => listed(task.tags.map(oneLine)),
  due: (state, task) => dueText(state, task),
  deadline_in: (state, task, nowMs) => deadlineText(state, task, nowMs),
  planned_start: (_, task) => task.plannedStart ?? UNKNOWN,
  estimate: (_, task) => (task.estimateMinutes === null ? UNKNOWN : `${durationWords(task.estimateMinutes)} of work`),
  parent: (state, task) => parentText(state, task),
  dependencies: (state, task) => listed(dependenciesOf(state, task).map(named)),
  blocked_by: (state, task) => listed(openOnly(dependenciesOf(state, task)).map(named)),
  subtasks: (state, task) => listed(inOrder(childrenOf(state, task.id)).map(named)),
  owner: (state, task) => ownerText(state, task),
  checklist: (_, task) => checklistText(task),
} satisfies Record<string, Fact>;

type FactName = keyof typeof facts;

/** Names without `task.`, in a fixed order. */
export const factNames: readonly string[] = Object.keys(facts);

const PLACE = /\{([^{}]*)\}/g;

/** Everything in braces that is not a known fact, as written (with its braces). */
export function unknownFacts(text: string): readonly string[] {
  return [...text.matchAll(PLACE)].filter(([, inner]) => factName(inner ?? '') === null).map(([place]) => place);
}

/** `nowMs` is a whole minute. */
export function fillFacts(text: string, state: State, task: Task, nowMs: number): string {
  return text.replace(PLACE, (place, inner: string) => {
    const name = factName(inner);
    return name === null ? place : facts[name](state, task, nowMs);
  });
}

/**
 * A question without the facts that are not there: a sentence that rests on one is left out when the others ask enough,
 * else it says that there is none. "It waits for none" asks nothing.
 */
export function askAbout(text: string, state: State, task: Task, nowMs: number): string {
  const sentences = text.split(/(?<=[.?!]) +/);
  const lacks = (sentence: string) => missingIn(sentence, state, task, nowMs).length > 0;
  const kept = sentences.filter((sentence) => !lacks(sentence));
  // What is left must still ask something.
  if (kept.some((sentence) => sentence.endsWith('?'))) return fillFacts(kept.join(' '), state, task, nowMs);
  const spoken = missingIn(text, state, task, nowMs).reduce(
    (rest, name) => rest.replaceAll(`{task.${name}}`, withoutFact[name] ?? UNKNOWN),
    text,
  );
  return fillFacts(spoken, state, task, nowMs);
}

function missingIn(text: string, state: State, task: Task, nowMs: number): readonly FactName[] {
  const names = [...text.matchAll(PLACE)].flatMap(([, inner]) => factName(inner ?? '') ?? []);
  return names.filter((name) => name !== 'title' && [UNKNOWN, NONE].includes(facts[name](state, task, nowMs)));
}

/** Each says that the thing is not there: an agent believes what a question takes for granted. */
const withoutFact: { readonly [name in FactName]?: string } = {
  tags: 'no tags',
  due: 'at a time that nobody has set',
  deadline_in: 'a time that nobody has set',
  planned_start: 'a time that nobody has set',
  estimate: 'an effort that nobody has estimated',
  parent: 'no larger task',
  dependencies: 'no other task',
  blocked_by: 'no other task',
  subtasks: 'no subtasks yet',
  owner: 'nobody yet',
  checklist: 'no checklist',
};

function factName(inner: string): FactName | null {
  const name = inner.startsWith('task.') ? inner.slice('task.'.length) : '';
  return Object.hasOwn(facts, name) ? (name as FactName) : null;
}

function oneLine(text: string): string {
  const flat = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
  const points = [...flat];
  return points.length <= TITLE_LENGTH ? flat : `${points.slice(0, TITLE_LENGTH - 3).join('')}...`;
}

function listed(values: readonly string[]): string {
  if (values.length === 0) return NONE;
  const rest = values.length - LISTED;
  return rest > 0 ? `${values.slice(0, LISTED).join(', ')} and ${rest} more` : values.join(', ');
}

function named(task: Task): string {
  return `${aliasOf(task)} "${oneLine(task.title)}" (${task.status})`;
}

function inOrder(tasks: readonly Task[]): readonly Task[] {
  return [...tasks].sort((one, other) => one.number - other.number);
}

function dependenciesOf(state: State, task: Task): readonly Task[] {
  const found: Task[] = [];
  for (const id of task.dependsOn) {
    const other = state.tables.task.get(id);
    if (other && other.trashedAt === null) found.push(other);
  }
  return inOrder(found);
}

function openOnly(tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((task) => task.status !== 'done');
}

function parentText(state: State, task: Task): string {
  const parent = task.parentId === null ? undefined : state.tables.task.get(task.parentId);
  return parent && parent.trashedAt === null ? named(parent) : NONE;
}

function ownerText(state: State, task: Task): string {
  const id = task.ownerId ?? state.workspace.ownerId;
  const person = id === null ? undefined : state.tables.person.get(id);
  return person ? oneLine(person.name) : UNKNOWN;
}

function checklistText({ checklist }: Task): string {
  if (checklist.length === 0) return NONE;
  const open = checklist.filter((item) => !item.done).length;
  return `${open} of ${checklist.length} items open`;
}

function dueText(state: State, task: Task): string {
  if (task.due === null) return UNKNOWN;
  return 'at' in task.due ? task.due.at : `end of ${task.due.date} (${state.workspace.calendar.zone})`;
}

function deadlineText(state: State, task: Task, nowMs: number): string {
  const dueMs = task.due === null ? null : dueInstant(task.due, state.workspace.calendar.zone);
  if (dueMs === null) return UNKNOWN;
  const minutes = Math.floor((dueMs - nowMs) / MINUTE_MS);
  return minutes < 0 ? `overdue by ${spanWords(-minutes)}` : spanWords(minutes);
}
