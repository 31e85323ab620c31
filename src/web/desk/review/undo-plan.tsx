import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { toast } from '../../parts/toast.tsx';
import { useReview } from './review-context.ts';

/** Undo of a committed plan: what would happen first, then it happens. */
export function UndoPlan({ close }: { readonly close: () => void }) {
  const { view, refresh } = useReview();
  const api = useApi();
  const proposalId = view.proposal.id;
  const preview = useAsk('undo_plan', { proposalId, preview: true });
  const [also, setAlso] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { value } = preview;
  const count = (value?.trash.length ?? 0) + also.length;

  async function undo(): Promise<void> {
    setBusy(true);
    const answer = await api.call('undo_plan', { proposalId, alsoTaskIds: [...also] });
    setBusy(false);
    if (!answer.ok) return setProblem(`${answer.refusal.message} ${answer.refusal.next}`);
    toast({ tone: 'good', text: `The plan was undone: ${counted(answer.value.trash.length, 'task')} in the trash.` });
    refresh();
    close();
  }

  return (
    <Dialog
      title="Undo this plan?"
      onClose={close}
      foot={
        value && (
          <>
            <Button onAct={close}>Keep the tasks</Button>
            <Button kind="danger" busy={busy} onAct={() => void undo()}>
              Move {counted(count, 'task')} to the trash
            </Button>
          </>
        )
      }
    >
      {!value && (preview.refusal ? <ErrorState refusal={preview.refusal} /> : <Loading what="what would happen" />)}
      {value && (
        <>
          <p>{value.trash.length === 0 ? 'No task goes to the trash by itself.' : 'These go to the trash:'}</p>
          <ul className="bullets">
            {value.trash.map(({ id: taskId, alias, title }) => (
              <li key={taskId} className="stored">
                <span className="alias">{alias}</span> <PlainText>{title}</PlainText>
              </li>
            ))}
          </ul>
          {value.keep.length > 0 && (
            <fieldset className="choices">
              <legend>These stay, unless you tick them:</legend>
              {value.keep.map(({ id: taskId, alias, title, reason }) => (
                <label key={taskId} className="check">
                  <input
                    type="checkbox"
                    checked={also.includes(taskId)}
                    onChange={() =>
                      setAlso(also.includes(taskId) ? also.filter((one) => one !== taskId) : [...also, taskId])
                    }
                  />
                  <span className="stored">
                    <span className="alias">{alias}</span> <PlainText>{title}</PlainText>{' '}
                    <span className="quiet">{reason}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <p className="quiet">Undo is a change of its own: the plan, its approval and its receipt stay on record.</p>
        </>
      )}
      {problem && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
