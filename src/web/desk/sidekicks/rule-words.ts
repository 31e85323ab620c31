/** A playbook's rules as sentences. The data stays beside them: the sentence explains, the data decides. Pure. */
import type { MatchRule } from '../../../core/playbook/playbook.ts';
import type { Rule, Selector, SelectorParts } from '../../../core/playbook/rule.ts';
import { durationWords } from '../../../kit/durations.ts';
import { counted } from '../../../kit/text.ts';
import { priorityWord, statusWord } from '../../parts/marks.tsx';

/** "a deadline within 14 days": what earns the points. */
export function matchWords(rule: MatchRule): string {
  switch (rule.kind) {
    case 'words':
      return `the words ${rule.words.join(', ')}${rule.in === 'title' ? ' in the title' : ''}`;
    case 'tags':
      return `the tags ${rule.tags.join(', ')}`;
    case 'priority':
      return `priority ${priorityWord(rule.atLeast)} or higher`;
    case 'deadline_within':
      return `a deadline within ${counted(rule.days, 'day')}`;
    case 'estimate_at_least':
      return `an estimate of ${durationWords(rule.minutes)} or more`;
    case 'blocked':
      return 'being blocked';
  }
}

type Words = { readonly [K in Rule['kind']]: (rule: Extract<Rule, { kind: K }>) => string };

const words: Words = {
  subtask_count: ({ min, max }) => `The plan has ${rangeWords(min, max, (n) => String(n))} subtasks.`,
  requires: ({ where, min = 1 }) => `At least ${counted(min, 'subtask')} ${min === 1 ? 'is' : 'are'} ${picked(where)}.`,
  forbids: ({ where }) => `No subtask is ${picked(where)}.`,
  order: ({ first, later }) => `Whatever is ${picked(later)} waits for something that is ${picked(first)}.`,
  estimated: ({ where }) => `${every(where)} states an estimate.`,
  estimate_range: ({ min, max, where }) =>
    `${every(where)} with an estimate takes ${rangeWords(min, max, durationWords)}.`,
  total_estimate: ({ max }) => `All estimates together stay within ${durationWords(max)}.`,
  has_due: ({ where }) => `${every(where)} states when it is due.`,
  has_start: ({ where }) => `${every(where)} states when it starts.`,
  buffer_before_deadline: ({ minutes }) => `The last step ends at least ${durationWords(minutes)} before the deadline.`,
  status_count: ({ statuses, max }) =>
    `At most ${counted(max, 'subtask')} ${max === 1 ? 'starts' : 'start'} in ${statuses.map(statusWord).join(' or ')}.`,
  priority_count: ({ atLeast, max }) =>
    `At most ${counted(max, 'subtask')} ${max === 1 ? 'has' : 'have'} priority ${priorityWord(atLeast)} or higher.`,
  described: ({ min, where }) => `${every(where)} is described in ${counted(min, 'character')} or more.`,
  between_hours: ({ from, to, where }) => `${every(where)} starts and ends between ${from} and ${to}.`,
};

export function ruleWords<K extends Rule['kind']>(rule: Extract<Rule, { kind: K }>): string {
  return (words[rule.kind] as (rule: Rule) => string)(rule);
}

function every(where: Selector | undefined): string {
  return where ? `Every subtask that is ${picked(where)}` : 'Every subtask';
}

/** "tagged a or b and of priority High": completes "a subtask that is". */
function picked({ or, ...parts }: Selector): string {
  const [one, other] = [partsWords(parts), or ? partsWords(or) : ''];
  return [one, other].filter(Boolean).join(', or ') || 'any';
}

function partsWords({ tags, words: found, recommendation, priority }: SelectorParts): string {
  return [
    ...(tags ? [`tagged ${tags.join(' or ')}`] : []),
    ...(found ? [`about ${found.join(' or ')}`] : []),
    ...(recommendation ? [`recommended as ${recommendation}`] : []),
    ...(priority ? [`of priority ${priorityWord(priority)}`] : []),
  ].join(' and ');
}

function rangeWords(min: number | undefined, max: number | undefined, say: (value: number) => string): string {
  if (min !== undefined && max !== undefined) return `${say(min)} to ${say(max)}`;
  if (min !== undefined) return `${say(min)} or more`;
  return max === undefined ? 'any number of' : `at most ${say(max)}`;
}
