import { useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { DelegationView, GrantView } from '../../../protocol/delegation-views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { CheckIcon, DashedIcon, DotIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { EmptyState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { When } from '../../parts/time.tsx';
import { runPath, Way } from '../../runs/links.tsx';
import { costWords, modeWords } from '../../runs/words.ts';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';
import { MakeGrant } from './make-grant.tsx';

interface GrantsProps {
  readonly view: DelegationView;
  readonly again: () => void;
}

/** What a person permits: bounded, and gone with one press. */
export function Grants({ view, again }: GrantsProps) {
  const [making, setMaking] = useState(false);
  const live = view.grants.filter((grant) => grant.live);
  const over = view.grants.filter((grant) => !grant.live);
  const ready = view.roots.length > 0 && view.agents.some(({ allowed }) => allowed);
  return (
    <Section
      title="Grants"
      actions={
        <Button small blocked={!ready && 'Give a folder and allow an agent first.'} onAct={() => setMaking(true)}>
          Make a standing grant
        </Button>
      }
    >
      {live.length === 0 && (
        <EmptyState title="No grant counts now">
          A run then waits in your inbox, where you can grant it alone.
        </EmptyState>
      )}
      <ul className="rows">
        {live.map((grant) => (
          <GrantRow key={grant.id} grant={grant} view={view} again={again} />
        ))}
      </ul>
      {over.length > 0 && (
        <details>
          <summary>{counted(over.length, 'grant')} that counted once</summary>
          <ul className="rows">
            {over.map((grant) => (
              <GrantRow key={grant.id} grant={grant} view={view} again={again} />
            ))}
          </ul>
        </details>
      )}
      {making && (
        <MakeGrant
          close={() => {
            setMaking(false);
            again();
          }}
        />
      )}
    </Section>
  );
}

interface GrantRowProps {
  readonly grant: GrantView;
  readonly view: DelegationView;
  readonly again: () => void;
}

function GrantRow({ grant, view, again }: GrantRowProps) {
  const [sure, setSure] = useState(false);
  const root = view.roots.find(({ id }) => id === grant.rootId);
  return (
    <li className="row">
      <span className="row-text">
        <strong>
          <PlainText>{grant.agentIds.join(', ')}</PlainText>:{' '}
          {grant.modes.map((mode) => modeWords[mode].word.toLowerCase()).join(', ')} in{' '}
          <PlainText>{root?.label ?? 'a folder that was taken back'}</PlainText>
        </strong>
        <Bounds grant={grant} />
        <Dangers grant={grant} />
      </span>
      <span className="row-side">
        <Standing grant={grant} />
        {grant.live && (
          <Button small kind="danger" onAct={() => setSure(true)}>
            Revoke…
          </Button>
        )}
      </span>
      {sure && <Revoke grant={grant} close={() => setSure(false)} again={again} />}
    </li>
  );
}

function Standing({ grant: { live, revokedAt, launches, maxLaunches } }: { readonly grant: GrantView }) {
  const word = live ? (launches >= maxLaunches ? 'Used up' : 'Counts') : revokedAt === null ? 'Ran out' : 'Revoked';
  return (
    <Mark icon={word === 'Counts' ? <CheckIcon /> : <DashedIcon />} tone={word === 'Counts' ? 'plain' : 'quiet'}>
      {word}
    </Mark>
  );
}

/** What it allows and how much of it was used. Unknown costs are told beside the known sum, never within it. */
function Bounds({ grant }: { readonly grant: GrantView }) {
  const { runId, launches, maxLaunches, until, commandDigests, ask } = grant;
  return (
    <span className="quiet small">
      {runId === null ? 'Standing' : <Way to={runPath(runId)}>For one run</Way>}, {launches} of{' '}
      {counted(maxLaunches, 'launch', 'launches')} used, {spentWords(grant)}, until <When at={until} />
      {commandDigests.length > 0 && (
        <>
          , {counted(commandDigests.length, 'command')}{' '}
          <code title={commandDigests.join('\n')}>{commandDigests.map((one) => one.slice(0, 8)).join(' ')}</code>
        </>
      )}
      {ask && ', asks you for each permission'}
    </span>
  );
}

function spentWords({ launches, costUsd, costCeilingUsd, unknownCosts }: GrantView): string {
  const ceiling = costCeilingUsd === null ? '' : `, ceiling ${costWords(costCeilingUsd)}`;
  if (launches === 0) return `nothing spent yet${ceiling}`;
  if (unknownCosts === launches) return `cost unknown${ceiling}`;
  const unknown = unknownCosts === 0 ? '' : ` and ${counted(unknownCosts, 'run')} of unknown cost`;
  return `${costWords(costUsd)} known to be spent${unknown}${ceiling}`;
}

function Dangers({ grant: { openNetwork, unsandboxed } }: { readonly grant: GrantView }) {
  if (!openNetwork && !unsandboxed) return null;
  return (
    <span className="row-marks small">
      {openNetwork && (
        <Mark icon={<DotIcon />} tone="bad">
          Open network: any host
        </Mark>
      )}
      {unsandboxed && (
        <Mark icon={<DotIcon />} tone="bad">
          Unsandboxed where the jail does not work
        </Mark>
      )}
    </span>
  );
}

function Revoke({ grant, close, again }: Omit<GrantRowProps, 'view'> & { readonly close: () => void }) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const revoke = async () => {
    const done = await run(() => api.call('revoke_grant', { grantId: grant.id }));
    again();
    if (done) close();
  };
  return (
    <Dialog
      title="Revoke this grant?"
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Keep it</Button>
          <Button kind="danger" busy={busy} onAct={() => void revoke()}>
            Revoke it
          </Button>
        </>
      }
    >
      <p>
        Launches under it stop at once: what has no process yet waits for another grant. Runs that are on go on; cancel
        them, or stop all runs, under Runs.
      </p>
      <Refused refusal={refusal} what="It was not revoked." />
    </Dialog>
  );
}
