import { useState } from 'react';
import type { Commitment } from '../../../core/workspace/commitment.ts';
import { useApi } from '../../data/use-live.ts';
import { fromLocalInput, localInput } from '../../data/zone.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { useZone } from '../../parts/time.tsx';
import { tellChange } from '../undo/tell-change.ts';
import { useUndo } from '../undo/use-undo.ts';

interface CommitmentProps {
  /** Null = a new one. */
  readonly commitment: Commitment | null;
  /** The day that a new one is offered for. */
  readonly date: string;
  readonly onClose: () => void;
}

export function CommitmentDialog({ commitment, date, onClose }: CommitmentProps) {
  const api = useApi();
  const zone = useZone();
  const undo = useUndo();
  const [title, setTitle] = useState(commitment?.title ?? '');
  const [kind, setKind] = useState<Commitment['kind']>(commitment?.kind ?? 'fixed');
  const [start, setStart] = useState(commitment ? localInput(commitment.start, zone) : `${date}T09:00`);
  const [end, setEnd] = useState(commitment ? localInput(commitment.end, zone) : `${date}T10:00`);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const from = fromLocalInput(start, zone);
  const to = fromLocalInput(end, zone);
  const problem = problemOf(title, from, to);

  const save = async () => {
    if (problem || !from || !to) return;
    setBusy(true);
    const fields = { title: title.trim(), kind, start: from, end: to };
    const answer = commitment
      ? await api.call('edit_commitment', { commitmentId: commitment.id, ...fields })
      : await api.call('create_commitment', fields);
    setBusy(false);
    if (answer.ok) onClose();
    else setError(refusalWords(answer.refusal));
  };

  const remove = async () => {
    if (!commitment) return;
    setBusy(true);
    const answer = await api.call('remove_commitment', { commitmentId: commitment.id });
    setBusy(false);
    if (!answer.ok) {
      setError(refusalWords(answer.refusal));
      return;
    }
    onClose();
    tellChange(`You removed ${commitment.title}.`, () => void undo(answer.value.seq));
  };

  return (
    <Dialog
      title={commitment ? 'Commitment' : 'New commitment'}
      onClose={onClose}
      foot={
        <>
          {commitment && (
            <Button kind="danger" busy={busy} onAct={() => void remove()}>
              Remove
            </Button>
          )}
          <Button onAct={onClose}>Cancel</Button>
          <Button kind="main" busy={busy} blocked={problem ?? false} onAct={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <TextField label="Title" value={title} maxLength={200} data-autofocus error={error} onText={setTitle} />
      <SelectField
        label="Kind"
        value={kind}
        hint={
          kind === 'fixed' ? 'It blocks its hours: nothing is planned into them.' : 'It takes time, but it can move.'
        }
        onText={(value) => setKind(value === 'flexible' ? 'flexible' : 'fixed')}
      >
        <option value="fixed">Fixed</option>
        <option value="flexible">Flexible</option>
      </SelectField>
      <div className="fields-row fields-long">
        <TextField label={`Start (${zone})`} type="datetime-local" value={start} onText={setStart} />
        <TextField
          label="End"
          type="datetime-local"
          value={end}
          problem={from && to && from >= to ? 'It must end after it starts.' : null}
          onText={setEnd}
        />
      </div>
    </Dialog>
  );
}

function problemOf(title: string, from: string | null, to: string | null): string | null {
  if (title.trim() === '') return 'Type a title first.';
  if (!from || !to) return 'Choose start and end first.';
  return Date.parse(from) < Date.parse(to) ? null : 'It must end after it starts.';
}
