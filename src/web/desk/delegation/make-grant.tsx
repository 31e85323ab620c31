import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DelegationView, RunView } from '../../../protocol/delegation-views.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { useZone } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { runPath } from '../../runs/links.tsx';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';
import { draftForRun, type GrantDraft, type GrantInput, inputOf, problemOf, standingDraft } from './grant-draft.ts';
import { GrantFields } from './grant-fields.tsx';
import { GrantPreview, type Previewed } from './grant-preview.tsx';
import './delegation.css';

interface MakeGrantProps {
  /** For one run; without it the grant is a standing one. */
  readonly runId?: string;
  /** The run has ended: only its commands are in question. */
  readonly commandsOnly?: boolean;
  readonly close: () => void;
}

/** Reads what the form needs, then shows it. */
export function MakeGrant({ runId, commandsOnly = false, close }: MakeGrantProps) {
  const places = useAsk('read_delegation', {});
  return runId === undefined ? (
    <Form places={places.value} refusal={places.refusal} view={null} commandsOnly={false} close={close} />
  ) : (
    <ForRun runId={runId} places={places} commandsOnly={commandsOnly} close={close} />
  );
}

interface ForRunProps {
  readonly runId: string;
  readonly places: ReturnType<typeof useAsk<'read_delegation'>>;
  readonly commandsOnly: boolean;
  readonly close: () => void;
}

function ForRun({ runId, places, commandsOnly, close }: ForRunProps) {
  const { value, refusal } = useAsk('read_run', { runId });
  return (
    <Form
      places={value ? places.value : null}
      refusal={places.refusal ?? refusal}
      view={value}
      commandsOnly={commandsOnly}
      close={close}
    />
  );
}

interface FormProps {
  readonly places: DelegationView | null;
  readonly refusal: ReturnType<typeof useAsk>['refusal'];
  readonly view: RunView | null;
  readonly commandsOnly: boolean;
  readonly close: () => void;
}

function Form({ places, refusal, view, commandsOnly, close }: FormProps) {
  if (!places) {
    return (
      <Dialog title="Make a grant" onClose={close}>
        {refusal ? <ErrorState refusal={refusal} /> : <Loading what="folders and agents" />}
      </Dialog>
    );
  }
  const start = view ? draftForRun(view, commandsOnly) : standingDraft(places);
  return <Grant start={start} places={places} view={view} commandsOnly={commandsOnly} close={close} />;
}

interface GrantProps {
  readonly start: GrantDraft;
  readonly places: DelegationView;
  readonly view: RunView | null;
  readonly commandsOnly: boolean;
  readonly close: () => void;
}

/** The form, then its preview. What counts is exactly what was previewed. */
function Grant({ start, places, view, commandsOnly, close }: GrantProps) {
  const api = useApi();
  const zone = useZone();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(start);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const { busy, refusal, run, calm } = useAct();
  const problem = problemOf(draft, zone, Date.now());

  const preview = async () => {
    const input = inputOf(draft, zone, Date.now());
    const done = await run(() => api.call('make_grant', { ...input, preview: true }));
    if (done) setPreviewed({ input: { ...input, shown: done.shown }, words: done.words, starts: done.starts });
  };
  const make = async (input: GrantInput) => {
    let isOther = false;
    const done = await run(async () => {
      const answer = await api.call('make_grant', input);
      isOther = !answer.ok && answer.refusal.code === 'preview_needed';
      return answer;
    });
    // What would be allowed changed meanwhile. It is previewed by a press of the person, who then reads it anew.
    if (isOther) setPreviewed(null);
    if (!done) return;
    const started = input.runId ?? (done.starts.length === 1 ? done.starts[0] : null);
    const action = started && { label: 'Open the run', onAct: () => void navigate({ to: runPath(started) }) };
    toast({ tone: 'good', text: 'The grant counts from now on.', ...(action && { action }) });
    close();
  };
  const back = () => {
    setPreviewed(null);
    calm();
  };

  return (
    <Dialog
      title={titleOf(view, commandsOnly, previewed !== null)}
      onClose={close}
      wide
      foot={
        previewed ? (
          <>
            <Button onAct={back}>Change it</Button>
            <Button kind="main" busy={busy} data-autofocus onAct={() => void make(previewed.input)}>
              Make the grant
            </Button>
          </>
        ) : (
          <>
            <Button onAct={close}>Cancel</Button>
            <Button kind="main" busy={busy} blocked={problem ?? false} onAct={() => void preview()}>
              Preview
            </Button>
          </>
        )
      }
    >
      {previewed ? (
        <GrantPreview previewed={previewed} draft={draft} />
      ) : (
        <GrantFields draft={draft} set={setDraft} places={places} view={view} commandsOnly={commandsOnly} />
      )}
      {!previewed && problem && <p className="quiet">{problem}</p>}
      <Refused refusal={refusal} what="No grant was made." />
    </Dialog>
  );
}

function titleOf(view: RunView | null, commandsOnly: boolean, previewed: boolean): string {
  if (previewed) return 'This is what you would allow';
  if (commandsOnly) return 'Grant the commands of this run';
  return view ? 'Grant this run' : 'Make a standing grant';
}
