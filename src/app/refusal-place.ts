/**
 * Every refusal of a tool lists a problem with its place, so that an agent corrects a field instead of guessing. What a
 * use case refuses as a whole (an unknown id, a proposal of somebody else) gets the field it is about.
 */
import type { Refusal, Result } from '../kit/result.ts';

/** The first of these that the input has is the place; none = the whole input. */
const fields: Readonly<Record<string, readonly string[]>> = {
  unknown_task: ['taskId', 'parentTaskId'],
  unknown_sidekick: ['sidekickId'],
  not_matched: ['sidekickId'],
  version_conflict: ['expectedWorkspaceVersion'],
  plan_invalid: ['subtasks'],
  bad_cursor: ['cursor'],
};

const usual: readonly string[] = ['proposalId', 'parentTaskId'];

export function withPlace(result: Result<unknown>, input: object): Result<unknown> {
  if (result.ok || result.refusal.problems?.length) return result;
  return { ok: false, refusal: placed(result.refusal, input) };
}

function placed(refusal: Refusal, input: object): Refusal {
  const { code, message, next } = refusal;
  const field = (fields[code] ?? usual).find((name) => Object.hasOwn(input, name));
  return { ...refusal, problems: [{ code, path: field === undefined ? '' : `/${field}`, message, fix: next }] };
}
