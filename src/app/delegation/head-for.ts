/** Where a checkout stands, for an agent that named its folder: git may name others in its refusal. */
import type { State } from '../../core/state/state.ts';
import { type Result, refuse } from '../../kit/result.ts';
import type { GitHead, Runner } from '../runner.ts';
import { withoutPaths } from '../views/without-paths.ts';

/** Refused `not_a_git_root`. */
export async function headFor(state: State, runner: Runner, cwd: string): Promise<Result<GitHead>> {
  const head = await runner.head(cwd);
  return head.ok ? head : refuse(withoutPaths(state, head.refusal, [cwd]));
}
