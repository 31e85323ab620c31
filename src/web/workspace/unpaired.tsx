import { useEffect, useState } from 'react';
import type { PersonKey } from '../../client/credential.ts';
import type { Hello } from '../../protocol/views.ts';
import { fingerprintOf, makeKey } from '../data/key-store.ts';
import { Button } from '../parts/button.tsx';
import { Toasts, toast } from '../parts/toast.tsx';
import { goAndEnrol } from './enrol.ts';

interface UnpairedProps {
  readonly hello: Hello;
  readonly pageKey: PersonKey | null;
  readonly again: () => void;
}

/** What a browser without a person's key sees: how to pair, and nothing of the workspace. */
export function Unpaired({ hello, pageKey, again }: UnpairedProps) {
  useEffect(() => {
    document.title = 'Pair this browser · Sidekicks';
    // The person may have confirmed in another tab.
    const look = () => document.visibilityState === 'visible' && again();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [again]);

  return (
    <main id="main" className="page page-text">
      <h1>This browser is not paired</h1>
      <p className="quiet">
        The workspace shows itself only to browsers that a person has paired. Pairing takes two steps, both on this
        computer.
      </p>
      <PairingSteps hello={hello} pageKey={pageKey} />
      <div className="buttons">
        <Button onAct={again}>Look again</Button>
      </div>
      <Toasts />
    </main>
  );
}

/** The two steps, also shown in the example's banner dialog. */
export function PairingSteps({ hello, pageKey }: Pick<UnpairedProps, 'hello' | 'pageKey'>) {
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(pageKey);

  useEffect(() => {
    void makeKey().then(setShown);
  }, []);

  const enrol = () => {
    setBusy(true);
    goAndEnrol(hello).catch((error: unknown) => {
      setBusy(false);
      toast({ tone: 'bad', text: `The key could not be made: ${String(error)}` });
    });
  };

  return (
    <ol className="steps">
      <li>
        <h2>Pair this browser with the desk</h2>
        {hello.hadPerson ? (
          <p>
            At a browser that is paired already, open the desk, Access, “Add a browser”. Then open{' '}
            <a href={hello.deskUrl}>{hello.deskUrl}</a> here and type the code. A browser that is paired with the desk
            goes on to step 2.
          </p>
        ) : (
          <p>
            Run <code>sidekicks pair</code> in a terminal. Open <a href={hello.deskUrl}>{hello.deskUrl}</a> and type the
            code that it shows.
          </p>
        )}
      </li>
      <li>
        <h2>Let this page in</h2>
        <p>
          The desk asks you to confirm this page’s key. It can change tasks, but it can approve nothing. The desk shows
          the same fingerprint:
        </p>
        <p className="fingerprint">{shown ? fingerprintOf(shown.keyId) : '…'}</p>
        <div className="buttons">
          <Button kind="main" busy={busy} onAct={enrol}>
            Go to the desk and confirm
          </Button>
        </div>
      </li>
    </ol>
  );
}
