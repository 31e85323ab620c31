import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../data/use-live.ts';
import { ClaimMark, RunMark, VerdictMark } from '../../runs/marks.tsx';
import { evidenceWords } from '../../runs/words.ts';
import { taskRunsOf } from './task-run-store.ts';
import './card-run.css';

/** What the board says of a delegated task: how its newest run stands, what is claimed, what is shown, who accepted. */
export function CardRun({ taskId }: { readonly taskId: string }) {
  const store = taskRunsOf(useSession());
  const found = useSyncExternalStore(store.subscribe, () => store.get(taskId));
  const run = found?.run;
  useEffect(() => {
    if (run) store.want(taskId, run);
  }, [store, taskId, run]);
  if (!found || !run) return null;
  const evidence = evidenceWords(found.totals);
  return (
    <span className="card-run">
      <RunMark status={run.status} />
      {run.outcome !== null && <ClaimMark outcome={run.outcome} />}
      {evidence !== null && <span className="quiet">{evidence}</span>}
      {run.verdict && <VerdictMark verdict={run.verdict} />}
    </span>
  );
}
