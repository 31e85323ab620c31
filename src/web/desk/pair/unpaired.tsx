import { useEffect } from 'react';
import type { Hello, PairLines } from '../../../protocol/views.ts';
import { RecoveredNotice } from '../../parts/recovered-notice.tsx';
import { ToRun } from '../../parts/to-run.tsx';
import { Toasts } from '../../parts/toast.tsx';
import { PairForm } from './pair-form.tsx';

interface UnpairedProps {
  readonly hello: Hello;
  /** This browser had a key that does not count any more. */
  readonly shutOut: boolean;
  readonly paired: () => void;
}

/** What a browser without a person's key sees of the desk: how to pair, and nothing else. */
export function Unpaired({ hello, shutOut, paired }: UnpairedProps) {
  useEffect(() => {
    document.title = 'Pair this browser · Sidekicks desk';
  }, []);
  const { hadPerson, lines, recoveredAt, terminalPairs } = hello;
  return (
    <>
      <RecoveredNotice at={recoveredAt} />
      <main id="main" className="page page-text">
        <h1>Pair this browser with the desk</h1>
        {shutOut && <p>This browser was paired before. Its key does not count any more.</p>}
        <p className="quiet">
          The desk is where people decide: plans, who has access, which sidekicks count. It opens only to browsers that
          a person has paired.
        </p>
        <section className="section">
          <h2>{terminalPairs ? 'Get the code from the terminal' : 'Get a code'}</h2>
          {terminalPairs ? (
            hadPerson ? (
              <AfterRecover lines={lines} />
            ) : (
              <InNewHome lines={lines} />
            )
          ) : (
            <AtTheDesk lines={lines} />
          )}
        </section>
        <PairForm first={!hadPerson} pairLine={lines.pair} paired={paired} />
        <Toasts />
      </main>
    </>
  );
}

interface LinesProps {
  readonly lines: PairLines;
}

function InNewHome({ lines }: LinesProps) {
  return (
    <p>
      Run <ToRun line={lines.pair} />, or look where Sidekicks was started. The code counts for two minutes.
    </p>
  );
}

function AfterRecover({ lines }: LinesProps) {
  return (
    <p>
      Look in the terminal that ran <code>{lines.recover}</code>. A code counts for two minutes: for a new one, run{' '}
      <ToRun line={lines.pair} />.
    </p>
  );
}

function AtTheDesk({ lines }: LinesProps) {
  return (
    <>
      <ol className="bullets numbered">
        <li>Open the desk in a browser that is paired already.</li>
        <li>Go to Access and press “Add a browser”. It shows a code for two minutes.</li>
        <li>Type that code here.</li>
      </ol>
      <p className="quiet">
        No paired browser left? Stop Sidekicks and run <ToRun line={lines.recover} />: it voids every key, token,
        approval and grant, and prints a new code.
      </p>
    </>
  );
}
