/**
 * Every refusal lists a problem with its place, so that whoever called corrects a field instead of guessing. What a use
 * case refuses as a whole (an unknown id, a proposal of somebody else) gets the field it is about.
 */
import { placed, type Refusal } from '../kit/result.ts';

/** The first of these that the input has is the place; none = the whole input. */
const fields: Readonly<Record<string, readonly string[]>> = {
  unknown_operation: [],
  forbidden: [],
  not_paired: [],
  unknown_task: ['taskId', 'parentTaskId'],
  unknown_sidekick: ['sidekickId'],
  not_found: ['tokenId', 'keyId', 'commitmentId', 'importId', 'candidateId', 'seq', 'sidekickId'],
  not_matched: ['sidekickId'],
  not_latest: ['revision'],
  wrong_digest: ['digest'],
  shown_changed: ['shown'],
  version_conflict: ['expectedWorkspaceVersion'],
  plan_invalid: ['subtasks'],
  bad_cursor: ['cursor'],
  import_decided: ['importId'],
};

const usual: readonly string[] = ['proposalId', 'parentTaskId', 'tokenId', 'importId', 'seq'];

export function withPlace(refusal: Refusal, input: unknown): Refusal {
  const given = typeof input === 'object' && input !== null ? input : {};
  const field = (fields[refusal.code] ?? usual).find((name) => Object.hasOwn(given, name));
  return placed(refusal, field === undefined ? '' : `/${field}`);
}
