import { describe, expect, test } from 'vitest';
import { fillContract } from './filled.ts';
import { checkReport, type WorkerReport } from './report.ts';

const checks = [
  { id: 'unit', criterion: 'T' },
  { id: 'e2e', criterion: 'T', phase: 'integration' },
];
const contract = fillContract({ goal: 'Do it.', verification: { checks } }).value;
const passed = { id: 'unit', status: 'passed' } as const;

function found(part: Partial<WorkerReport>, given = contract) {
  const report = { outcome: 'success', summary: 'Done.', blockers: [], checks: [passed], ...part } as const;
  return checkReport(given, report).map(({ code, path }) => `${code} ${path}`);
}

describe('a success', () => {
  test('needs every selected check, and no other', () => {
    expect(found({})).toEqual([]);
    expect(found({ checks: [] })).toEqual(['success_with_unrun_check /checks']);
    expect(found({ checks: [passed, { id: 'e2e', status: 'failed' }] })).toEqual([]);
    const whole = fillContract({ goal: 'Do it.', verification: { checks, stage: 'integration' } }).value;
    expect(found({}, whole)).toEqual(['success_with_unrun_check /checks']);
    expect(found({ checks: [] }, fillContract({ goal: 'Do it.' }).value)).toEqual([]);
  });

  test('excludes failed and unrun checks and blockers', () => {
    expect(found({ checks: [{ id: 'unit', status: 'failed' }] })).toEqual([
      'success_with_failed_check /checks/0/status',
    ]);
    expect(found({ checks: [{ id: 'unit', status: 'not_run', reason: 'No network.' }] })).toEqual([
      'success_with_unrun_check /checks/0/status',
    ]);
    expect(found({ blockers: [' ', 'No key.'] })).toEqual(['success_with_blockers /blockers/1']);
  });

  test('an answered failure is still a failure', () => {
    const answered_failures = [{ check_id: 'unit', reason: 'Flaky.' }];
    expect(found({ checks: [{ id: 'unit', status: 'failed' }], answered_failures })).toHaveLength(1);
  });
});

test('partial needs nothing; blocked needs a reason', () => {
  expect(found({ outcome: 'partial', checks: [] })).toEqual([]);
  expect(found({ outcome: 'blocked', checks: [] })).toEqual(['blocked_without_reason /blockers']);
  expect(found({ outcome: 'blocked', checks: [], blockers: ['\u200B'] })).toHaveLength(1);
  expect(found({ outcome: 'blocked', checks: [], blockers: ['No key.'] })).toEqual([]);
});

test('checks are those of the contract, each once', () => {
  const failed = { id: 'unit', status: 'failed' } as const;
  expect(found({ outcome: 'partial', checks: [passed, failed, { id: 'lint', status: 'passed' }] })).toEqual([
    'check_reported_twice /checks/1/id',
    'unknown_check /checks/2/id',
  ]);
  expect(found({ checks: [passed, failed] })).toContain('success_with_failed_check /checks/1/status');
  expect(found({ outcome: 'partial', answered_failures: [{ check_id: 'lint', reason: 'R' }] })).toEqual([
    'unknown_check /answered_failures/0/check_id',
  ]);
});
