import { expect, it } from 'vitest';
import type { Rule } from '../../../core/playbook/rule.ts';
import { ruleWords } from './rule-words.ts';

const sentences: readonly (readonly [Rule, string])[] = [
  [{ kind: 'subtask_count', min: 2, max: 5 }, 'The plan has 2 to 5 subtasks.'],
  [{ kind: 'subtask_count', max: 5 }, 'The plan has at most 5 subtasks.'],
  [{ kind: 'requires', where: { tags: ['backup', 'copy'] } }, 'At least 1 subtask is tagged backup or copy.'],
  [
    { kind: 'forbids', where: { words: ['later'], or: { priority: 'low' } } },
    'No subtask is about later, or of priority Low.',
  ],
  [
    { kind: 'order', first: { recommendation: 'backup' }, later: { recommendation: 'migrate' } },
    'Whatever is recommended as migrate waits for something that is recommended as backup.',
  ],
  [{ kind: 'estimated' }, 'Every subtask states an estimate.'],
  [{ kind: 'estimate_range', max: 240 }, 'Every subtask with an estimate takes at most 4 h.'],
  [{ kind: 'total_estimate', max: 2400 }, 'All estimates together stay within 40 h.'],
  [{ kind: 'has_due', where: { tags: ['x'] } }, 'Every subtask that is tagged x states when it is due.'],
  [{ kind: 'has_start' }, 'Every subtask states when it starts.'],
  [{ kind: 'buffer_before_deadline', minutes: 240 }, 'The last step ends at least 4 h before the deadline.'],
  [
    { kind: 'status_count', statuses: ['today', 'in-progress'], max: 1 },
    'At most 1 subtask starts in Today or In progress.',
  ],
  [{ kind: 'priority_count', atLeast: 'high', max: 2 }, 'At most 2 subtasks have priority High or higher.'],
  [{ kind: 'described', min: 20 }, 'Every subtask is described in 20 characters or more.'],
  [{ kind: 'between_hours', from: '09:00', to: '17:00' }, 'Every subtask starts and ends between 09:00 and 17:00.'],
];

it.each(sentences)('says %j', (rule, sentence) => {
  expect(ruleWords(rule)).toBe(sentence);
});
