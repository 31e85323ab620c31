/** What a fault is called in an answer: as little as possible, but a full or a broken disk is the person's to mend. */
import type { Refusal } from '../kit/result.ts';
import { refusalOf } from './refusals.ts';

interface Coded {
  readonly code?: unknown;
  /** SQLite's result code; its low byte is the primary one. */
  readonly errcode?: unknown;
}

/** SQLITE_FULL. */
const FULL = 13;
/** I/O error, corrupt file, not a database: the store writes nothing more after one of these. */
const UNCERTAIN = [10, 11, 26];

export function refusalOfFault(error: unknown): Refusal {
  if (isDiskFull(error)) return refusalOf('disk_full');
  const { code } = (error ?? {}) as Coded;
  return refusalOf(code === 'store_faulted' || UNCERTAIN.includes(primary(error)) ? 'store_faulted' : 'internal');
}

export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as Coded;
  return code === 'ENOSPC' || code === 'EDQUOT' || primary(error) === FULL;
}

function primary(error: unknown): number {
  const { errcode } = (error ?? {}) as Coded;
  return typeof errcode === 'number' ? errcode & 0xff : 0;
}
