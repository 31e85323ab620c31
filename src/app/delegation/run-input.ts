/** What a run was asked to do, as the bytes that its row names. */

import type { Contract } from '../../core/contract/contract.ts';
import type { Run } from '../../core/run/run.ts';
import { canonicalJson } from '../../kit/json.ts';
import type { Blobs } from '../ports.ts';

export interface RunInput {
  readonly prompt: string | null;
  readonly contract: Contract | null;
  /** For a fresh session in an old conversation. */
  readonly handoff: string | null;
}

export function inputBytes(input: RunInput): Buffer {
  return Buffer.from(canonicalJson(input));
}

/** Null when the bytes are gone or damaged. */
export async function readInput(blobs: Blobs, run: Pick<Run, 'inputHash'>): Promise<RunInput | null> {
  const bytes = await blobs.get(run.inputHash);
  return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as RunInput);
}
