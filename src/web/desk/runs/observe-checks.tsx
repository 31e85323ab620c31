import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { RunView } from '../../../protocol/delegation-views.ts';
import type { RefusedCheck } from '../../data/answers.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { toast } from '../../parts/toast.tsx';
import { MakeGrant } from '../delegation/make-grant.tsx';
import { lackingOf, whyNotNow } from './observable.ts';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

interface ObserveChecksProps {
  readonly view: RunView;
  readonly again: () => void;
}

/** Lets the daemon run the declared checks on the exact bytes of the run's commit; says which commands lack a grant. */
export function ObserveChecks({ view, again }: ObserveChecksProps) {
  const { run, commands } = view;
  const api = useApi();
  const [granting, setGranting] = useState(false);
  const [refused, setRefused] = useState<readonly RefusedCheck[]>([]);
  const acting = useAct();
  if (commands.length === 0) return null;
  const nameOf = (id: string) => view.contract?.verification?.checks.find((one) => one.id === id)?.criterion ?? id;
  const lacking = lackingOf(view);
  const stood = run.endedAt !== null && run.result === null && !view.unobservable;
  const observe = async () => {
    const done = await acting.run(() => api.call('observe_checks', { runId: run.id }));
    again();
    if (!done) return;
    setRefused(done.refused);
    if (done.started.length > 0) toast({ text: `${counted(done.started.length, 'check')} started.` });
  };
  return (
    <div className="answer-form">
      <div className="buttons">
        <Button busy={acting.busy} blocked={whyNotNow(view)} onAct={() => void observe()}>
          Run the checks
        </Button>
        {lacking.length > 0 && (
          <Button kind="main" onAct={() => setGranting(true)}>
            Grant the commands…
          </Button>
        )}
      </div>
      {stood && <p className="quiet small">It left no commit, so they run on the one that it stood on.</p>}
      {lacking.length > 0 && (
        <p className="quiet small">
          No grant names {lacking.length === 1 ? 'this command' : 'these commands'}; the words of a check are no
          permission to run it:
        </p>
      )}
      {lacking.length > 0 && <Commands of={lacking} />}
      {refused.map(({ checkId, message, next, code }) => (
        <p key={checkId} className="refused" role="alert">
          <span>
            <strong>
              <PlainText>{nameOf(checkId)}</PlainText> did not run.
            </strong>{' '}
            {message} {next} <code>{code}</code>
          </span>
        </p>
      ))}
      <Refused refusal={acting.refusal} what="No check was started." />
      {granting && <MakeGrant runId={run.id} commandsOnly close={() => setGranting(false)} />}
    </div>
  );
}

function Commands({ of }: { readonly of: RunView['commands'] }) {
  return (
    <ul className="bullets small">
      {of.map(({ checkId, command, digest }) => (
        <li key={`${checkId} ${digest}`}>
          <code>
            <PlainText>{command}</PlainText>
          </code>{' '}
          <span className="quiet">
            {checkId === null ? 'prepares the tree' : 'a check'}, digest{' '}
            <code title={digest}>{digest.slice(0, 12)}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}
