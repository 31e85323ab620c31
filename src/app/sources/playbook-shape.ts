/** The shape of `sidekick.yaml`: every key, kind and limit. What crosses keys is checked in `playbook.ts`. */
import type { ChecklistItem, Constraint, MatchRule, Playbook, Question } from '../../core/playbook/playbook.ts';
import type { Rule, Selector, SelectorParts } from '../../core/playbook/rule.ts';
import { priorities, taskStatuses } from '../../core/workspace/task.ts';
import { integer, line, listOf, may, need, oneOf, type Read, record, truth, variant } from './yaml-reader.ts';

/** Lower-case words joined by hyphens: what an Agent Skill may be called, so folder, skill and sidekick share a name. */
export const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const ID_LENGTH = 64;

const ITEM_ID = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** A working week is 2,400 minutes; these only keep figures sane. */
const YEAR_MINUTES = 366 * 24 * 60;

const weight = integer({ min: 1, max: 100 });
const minutes = integer({ min: 1, max: YEAR_MINUTES });
const howMany = integer({ min: 0, max: 20 });
const words = listOf(line({ max: 48 }), { min: 1, max: 60 });
const tags = listOf(line({ max: 48 }), { min: 1, max: 20 });
const priority = oneOf(priorities);
/** As long as `recommendationType` may be. */
const recommendation = matching(line({ max: 48 }), ID, 'lower-case letters, digits and hyphens');
const clock = matching(line({ max: 5 }), CLOCK, 'a wall-clock time HH:MM');
const id = matching(line({ max: ID_LENGTH }), ID, 'lower-case letters, digits and hyphens');
/** The sidekick's id, a dot, and a name of its own: as long as a `checklistCoverageIds` entry may be. */
const itemId = matching(line({ max: 2 * ID_LENGTH }), ITEM_ID, 'lower-case letters, digits, hyphens and dots');
const sentence = line({ max: 300 });

const matchRule = variant<MatchRule>({
  words: { words: need(words), in: may(oneOf(['title'])), weight: need(weight) },
  tags: { tags: need(tags), weight: need(weight) },
  priority: { atLeast: need(priority), weight: need(weight) },
  deadline_within: { days: need(integer({ min: 1, max: 366 })), weight: need(weight) },
  estimate_at_least: { minutes: need(minutes), weight: need(weight) },
  blocked: { weight: need(weight) },
});

const parts = {
  tags: may(tags),
  words: may(listOf(line({ max: 48 }), { min: 1, max: 20 })),
  recommendation: may(recommendation),
  priority: may(priority),
};
const selector = notEmpty(record<Selector>({ ...parts, or: may(notEmpty(record<SelectorParts>(parts))) }));

const ruleVariant = variant<Rule>({
  subtask_count: { min: may(howMany), max: may(howMany) },
  requires: { where: need(selector), min: may(integer({ min: 1, max: 20 })) },
  forbids: { where: need(selector) },
  order: { first: need(selector), later: need(selector) },
  estimated: { where: may(selector) },
  estimate_range: { min: may(minutes), max: may(minutes), where: may(selector) },
  total_estimate: { max: need(minutes) },
  has_due: { where: may(selector) },
  has_start: { where: may(selector) },
  buffer_before_deadline: { minutes: need(minutes) },
  status_count: { statuses: need(listOf(oneOf(taskStatuses), { min: 1, max: 4 })), max: need(howMany) },
  priority_count: { atLeast: need(priority), max: need(howMany) },
  described: { min: need(integer({ min: 1, max: 300 })), where: may(selector) },
  between_hours: { from: need(clock), to: need(clock), where: may(selector) },
});

const rule: Read<Rule> = (node, name, report) => {
  const value = ruleVariant(node, name, report);
  const fault = value && ruleFault(value);
  if (!fault) return value;
  report.problem(node, `${name}: ${fault}`);
  return undefined;
};

const question = record<Question>({ id: need(id), text: need(sentence) });

const constraint = record<Constraint>({
  id: need(id),
  text: need(sentence),
  rule: need(rule),
  onFail: need(oneOf(['block', 'concern'])),
});

const checklistItem = record<ChecklistItem>({
  id: need(itemId),
  text: need(line({ max: 200 })),
  required: need(truth),
});

export const playbookShape: Read<Playbook> = record<Playbook>({
  id: need(id),
  name: need(line({ max: 64 })),
  summary: need(sentence),
  match: need(
    record<Playbook['match']>({
      threshold: need(integer({ min: 1, max: 1000 })),
      rules: need(listOf(matchRule, { min: 1, max: 20 })),
    }),
  ),
  questions: need(listOf(question, { min: 0, max: 12 })),
  constraints: need(listOf(constraint, { min: 0, max: 12 })),
  recommendations: need(listOf(recommendation, { min: 0, max: 20 })),
  checklist: need(listOf(checklistItem, { min: 0, max: 20 })),
});

/** What is wrong between the keys of one rule. */
function ruleFault(value: Rule): string | null {
  const { min, max } = value as { readonly min?: number; readonly max?: number };
  if (value.kind === 'subtask_count' || value.kind === 'estimate_range') {
    if (min === undefined && max === undefined) return `${value.kind} needs "min" or "max"`;
    if (min !== undefined && max !== undefined && min > max) return `min ${min} is more than max ${max}`;
  }
  if (value.kind !== 'between_hours') return null;
  if (value.from === value.to) return `from and to are both ${value.from}`;
  return value.from === '24:00' ? 'from is 24:00: write 00:00' : null;
}

/** A selector without any part would pick everything, which is never what somebody meant to write. */
function notEmpty<T extends SelectorParts>(read: Read<T>): Read<T> {
  return (node, name, report) => {
    const value = read(node, name, report);
    if (!value || Object.keys(value).some((key) => key !== 'or')) return value;
    report.problem(node, `${name} picks nothing: give tags, words, recommendation or priority`);
    return undefined;
  };
}

function matching(read: Read<string>, pattern: RegExp, what: string): Read<string> {
  return (node, name, report) => {
    const value = read(node, name, report);
    if (value === undefined || pattern.test(value)) return value;
    report.problem(node, `${name} is ${JSON.stringify(value)}, not ${what}`);
    return undefined;
  };
}
