import { Link } from '@tanstack/react-router';
import { PLAIN_NAME } from '../../../core/workspace/example-content.ts';
import { useLive } from '../../data/use-live.ts';
import { EmptyState } from '../../parts/places.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { isOpen } from '../review/words.ts';
import { PageLeft } from './page-left.tsx';
import { ProposalRow } from './proposal-row.tsx';
import { WaitingImports, WaitingTokens, WaitingVersions } from './waiting.tsx';

/** What waits for a person, newest first, and what was decided lately. */
export function InboxPage() {
  const proposals = useLive((state) => state.proposals);
  const waiting = proposals.filter(({ status }) => status === 'awaiting_approval');
  const underway = proposals.filter(({ status }) => isOpen(status) && status !== 'awaiting_approval');
  const decided = proposals.filter(({ status }) => !isOpen(status));
  return (
    <Page title="Inbox" tabTitle={waiting.length > 0 ? `(${waiting.length}) Inbox` : 'Inbox'} text>
      <PageLeft />
      {waiting.length > 0 ? (
        <ul className="rows" aria-label="Plans that wait for a decision">
          {waiting.map((card) => (
            <ProposalRow key={card.id} card={card} />
          ))}
        </ul>
      ) : (
        <NothingWaits />
      )}
      <WaitingTokens />
      <WaitingVersions />
      <WaitingImports />
      <NameIt />
      {underway.length > 0 && (
        <Section title="On their way">
          <ul className="rows">
            {underway.map((card) => (
              <ProposalRow key={card.id} card={card} />
            ))}
          </ul>
        </Section>
      )}
      {decided.length > 0 && (
        <Section title="Decided within two weeks">
          <ul className="rows">
            {decided.map((card) => (
              <ProposalRow key={card.id} card={card} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}

function NothingWaits() {
  const agents = useLive((state) => state.agents.length);
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  return (
    <EmptyState
      title="No plan waits for you"
      action={
        <>
          <a className="button" href={`${workspaceUrl}/agents`}>
            How an agent plans here
          </a>
          <Link className="button" to="/access">
            Connect an agent
          </Link>
        </>
      }
    >
      {agents > 0
        ? 'An agent has called within the last five minutes. When it stages a plan, the plan comes up here.'
        : 'An agent that is connected reads the workspace, drafts a plan and stages it. It then comes up here, and nothing becomes a task before you approve it.'}
    </EmptyState>
  );
}

/** Nobody has named the workspace: the place to do it is not where one would look. */
function NameIt() {
  const name = useLive((state) => state.workspace.name);
  if (name !== PLAIN_NAME) return null;
  return (
    <p className="quiet small">
      This workspace is called “{name}”. Give it a name of its own under <Link to="/calendar">Calendar</Link>.
    </p>
  );
}
