import { useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import type { AccessView } from '../../../protocol/views.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ErrorState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { useCountdown } from './use-countdown.ts';

interface AddBrowserProps {
  readonly keys: AccessView['keys'];
  readonly close: () => void;
}

/** Shows a code with which one more browser pairs as this person, until it is used or its two minutes are over. */
export function AddBrowser({ keys, close }: AddBrowserProps) {
  const api = useApi();
  const [before] = useState(() => keys.map(({ id }) => id));
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [shown, setShown] = useState<{ readonly code: string; readonly expiresAt: string } | null>(null);
  const added = keys.find(({ id, origin }) => origin === 'desk' && !before.includes(id));

  async function start(): Promise<void> {
    setBusy(true);
    const answer = await api.call('start_pairing', { name });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setShown(answer.value);
  }

  return (
    <Dialog title="Add a browser" onClose={close} foot={<Button onAct={close}>{added ? 'Done' : 'Close'}</Button>}>
      {added ? (
        <p role="status">
          <strong>
            <PlainText>{added.label}</PlainText>
          </strong>{' '}
          is paired.
        </p>
      ) : shown ? (
        <Code {...shown} again={() => void start()} />
      ) : (
        <>
          <p className="quiet">
            The other browser decides as you do, so give the code only to a browser of yours on this computer.
          </p>
          <TextField label="Name of the other browser" value={name} maxLength={60} onText={setName} />
          <div className="buttons">
            <Button kind="main" busy={busy} onAct={() => void start()}>
              Show a code
            </Button>
          </div>
        </>
      )}
      {refusal && <ErrorState title="There is no code" refusal={refusal} />}
    </Dialog>
  );
}

interface CodeProps {
  readonly code: string;
  readonly expiresAt: string;
  readonly again: () => void;
}

function Code({ code, expiresAt, again }: CodeProps) {
  const deskUrl = useLive((state) => state.deskUrl);
  const seconds = useCountdown(expiresAt);
  if (seconds === 0) {
    return (
      <>
        <p role="status">The two minutes are over; the code counts no more.</p>
        <div className="buttons">
          <Button kind="main" onAct={again}>
            Show another code
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        Open <code>{deskUrl}/pair</code> in the other browser and type:
      </p>
      <p className="fingerprint">{code}</p>
      <p className="quiet">
        <span aria-hidden="true">
          It counts for {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} more.
        </span>
        <span className="visually-hidden">It counts for two minutes.</span>
      </p>
    </>
  );
}
