import type { RunView } from '../../protocol/delegation-views.ts';
import { aliasOf } from '../data/live-state.ts';
import { useLive } from '../data/use-live.ts';
import { Copied } from '../parts/copied.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { useNow, When } from '../parts/time.tsx';
import { againOf, isUnfinished } from './again.ts';
import { runPath, Way } from './links.tsx';
import { RunMark } from './marks.tsx';
import { useRuns } from './use-runs.ts';

/**
 * Of a run that came to nothing: how it is tried again, or the run that did. Only an agent asks for runs, for it reads
 * their answers and answers their questions; so there is no button, but what to tell the agent.
 */
export function TryAgain({ view }: { readonly view: RunView }) {
  const { run, turns } = view;
  // The turns stand beside it.
  if (!isUnfinished(run) || turns.at(-1)?.id !== run.id) return null;
  return run.taskId === null ? <How view={view} alias={null} /> : <OfTask view={view} taskId={run.taskId} />;
}

function OfTask({ view, taskId }: { readonly view: RunView; readonly taskId: string }) {
  const task = useLive((state) => state.tasks.get(taskId));
  const [newest] = useRuns({ taskId }).runs ?? [];
  if (!newest) return null;
  if (newest.id !== view.run.id) {
    return (
      <p className="row-marks">
        <Way to={runPath(newest.id)}>The newest run of this task</Way> <RunMark status={newest.status} />
      </p>
    );
  }
  const isOpen = task && task.status !== 'done' && task.trashedAt === null;
  return isOpen ? <How view={view} alias={aliasOf(task)} /> : null;
}

function How({ view: { run, conversation }, alias }: { readonly view: RunView; readonly alias: string | null }) {
  const [{ by, line }, anew] = againOf(run, conversation, alias, useNow());
  return (
    <Section title="Try again">
      <p>
        Nothing runs again by itself: an agent asks for a new run, which needs a grant as this one did. Tell{' '}
        {by === 'any' ? 'an agent that is connected' : <PlainText>{run.startedByLabel}</PlainText>}:
      </p>
      <Copied text={line} what="what to tell the agent" />
      <p className="quiet small">
        {by === 'any'
          ? 'The new run begins anew.'
          : 'It goes on in the same conversation, which is open only to the one that began it.'}
      </p>
      {anew && (
        <>
          <p>
            Or begin anew: tell another agent now, or any from <When at={anew.from} /> on:
          </p>
          <Copied text={anew.line} what="what to tell another agent" />
        </>
      )}
    </Section>
  );
}
