import type { Task } from '../../../core/workspace/task.ts';
import { Button } from '../../parts/button.tsx';
import { Section } from '../../parts/shell.tsx';
import { isUnfinished } from '../../runs/again.ts';
import { runPath, Way } from '../../runs/links.tsx';
import { RunRow } from '../../runs/run-list.tsx';
import { useRuns } from '../../runs/use-runs.ts';
import { useOpened } from '../boot-context.ts';
import { DecideLink } from './decide-link.tsx';
import '../../runs/runs.css';

interface TaskRunsProps {
  readonly task: Task;
}

/** The runs that carried a task out, newest first, and what the newest has to show. */
export function TaskRuns({ task }: TaskRunsProps) {
  const { paired } = useOpened();
  return paired ? <Runs task={task} /> : null;
}

function Runs({ task }: TaskRunsProps) {
  const { runs, more } = useRuns({ taskId: task.id });
  const [newest] = runs ?? [];
  if (!runs || !newest) return null;
  const isOpen = task.status !== 'done' && task.trashedAt === null;
  return (
    <Section title="Delegation" actions={<DecideLink runId={newest.id} />}>
      <ul className="rows">
        {runs.map((run) => (
          <li key={run.id} className="row">
            <RunRow run={{ ...run, taskId: null }} />
          </li>
        ))}
      </ul>
      {isUnfinished(newest) && isOpen && (
        <p className="quiet small">
          Nothing runs it again by itself: <Way to={runPath(newest.id)}>how to try again</Way>.
        </p>
      )}
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
