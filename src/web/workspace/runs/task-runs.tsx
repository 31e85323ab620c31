import type { Task } from '../../../core/workspace/task.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/shell.tsx';
import { RunRow } from '../../runs/run-list.tsx';
import { useRuns } from '../../runs/use-runs.ts';
import { useOpened } from '../boot-context.ts';
import { DecideLink } from './decide-link.tsx';
import '../../runs/runs.css';

/** The runs that carried a task out, newest first, and what the newest has to show. */
export function TaskRuns({ task }: { readonly task: Task }) {
  const { paired } = useOpened();
  return paired ? <Runs taskId={task.id} /> : null;
}

function Runs({ taskId }: { readonly taskId: string }) {
  const { runs, more } = useRuns({ taskId });
  const [newest] = runs ?? [];
  if (!runs || !newest) return null;
  return (
    <Section title="Delegation" actions={<DecideLink runId={newest.id} />}>
      <ul className="rows">
        {runs.map((run) => (
          <li key={run.id} className="row">
            <RunRow run={{ ...run, taskId: null }} />
          </li>
        ))}
      </ul>
      {more && (
        <div className="buttons">
          <Button small onAct={more}>
            Show older
          </Button>
        </div>
      )}
    </Section>
  );
}
