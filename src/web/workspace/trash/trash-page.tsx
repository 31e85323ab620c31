import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { counted } from '../../../kit/text.ts';
import { aliasOf } from '../../data/live-state.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/places.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Page } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { useBlocked } from '../boot-context.ts';
import { LinkedTask } from '../linked-task.tsx';

const PAGE = 100;

/** Tasks taken away, newest first. Nothing is ever deleted. */
export function TrashPage() {
  const trash = useLive((state) => state.trash);
  const [shown, setShown] = useState(PAGE);
  return (
    <Page title="Trash" text note={counted(trash.length, 'task')}>
      {trash.length === 0 && (
        <EmptyState title="The trash is empty">
          Tasks that are moved here can be taken out again at any time.
        </EmptyState>
      )}
      <ul>
        {trash.slice(0, shown).map((task) => (
          <li key={task.id}>
            <TrashedRow task={task} />
          </li>
        ))}
      </ul>
      {trash.length > shown && (
        <div className="buttons">
          <Button onAct={() => setShown(shown + PAGE)}>Show more</Button>
        </div>
      )}
    </Page>
  );
}

function TrashedRow({ task }: { readonly task: Task }) {
  const api = useApi();
  const blocked = useBlocked();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    const answer = await api.call('restore_task', { taskId: task.id });
    setBusy(false);
    if (answer.ok) toast({ tone: 'good', text: `You took ${aliasOf(task)} out of the trash.` });
    else toast({ tone: 'bad', text: `Not restored: ${refusalWords(answer.refusal)}` });
  };
  return (
    <LinkedTask task={task}>
      {task.trashedAt && <Time at={task.trashedAt} />}
      <Button small busy={busy} blocked={blocked} aria-label={`Restore ${aliasOf(task)}`} onAct={() => void restore()}>
        Restore
      </Button>
    </LinkedTask>
  );
}
