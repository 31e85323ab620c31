import { expect, test } from 'vitest';
import type { Issue } from '../../core/plan/evaluation.ts';
import { errorsIn, issueLines, reasonLines } from './equal-words.ts';

const issue = (id: string, more: Partial<Issue>): Issue => ({
  ...{ id, severity: 'warning', code: 'rule_concern', message: 'Say what is cut.', raisedBy: 'deadline' },
  ...{ path: '/subtasks', candidateIds: [], repairIds: [], ...more },
});

test('equal words are one line, with every place, raiser and repair', () => {
  const lines = issueLines([
    issue('1', { candidateIds: ['b', 'a'], repairIds: ['r1'] }),
    issue('2', { message: 'Another.', candidateIds: ['a'] }),
    issue('3', { candidateIds: ['a', 'c'], repairIds: ['r2'], raisedBy: 'writing' }),
    issue('4', { severity: 'error', code: 'rule_block' }),
  ]);
  expect(lines).toEqual([
    {
      ...{ severity: 'warning', message: 'Say what is cut.', codes: ['rule_concern'] },
      ...{ raisedBy: ['deadline', 'writing'], candidateIds: ['b', 'a', 'c'], repairIds: ['r1', 'r2'] },
    },
    expect.objectContaining({ message: 'Another.', candidateIds: ['a'] }),
    expect.objectContaining({ severity: 'error', codes: ['rule_block'] }),
  ]);
  expect(errorsIn(lines)).toBe(1);
});

test('and so are the reasons of a vote', () => {
  const reason = (ruleId: string, text: string, ...candidateIds: string[]) => ({ ruleId, text, candidateIds });
  expect(reasonLines([reason('1', 'Late.', 'a'), reason('2', 'Long.'), reason('3', 'Late.', 'b')])).toEqual([
    { text: 'Late.', candidateIds: ['a', 'b'] },
    { text: 'Long.', candidateIds: [] },
  ]);
});
