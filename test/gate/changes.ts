/**
 * Every write operation of the table, with what it can do to a plan between approval and commit. Rows are checked against
 * the table: an operation without one fails, and so does a field of a task.
 */
import type { OperationName } from '../../src/protocol/table.ts';
import type { Change } from './change.ts';
import { delegationChanges } from './delegation-changes.ts';
import { deskChanges } from './desk-changes.ts';
import { taskChanges } from './task-changes.ts';

export const changes: Readonly<Partial<Record<OperationName, readonly Change[]>>> = {
  ...taskChanges,
  ...deskChanges,
  ...delegationChanges,
};
