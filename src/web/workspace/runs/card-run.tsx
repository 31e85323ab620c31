import { useSyncExternalStore } from 'react';
import { useSession } from '../../data/use-live.ts';
import { ClaimMark, RunMark, VerdictMark } from '../../runs/marks.tsx';
import { evidenceWords } from '../../runs/words.ts';
import { taskRunsOf } from './task-run-store.ts';
import './card-run.css';

/** What the board says of a delegated task: how its newest run stands, what is claimed, what is shown, who accepted. */
export function CardRun({ taskId }: { readonly taskId: string }) {
  const store = taskRunsOf(useSession());
  const run = useSyncExternalStore(store.subscribe, () => store.get(taskId));
  if (!run) return null;
  const evidence = evidenceWords(run);
  // A person's acceptance is the last word; how the run itself ended stands on its page.
  const isAccepted = run.verdict?.kind === 'accepted';
  return (
    <span className="card-run">
      {!isAccepted && <RunMark status={run.status} />}
      {!isAccepted && run.outcome !== null && <ClaimMark outcome={run.outcome} />}
      {evidence !== null && <span className="quiet">{evidence}</span>}
      {run.verdict && <VerdictMark verdict={run.verdict} />}
    </span>
  );
}
