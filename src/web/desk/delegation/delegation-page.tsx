import { Link } from '@tanstack/react-router';
import type { DelegationView } from '../../../protocol/delegation-views.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { CheckIcon, DotIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { useCalm } from '../../runs/use-calm.ts';
import { StoppedBanner } from '../runs/stop-runs.tsx';
import { Agents } from './agents.tsx';
import { Contexts } from './contexts.tsx';
import { Folders } from './folders.tsx';
import { Grants } from './grants.tsx';
import { Limits } from './limits.tsx';
import '../../runs/runs.css';
import './delegation.css';

/** What runs may do here, and who said so: folders, agents, grants, limits, the ground that runs are given. */
export function DelegationPage() {
  const at = useCalm(useLive((state) => state.runsAt));
  const { value, refusal, again } = useAsk('read_delegation', {}, at);
  return (
    <Page
      title="Delegation"
      text
      actions={
        <Link className="button" to="/usage">
          Usage
        </Link>
      }
    >
      {!value &&
        (refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="folders, agents and grants" />)}
      {value && <Parts view={value} again={again} />}
    </Page>
  );
}

function Parts({ view, again }: { readonly view: DelegationView; readonly again: () => void }) {
  const ready = view.roots.length > 0 && view.agents.some(({ allowed }) => allowed);
  return (
    <>
      {view.limits.stopped && <StoppedBanner />}
      {!ready && (
        <p className="quiet">
          An agent can hand tasks to a peer once you gave a folder and allowed an agent. Each start then still needs a
          grant of yours.
        </p>
      )}
      <Folders view={view} again={again} />
      <Agents view={view} again={again} />
      <Grants view={view} again={again} />
      <Limits limits={view.limits} again={again} />
      <Jail jail={view.jail} />
      <Contexts contexts={view.contexts} again={again} />
    </>
  );
}

function Jail({ jail }: Pick<DelegationView, 'jail'>) {
  return (
    <Section title="Jail on this computer">
      {jail.works ? (
        <Mark icon={<CheckIcon />} tone="good">
          Works: bubblewrap{jail.version === null ? '' : ` ${jail.version}`}
        </Mark>
      ) : (
        <>
          <Mark icon={<DotIcon />} tone="warn">
            Does not work
          </Mark>
          <p className="quiet">
            Work and observed checks are refused, unless a grant names unsandboxed. Install bubblewrap on Linux to
            change that.
          </p>
        </>
      )}
      {jail.reasons.length > 0 && (
        <ul className="bullets">
          {jail.reasons.map((reason) => (
            <li key={reason}>
              <PlainText>{reason}</PlainText>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
