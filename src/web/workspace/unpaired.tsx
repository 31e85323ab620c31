import { type ReactNode, useEffect, useState } from 'react';
import type { PersonKey } from '../../client/credential.ts';
import type { Hello } from '../../protocol/views.ts';
import { Button } from '../parts/button.tsx';
import { RecoveredNotice } from '../parts/recovered-notice.tsx';
import { ToRun } from '../parts/to-run.tsx';
import { Toasts, toast } from '../parts/toast.tsx';
import { fingerprintHere, goAndEnrol } from './enrol.ts';

interface UnpairedProps {
  readonly hello: Hello;
  readonly pageKey: PersonKey | null;
  /** The desk of this browser is paired. */
  readonly fromDesk: boolean;
  readonly again: () => void;
}

/** What a browser without a person's key sees: how to pair, and nothing of the workspace. */
export function Unpaired({ hello, pageKey, fromDesk, again }: UnpairedProps) {
  const oneStep = fromDesk && !hello.terminalPairs;
  const title = oneStep ? 'One step is left' : 'This browser is not paired with the workspace';
  useEffect(() => {
    document.title = `${title} · Sidekicks`;
    // The person may have confirmed in another tab.
    const look = () => document.visibilityState === 'visible' && again();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [title, again]);

  return (
    <>
      <RecoveredNotice at={hello.recoveredAt} />
      <main id="main" className="page page-text">
        <h1>{title}</h1>
        <p className="quiet">
          {oneStep
            ? 'The desk of this browser is paired. The workspace page has a key of its own, which cannot approve; let it in at the desk.'
            : 'The workspace shows itself only to browsers that a person has paired. Pairing takes two steps, both on this computer.'}
        </p>
        {oneStep ? (
          <LetIn hello={hello} pageKey={pageKey} />
        ) : !hello.terminalPairs ? (
          <LaterPairing hello={hello} pageKey={pageKey} />
        ) : (
          <PairingSteps hello={hello} pageKey={pageKey} />
        )}
        <div className="buttons">
          <Button onAct={again}>Look again</Button>
        </div>
        <Toasts />
      </main>
    </>
  );
}

type StepsProps = Pick<UnpairedProps, 'hello' | 'pageKey'>;

/** The two steps, also shown in the example's banner dialog. */
export function PairingSteps({ hello, pageKey }: StepsProps) {
  return (
    <ol className="steps">
      <Step title="Pair this browser with the desk">
        {!hello.terminalPairs ? (
          <OtherBrowser deskUrl={hello.deskUrl} />
        ) : (
          <p>
            Run <ToRun line={hello.lines.pair} />. Open <a href={hello.deskUrl}>{hello.deskUrl}</a> and type the code
            that it shows.
          </p>
        )}
      </Step>
      <Step title="Let this page in">
        <LetIn hello={hello} pageKey={pageKey} />
      </Step>
    </ol>
  );
}

/** A person is there: most who come here have just paired the desk, so what is left for them stands first. */
function LaterPairing({ hello, pageKey }: StepsProps) {
  return (
    <>
      <section className="section">
        <h2>If the desk is paired in this browser, one step is left</h2>
        <LetIn hello={hello} pageKey={pageKey} />
      </section>
      <section className="section">
        <h2>If it is not, pair it with the desk first</h2>
        <OtherBrowser deskUrl={hello.deskUrl} />
      </section>
    </>
  );
}

function OtherBrowser({ deskUrl }: { readonly deskUrl: string }) {
  return (
    <p>
      At a browser that is paired already, open the desk, Access, “Add a browser”. Then open{' '}
      <a href={deskUrl}>{deskUrl}</a> here and type the code.
    </p>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

/** The page's key, and the way to the desk that enrols it. */
function LetIn({ hello, pageKey }: StepsProps) {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<{ readonly of: PersonKey | null; readonly fingerprint: string } | null>(null);

  useEffect(() => {
    fingerprintHere().then(
      (fingerprint) => setShown({ of: pageKey, fingerprint }),
      // The daemon is away; the page says so by itself.
      () => setShown(null),
    );
  }, [pageKey]);

  const enrol = () => {
    setBusy(true);
    goAndEnrol(hello).catch((error: unknown) => {
      setBusy(false);
      toast({ tone: 'bad', text: `The key could not be made: ${String(error)}` });
    });
  };

  return (
    <>
      <p>
        The desk asks you to confirm this page’s key. It can change tasks, but it can approve nothing. The desk shows
        the same fingerprint:
      </p>
      <p className="fingerprint">{shown?.of === pageKey ? shown.fingerprint : '…'}</p>
      <div className="buttons">
        <Button kind="main" busy={busy} onAct={enrol}>
          Go to the desk and confirm
        </Button>
      </div>
    </>
  );
}
