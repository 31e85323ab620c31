/** Which bytes a run is about: what it left, or, when it changed nothing, the commit that it stood on. */
import { edited } from '../state/apply.ts';
import { type Decision, decided } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import { namedRun } from './find-run.ts';
import { hasEnded, type Run } from './run.ts';

/** The commit that a check of it runs on; null = nobody can say. */
export function commitOf({ result, unchanged }: Run): string | null {
  return result?.commit ?? unchanged?.commit ?? null;
}

/** What a check saw, in the digest of the run's own folder when it saw the whole checkout as the run did. */
export function digestSeen({ unchanged }: Run, tree: string): string {
  return unchanged && tree === unchanged.checkout ? unchanged.tree : tree;
}

/** Once: what was found stays, though the folder moves on. */
export function keepUnchanged(state: State, runId: string, unchanged: NonNullable<Run['unchanged']>): Decision<null> {
  const run = state.tables.run.get(runId);
  if (!run || !hasEnded(run) || commitOf(run) !== null) return decided(null);
  return decided(null, {
    type: 'run.moved',
    summary: `found that ${namedRun(run)} had changed nothing`,
    changes: [edited('run', run, { unchanged })],
    raisesVersion: false,
  });
}
