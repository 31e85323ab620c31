/** One playbook's match rules against one task: the score, and the facts that made it. */

import { DAY_MS, durationWords } from '../../kit/durations.ts';
import type { State } from '../state/state.ts';
import { aliasOf, blockersOf, isBlocked } from '../state/state.ts';
import { priorities, type Task } from '../workspace/task.ts';
import { dueInstant } from '../workspace/time.ts';
import type { MatchRule, Playbook } from './playbook.ts';
import { wordsOf } from './select.ts';
import { findWords, sameTag, type WordIndex } from './words.ts';

/** What match rules read of a task, looked up once for all playbooks. */
export interface MatchSubject {
  readonly task: Task;
  readonly text: WordIndex;
  readonly title: WordIndex;
  /** Milliseconds until the deadline, negative when past; null = no deadline. */
  readonly untilDeadlineMs: number | null;
  /** Aliases of the open tasks it waits for. */
  readonly blockers: readonly string[];
}

export interface Score {
  readonly score: number;
  readonly facts: readonly string[];
}

/** `nowMs` is a whole minute. */
export function matchSubject(state: State, task: Task, nowMs: number): MatchSubject {
  const dueMs = task.due === null ? null : dueInstant(task.due, state.workspace.calendar.zone);
  return {
    task,
    text: wordsOf(task),
    title: titleOf(task),
    untilDeadlineMs: dueMs === null ? null : dueMs - nowMs,
    blockers: isBlocked(state, task) ? blockersOf(state, task).map(aliasOf) : [],
  };
}

/** The weights of the rules that hold, added up; a fact for each, with its weight. */
export function scoreOf(playbook: Playbook, subject: MatchSubject): Score {
  let score = 0;
  const facts: string[] = [];
  for (const rule of playbook.match.rules) {
    const fact = factOf(rule, subject);
    if (fact === null) continue;
    score += rule.weight;
    facts.push(`${fact} (+${rule.weight})`);
  }
  return { score, facts };
}

function factOf(rule: MatchRule, subject: MatchSubject): string | null {
  switch (rule.kind) {
    case 'words':
      return wordFact(rule, subject);
    case 'tags':
      return tagFact(rule.tags, subject.task);
    case 'priority':
      return priorityFact(rule.atLeast, subject.task);
    case 'deadline_within':
      return deadlineFact(rule.days, subject.untilDeadlineMs);
    case 'estimate_at_least':
      return estimateFact(rule.minutes, subject.task.estimateMinutes);
    case 'blocked':
      return subject.blockers.length === 0 ? null : `blocked by ${subject.blockers.slice(0, 3).join(', ')}`;
  }
}

function wordFact(rule: Extract<MatchRule, { kind: 'words' }>, subject: MatchSubject): string | null {
  const found = findWords(rule.in === 'title' ? subject.title : subject.text, rule.words);
  if (found.length === 0) return null;
  const shown = found.slice(0, 4).map((word) => `"${word}"`);
  return `${rule.in === 'title' ? 'the title says' : 'the text says'} ${shown.join(', ')}`;
}

function tagFact(tags: readonly string[], task: Task): string | null {
  const found = tags.filter((wanted) => task.tags.some((tag) => sameTag(tag, wanted)));
  return found.length === 0 ? null : `tagged ${found.slice(0, 4).join(', ')}`;
}

function priorityFact(atLeast: Task['priority'], task: Task): string | null {
  if (priorities.indexOf(task.priority) < priorities.indexOf(atLeast)) return null;
  return `priority ${task.priority}, at least ${atLeast}`;
}

function deadlineFact(days: number, untilMs: number | null): string | null {
  if (untilMs === null || untilMs > days * DAY_MS) return null;
  return untilMs < 0 ? 'the deadline is past' : `the deadline is within ${days} ${days === 1 ? 'day' : 'days'}`;
}

function estimateFact(minutes: number, estimate: number | null): string | null {
  if (estimate === null || estimate < minutes) return null;
  return `estimate ${durationWords(estimate)}, at least ${durationWords(minutes)}`;
}

/** Kept by the title's own text: most tasks are asked about again and again. */
const titles = new WeakMap<Task, WordIndex>();

function titleOf(task: Task): WordIndex {
  const known = titles.get(task);
  if (known) return known;
  const fresh = wordsOf({ title: task.title, description: '' });
  titles.set(task, fresh);
  return fresh;
}
