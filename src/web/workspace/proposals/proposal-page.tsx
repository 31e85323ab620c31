import { useParams } from '@tanstack/react-router';
import type { ProposalView } from '../../../protocol/views.ts';
import { rationaleEdit } from '../../data/standing.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { classes } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { ProposalMark } from '../../parts/marks.tsx';
import { EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { reviewUrl } from '../frame/use-proposal-notices.ts';
import { Link, taskTarget } from '../link.tsx';
import { Comments } from './comments.tsx';
import { CreatedTasks } from './created-tasks.tsx';
import { PlanSteps } from './plan-steps.tsx';
import { isOpen, Verdict } from './verdict.tsx';
import './proposals.css';

/** One proposal to read and to talk about. It holds no button that decides: those are at the desk. */
export function ProposalPage() {
  const { proposalId = '' } = useParams({ strict: false }) as { readonly proposalId?: string };
  const at = useLive((state) => `${state.proposalAt.get(proposalId) ?? 0} ${state.workspace.version}`);
  const asked = useAsk('read_proposal', { proposalId }, at);
  if (asked.value) return <ProposalText view={asked.value} />;
  return (
    <Page title="Proposal" text>
      {asked.refusal?.code === 'unknown_proposal' ? (
        <EmptyState title="There is no such proposal" action={<Link to="/proposals">All proposals</Link>}>
          It may be an old link.
        </EmptyState>
      ) : asked.refusal ? (
        <ErrorState refusal={asked.refusal} retry={asked.again} />
      ) : (
        <Loading what="the proposal" />
      )}
    </Page>
  );
}

function ProposalText({ view }: { readonly view: ProposalView }) {
  const deskUrl = useLive((state) => state.deskUrl);
  const { proposal, parent, parentAlias, revisions } = view;
  const newest = revisions.at(-1);
  const title = parent?.title ?? 'a task that is gone';
  return (
    <Page
      text
      title={
        <>
          Plan for <PlainText>{title}</PlainText>
        </>
      }
      tabTitle={`Plan for ${showHidden(title)}`}
      actions={
        <a className={classes('button', isOpen(view) && 'button-main')} href={reviewUrl(deskUrl, proposal.id)}>
          {isOpen(view) ? 'Review at the desk' : 'See it at the desk'}
        </a>
      }
    >
      <p className="proposal-facts">
        <ProposalMark status={proposal.status} />
        {parent && <Link {...taskTarget(parentAlias)}>{parentAlias}</Link>}
        <span className="quiet">
          revision {proposal.revision} by <PlainText>{newest?.author.label ?? proposal.author.label}</PlainText>,{' '}
          <Time at={proposal.updatedAt} />
        </span>
      </p>
      {proposal.reason && (
        <p>
          Reason given: <PlainText>{proposal.reason}</PlainText>
        </p>
      )}
      <Approvals view={view} />
      {newest && (
        <>
          <Rationale view={view} words={newest.candidate.rationale} />
          <PlanSteps view={view} revision={newest} />
        </>
      )}
      <Verdict view={view} />
      <CreatedTasks view={view} />
      <Comments view={view} />
    </Page>
  );
}

function Rationale({ view, words }: { readonly view: ProposalView; readonly words: string }) {
  const edit = rationaleEdit(view.revisions);
  return (
    <Section title={edit ? 'Rationale, edited by a person' : 'Rationale, in the agent’s words'}>
      <blockquote className="rationale">
        {words === '' ? (
          <span className="quiet">{edit ? 'None is left.' : 'The agent gave none.'}</span>
        ) : (
          <PlainText>{words}</PlainText>
        )}
      </blockquote>
      {edit && (
        <p className="quiet small">
          <PlainText>{edit.author.label}</PlainText> wrote it so in revision {edit.number}.
        </p>
      )}
    </Section>
  );
}

function Approvals({ view }: { readonly view: ProposalView }) {
  if (view.approvals.length === 0) return null;
  return (
    <ul className="small">
      {view.approvals.map((approval) => (
        <li key={approval.id}>
          <PlainText>{approval.personName}</PlainText> approved revision {approval.revision} <Time at={approval.at} />,{' '}
          {approval.level === 'passkey' ? 'with a passkey' : 'at the desk (attended)'}
          {approval.usedAt ? '; the tasks were created with it.' : approval.voidedAt ? '; it is void.' : '.'}
          {approval.notes !== '' && (
            <>
              {' '}
              Notes: <PlainText>{approval.notes}</PlainText>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
