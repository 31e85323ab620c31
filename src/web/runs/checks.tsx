import { type ReactNode, useState } from 'react';
import { changesToAccept } from '../../core/coverage/changed.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';
import type { RunView } from '../../protocol/delegation-views.ts';
import { Button } from '../parts/button.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Time } from '../parts/time.tsx';
import { ArtifactReader } from './artifact-reader.tsx';
import { EnvironmentWords, ScopeView } from './contract.tsx';
import { CheckMark, RunsNowMark } from './marks.tsx';
import { spanWords } from './words.ts';

interface ChecksProps {
  readonly view: RunView;
  /** Running them: only at the desk. */
  readonly run?: ReactNode;
  /** Accepting a check that the run changed: only at the desk. */
  readonly accept?: (check: CheckRunRecord, name: string) => ReactNode;
}

/** Every execution of a check, newest first: what Sidekicks watched, and what the worker says. */
export function Checks({ view, run, accept }: ChecksProps) {
  const { checks, contract, observing } = view;
  const declared = contract?.verification?.checks ?? [];
  if (declared.length === 0 && checks.length === 0) return null;
  const nameOf = (id: string) => declared.find((check) => check.id === id)?.criterion ?? id;
  const toAccept = changesToAccept(checks, contract);
  return (
    <Section title="Checks">
      {run}
      {view.unobservable && (
        <p className="quiet">
          <PlainText>{view.unobservable.message}</PlainText>
        </p>
      )}
      {observing.length > 0 && (
        <ul className="rows" aria-label="Checks that run now">
          {observing.map((id) => (
            <li key={id} className="row">
              <span className="row-text">
                <PlainText>{nameOf(id)}</PlainText>
              </span>
              <RunsNowMark />
            </li>
          ))}
        </ul>
      )}
      {checks.length === 0 && <p className="quiet">No check was run yet, neither by Sidekicks nor by the worker.</p>}
      <ul className="rows">
        {checks
          .filter(({ checkId, running }) => !running || !observing.includes(checkId))
          .sort((one, other) => other.seq - one.seq)
          .map((check) => {
            const name = nameOf(check.checkId);
            const decide = toAccept.has(check.id) && accept?.(check, name);
            return <CheckRow key={check.id} check={check} name={name} accept={decide} />;
          })}
      </ul>
    </Section>
  );
}

interface CheckRowProps {
  readonly check: CheckRunRecord;
  readonly name: string;
  readonly accept: ReactNode;
}

function CheckRow({ check, name, accept }: CheckRowProps) {
  const [open, setOpen] = useState(false);
  const { artifactId } = check;
  return (
    <li className="artifact">
      <div className="row">
        <span className="row-text">
          <span>
            <PlainText>{name}</PlainText>
          </span>
          <CheckFacts check={check} />
        </span>
        <span className="row-side">
          <strong>{check.source === 'observed' ? 'Observed' : 'Reported by the worker'}</strong>
          <CheckMark run={check} />
          <Time at={check.at} />
          {accept}
          {artifactId !== null && (
            <Button small aria-expanded={open} onAct={() => setOpen(!open)}>
              {open ? 'Close the output' : 'Output'}
            </Button>
          )}
        </span>
      </div>
      {open && artifactId !== null && (
        <ArtifactReader key={artifactId} artifact={{ id: artifactId, mediaType: 'text/plain' }} />
      )}
    </li>
  );
}

function CheckFacts({ check }: { readonly check: CheckRunRecord }) {
  const { exitCode, durationMs, commandDigest, scope, environment, reason, answered } = check;
  return (
    <>
      <span className="quiet small">
        {exitCode === null ? 'No exit code' : `Exit code ${exitCode}`}
        {durationMs !== null && `, ${spanWords(durationMs)}`}
        {commandDigest !== null && (
          <>
            , command <code title={commandDigest}>{commandDigest.slice(0, 12)}</code>
          </>
        )}
        , bytes {scope ? <ScopeView scope={scope} /> : 'not recorded'}
        {environment ? <EnvironmentWords of={environment} /> : ', environment not recorded'}
        {check.changedByRun && (check.changeAccepted ? ', a person accepted that it changed the check' : '')}
        {answered &&
          `, the failure was answered${check.answer ? ` by ${check.answer.by}: ${check.answer.reason}` : ''}`}
      </span>
      {reason !== null && reason !== '' && (
        <span className="small stored">
          <PlainText>{reason}</PlainText>
        </span>
      )}
    </>
  );
}
