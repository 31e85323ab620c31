import { useState } from 'react';
import type { ActivityEntry } from '../../../protocol/views.ts';
import { useActivity } from '../../data/use-activity.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextArea } from '../../parts/field.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page } from '../../parts/shell.tsx';
import { toast } from '../../parts/toast.tsx';
import { ActivityList } from './activity-list.tsx';

/** Everything that happened: who did what, how it came in, how it was approved. */
export function ActivityPage() {
  const activity = useActivity({});
  const [asked, setAsked] = useState<ActivityEntry | null>(null);
  return (
    <Page title="Activity" note="newest first" text>
      <p className="quiet">
        Who did it comes from the credential, never from what a caller says. Evaluations are kept for 30 days,
        everything else for good.
      </p>
      <ActivityList
        activity={activity}
        empty="Nothing has happened yet"
        actions={(entry) =>
          entry.seq !== null &&
          !entry.redacted && (
            <Button kind="quiet" small aria-label={`Redact entry ${entry.seq}`} onAct={() => setAsked(entry)}>
              Redact
            </Button>
          )
        }
      />
      {asked?.seq != null && <RedactDialog entry={asked} seq={asked.seq} close={() => setAsked(null)} />}
    </Page>
  );
}

interface RedactDialogProps {
  readonly entry: ActivityEntry;
  readonly seq: number;
  readonly close: () => void;
}

function RedactDialog({ entry, seq, close }: RedactDialogProps) {
  const api = useApi();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function redact(): Promise<void> {
    setBusy(true);
    const answer = await api.call('redact_event', { seq, reason });
    setBusy(false);
    if (!answer.ok) return setProblem(`${answer.refusal.message} ${answer.refusal.next}`);
    toast({ text: `Entry ${seq} was redacted.` });
    close();
  }

  return (
    <Dialog
      title={`Redact entry ${seq}?`}
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Keep it</Button>
          <Button kind="danger" busy={busy} blocked={reason.trim() === '' && 'Say why.'} onAct={() => void redact()}>
            Redact for ever
          </Button>
        </>
      }
    >
      <p className="stored">
        <PlainText>{`${entry.author.label} ${entry.summary}`}</PlainText>
      </p>
      <p>
        What the entry holds is emptied for ever and cannot be brought back. The entry itself stays, with your name and
        your reason; the chain stays whole. What it did to the workspace stays as it is.
      </p>
      <TextArea label="Why" value={reason} maxLength={400} rows={2} error={problem} onText={setReason} />
    </Dialog>
  );
}
