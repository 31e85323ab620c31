import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { UndonePlanTask } from '../../data/answers.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useApi } from '../../data/use-live.ts';
import { act } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { toast } from '../../parts/toast.tsx';

interface UndoPlanProps {
  readonly proposalId: string;
  readonly onClose: () => void;
}

/** Shows first what an undo takes away and what it leaves, with a tick for each that should go all the same. */
export function UndoPlanDialog({ proposalId, onClose }: UndoPlanProps) {
  const api = useApi();
  const asked = useAsk('undo_plan', { proposalId, preview: true });
  const [also, setAlso] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const preview = asked.value;
  const going = preview ? preview.trash.length + also.size : 0;

  const toggle = (id: string) => {
    const next = new Set(also);
    if (!next.delete(id)) next.add(id);
    setAlso(next);
  };

  const undo = async () => {
    setBusy(true);
    const answer = await api.call('undo_plan', { proposalId, alsoTaskIds: [...also] });
    setBusy(false);
    if (!answer.ok) {
      toast({ tone: 'bad', text: `Not undone: ${refusalWords(answer.refusal)}` });
      return;
    }
    onClose();
    toast({
      tone: 'good',
      text: `You undid the plan: ${counted(answer.value.trash.length, 'task')} went to the trash.`,
    });
  };

  return (
    <Dialog
      title="Undo the whole plan?"
      onClose={onClose}
      foot={
        <>
          <Button onAct={onClose}>Keep the plan</Button>
          <Button kind="danger" busy={busy} blocked={!preview && 'Wait for the list.'} onAct={() => void undo()}>
            Move {counted(going, 'task')} to the trash
          </Button>
        </>
      }
    >
      {!preview && !asked.refusal && <Loading what="what it would do" />}
      {asked.refusal && <ErrorState title="The plan cannot be undone" refusal={asked.refusal} retry={asked.again} />}
      {preview && (
        <>
          <Going tasks={preview.trash} />
          {preview.keep.length > 0 && (
            <section>
              <h3>Stays, unless ticked</h3>
              <ul>
                {preview.keep.map((task) => (
                  <li key={task.id}>
                    <label className="check">
                      <input
                        type="checkbox"
                        checked={also.has(task.id)}
                        readOnly
                        onClick={act(() => toggle(task.id))}
                      />
                      <span>
                        <TaskName task={task} /> <span className="quiet">{task.reason}</span>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Dialog>
  );
}

function Going({ tasks }: { readonly tasks: readonly UndonePlanTask[] }) {
  return (
    <section>
      <h3>Goes to the trash</h3>
      {tasks.length === 0 && <p className="quiet">Nothing by itself: every task was changed since.</p>}
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskName task={task} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function TaskName({ task }: { readonly task: UndonePlanTask }) {
  return (
    <>
      <span className="alias">{task.alias}</span> <PlainText>{task.title}</PlainText>
    </>
  );
}
