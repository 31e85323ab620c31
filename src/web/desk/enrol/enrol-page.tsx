import { useEffect, useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { workspaceFromDesk } from '../../data/from-desk.ts';
import { fingerprintOf, keyIdOf, requestIdOf } from '../../data/key-store.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { EmptyState, ErrorState } from '../../parts/places.tsx';
import { Page } from '../../parts/shell.tsx';
import { browserName } from '../pair/browser-name.ts';
import { readRequest } from './request.ts';

/** A person lets the workspace page of this browser in, after comparing what both pages show. */
export function EnrolPage() {
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  const [request] = useState(() => readRequest(location.hash, workspaceUrl));

  useEffect(() => {
    // What is asked for must not be asked again by going back, or be copied with the address.
    history.replaceState(history.state, '', location.pathname);
  }, []);

  if (!request) {
    return (
      <Page title="Let the workspace page in" text>
        <EmptyState
          title="Nothing asks to be let in"
          action={
            <a className="button" href={workspaceFromDesk(workspaceUrl)}>
              Open the workspace
            </a>
          }
        >
          Start from the workspace page: it makes a key of its own and then sends you here.
        </EmptyState>
      </Page>
    );
  }
  return <Confirm {...request} />;
}

function Confirm({ publicKey, visitorHash, back }: NonNullable<ReturnType<typeof readRequest>>) {
  const api = useApi();
  const name = useLive((state) => state.me.name);
  const { fingerprint, keyId } = useNamesOf(publicKey, visitorHash);
  const [label, setLabel] = useState(browserName);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function enrol(): Promise<void> {
    setBusy(true);
    const visitor = visitorHash === null ? {} : { visitorHash };
    const answer = await api.call('enrol_workspace_key', { publicKey, label, ...visitor });
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) location.assign(back);
    else setBusy(false);
  }

  return (
    <Page title="Let the workspace page in" text>
      <p>
        The workspace page of this browser asks for a key. With it you change tasks, comment and save drafts there as{' '}
        {name}. It can approve nothing, make no token and read nothing of this desk.
      </p>
      <figure className="compare">
        <p className="fingerprint">{fingerprint ?? '…'}</p>
        <figcaption className="quiet">
          The workspace page showed this fingerprint before it sent you here. If it was another one, or if you did not
          come from there, do not go on.
          {keyId !== null && (
            <>
              {' '}
              <i>Access</i> then lists the page’s key as <code>{fingerprintOf(keyId)}</code>.
            </>
          )}
        </figcaption>
      </figure>
      <TextField label="Name of this browser" value={label} maxLength={60} onText={setLabel} />
      {refusal && <ErrorState title="It was not let in" refusal={refusal} />}
      <div className="buttons">
        <Button
          kind="main"
          busy={busy}
          blocked={
            fingerprint === null
              ? 'The fingerprint is being computed.'
              : label.trim() === '' && 'Give this browser a name.'
          }
          onAct={() => void enrol()}
        >
          It is the same: let it in
        </Button>
        <a className="button button-quiet" href={back}>
          Go back without
        </a>
      </div>
    </Page>
  );
}

interface Names {
  /** Of what is asked for, as the other page shows it. */
  readonly fingerprint: string | null;
  readonly keyId: string | null;
}

function useNamesOf(publicKey: string, visitorHash: string | null): Names {
  const [names, setNames] = useState<Names>({ fingerprint: null, keyId: null });
  useEffect(() => {
    let stopped = false;
    void Promise.all([requestIdOf({ publicKey, visitorHash }), keyIdOf(publicKey)]).then(([id, keyId]) => {
      if (!stopped) setNames({ fingerprint: id === null ? null : fingerprintOf(id), keyId });
    });
    return () => {
      stopped = true;
    };
  }, [publicKey, visitorHash]);
  return names;
}
