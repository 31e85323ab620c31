import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { PLAIN_NAME } from '../../../core/workspace/example-content.ts';
import { useLive, useSnapshot } from '../../data/use-live.ts';
import { EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { useOpenInbox } from '../../runs/use-inbox.ts';
import { useOpenAccess } from '../access/use-access.ts';
import { isOpen } from '../review/words.ts';
import { GoneQuestions } from './gone-questions.tsx';
import { MoreWaits } from './more-waits.tsx';
import { entriesOf } from './order.ts';
import { PageLeft } from './page-left.tsx';
import { ProposalRow } from './proposal-row.tsx';
import { BrokenRun, RunItem } from './run-item.tsx';
import { WaitingImports, WaitingTokens, WaitingVersions } from './waiting.tsx';
import '../../runs/runs.css';

/** What waits for a person in one list, the oldest deadline first; then what was decided lately. */
export function InboxPage() {
  const proposals = useLive((state) => state.proposals);
  const waiting = proposals.filter(({ status }) => status === 'awaiting_approval');
  const underway = proposals.filter(({ status }) => isOpen(status) && status !== 'awaiting_approval');
  const decided = proposals.filter(({ status }) => !isOpen(status));
  const inbox = useOpenInbox();
  const { value, again } = inbox;
  const { connected } = useSnapshot();
  const list = useRef<HTMLUListElement>(null);
  const access = useOpenAccess();
  const items = value?.items ?? [];
  // Where something is shown, the line above the page says by itself that it may be out of date.
  const isTold = (held: unknown) => !connected && held !== null;
  const refusal = isTold(value) ? null : inbox.refusal;
  const entries = entriesOf(waiting, items);
  const asks = access.value?.tokens.some(({ state }) => state === 'waiting') ?? false;
  return (
    <Page title="Inbox" text>
      {access.value && <PageLeft access={access.value} />}
      {refusal && <ErrorState title="What runs wait for could not be read" refusal={refusal} retry={again} />}
      {entries.length > 0 && (
        <ul className="rows" aria-label="What waits for you" ref={list}>
          {entries.map(({ key, item, card }) =>
            item ? <RunItem key={key} item={item} /> : <ProposalRow key={key} card={card} />,
          )}
        </ul>
      )}
      {value && <MoreWaits view={value} inbox={inbox} list={list} />}
      {entries.length === 0 && !refusal && !asks && (value ? <NothingWaits /> : <Loading what="what waits" />)}
      <GoneQuestions items={items} />
      {value && value.broken.length > 0 && (
        <Section title="Came to nothing within a day">
          <ul className="rows" aria-label="Runs that came to nothing">
            {value.broken.map((run) => (
              <BrokenRun key={run.id} run={run} />
            ))}
          </ul>
        </Section>
      )}
      {access.refusal && !isTold(access.value) && (
        <ErrorState
          title="Which agents ask to be let in could not be read"
          refusal={access.refusal}
          retry={access.again}
        />
      )}
      {access.value && <WaitingTokens access={access.value} again={access.again} />}
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
