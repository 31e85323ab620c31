import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { aliasOf, findTask } from '../../data/live-state.ts';
import { useLive, useSession } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { Banner, EmptyState } from '../../parts/places.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Page } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { BlockedContext, useBlocked, useOpened } from '../boot-context.ts';
import { Link } from '../link.tsx';
import { TaskRuns } from '../runs/task-runs.tsx';
import { tellChange } from '../undo/tell-change.ts';
import { useUndo } from '../undo/use-undo.ts';
import { Checklist } from './checklist.tsx';
import { Dependencies } from './dependencies.tsx';
import { Description } from './description.tsx';
import { History } from './history.tsx';
import { Properties } from './properties.tsx';
import { MatchedSidekicks } from './sidekicks.tsx';
import { Subtasks } from './subtasks.tsx';
import { TaskProposals } from './task-proposals.tsx';
import { TitleField, TitleWords, useTitleDraft } from './title.tsx';
import './task.css';

export function TaskPage() {
  const { taskId = '' } = useParams({ strict: false }) as { readonly taskId?: string };
  const task = useLive((state) => findTask(state, taskId));
  if (!task) {
    return (
      <Page title={`There is no ${showHidden(taskId)}`}>
        <EmptyState title="No task has that name" action={<Link to="/list">Look in the list</Link>}>
          Task names look like T-12. Those in the trash are listed under Trash.
        </EmptyState>
      </Page>
    );
  }
  // Another task is another page: nothing typed for the one may end up in the other.
  return <TaskView key={task.id} task={task} />;
}

function TaskView({ task }: { readonly task: Task }) {
  const title = useTitleDraft(task);
  const trashed = task.trashedAt !== null;
  return (
    <BlockedContext value={trashed ? 'Restore the task to change it.' : null}>
      <Page
        title={<TitleWords task={task} draft={title} />}
        tabTitle={`${aliasOf(task)} ${showHidden(task.title)}`}
        actions={!trashed && <TrashButton task={task} />}
      >
        {task.trashedAt !== null && <TrashedBanner task={task} trashedAt={task.trashedAt} />}
        <TitleField draft={title} />
        <div className="task">
          <div className="task-text">
            <Description task={task} />
            <Checklist task={task} />
            <Subtasks task={task} />
            <Dependencies task={task} />
            <TaskProposals task={task} />
            <TaskRuns task={task} />
            <MatchedSidekicks task={task} />
            <History task={task} />
          </div>
          <aside className="task-side" aria-label="Facts">
            <Properties task={task} />
          </aside>
        </div>
      </Page>
    </BlockedContext>
  );
}

function TrashButton({ task }: { readonly task: Task }) {
  const { api } = useSession();
  const blocked = useBlocked();
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  const trash = async () => {
    setBusy(true);
    const answer = await api.call('trash_task', { taskId: task.id });
    setBusy(false);
    if (answer.ok) {
      tellChange(`You moved ${aliasOf(task)} and its subtasks to the trash.`, () => void undo(answer.value.seq));
    } else toast({ tone: 'bad', text: `Not moved: ${refusalWords(answer.refusal)}` });
  };
  return (
    <Button small busy={busy} blocked={blocked} onAct={() => void trash()}>
      Move to trash
    </Button>
  );
}

function TrashedBanner({ task, trashedAt }: { readonly task: Task; readonly trashedAt: string }) {
  const { api } = useSession();
  const { paired } = useOpened();
  const restore = async () => {
    const answer = await api.call('restore_task', { taskId: task.id });
    if (!answer.ok) toast({ tone: 'bad', text: `Not restored: ${refusalWords(answer.refusal)}` });
  };
  return (
    <Banner
      tone="warn"
      action={
        <Button small blocked={!paired && 'Pair this browser to change things.'} onAct={() => void restore()}>
          Restore
        </Button>
      }
    >
      This task is in the trash since <Time at={trashedAt} />.
    </Banner>
  );
}
