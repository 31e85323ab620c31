import './plan.css';
import './review.css';
import { useParams } from '@tanstack/react-router';
import type { ProposalView } from '../../../protocol/views.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { showHidden } from '../../parts/hidden-chars.ts';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page } from '../../parts/shell.tsx';
import { Arrived } from './arrived.tsx';
import { Competing } from './competing.tsx';
import { Coverage } from './coverage.tsx';
import { Decision } from './decision.tsx';
import { RevisionDifference } from './difference-view.tsx';
import { type Draft, fromStored } from './draft.ts';
import { EditBar } from './edit-bar.tsx';
import { Glance } from './glance.tsx';
import { History } from './history.tsx';
import { Issues } from './issues.tsx';
import { Masthead } from './masthead.tsx';
import { PlanComments } from './plan-comments.tsx';
import { Rationale } from './rationale.tsx';
import { ReceiptView } from './receipt.tsx';
import { ReviewBar } from './review-bar.tsx';
import { ReviewContext } from './review-context.ts';
import { ScheduleTable } from './schedule.tsx';
import { Since } from './since.tsx';
import { Steps } from './steps.tsx';
import { useReviewState } from './use-review.ts';
import { Votes } from './votes.tsx';

/** One proposal, in full, and the decision on it. */
export function ReviewPage() {
  const { proposalId } = useParams({ strict: false });
  // Another proposal is another review: nothing typed about one may show in the next.
  return <Reading key={proposalId} proposalId={proposalId ?? ''} />;
}

function Reading({ proposalId }: { readonly proposalId: string }) {
  const touched = useLive((state) => state.proposalAt.get(proposalId) ?? 0);
  const version = useLive((state) => state.workspace.version);
  const proposal = useAsk('read_proposal', { proposalId }, `${touched} ${version}`);
  const draft = useAsk('read_draft', { proposalId });
  const refusal = proposal.refusal ?? draft.refusal;
  if (proposal.value && draft.value) {
    const newest = proposal.value.revisions.length;
    return <Review view={proposal.value} restored={fromStored(draft.value.body, newest)} refresh={proposal.again} />;
  }
  return (
    <Page title="Proposal" text>
      {refusal ? (
        <ErrorState
          title="The proposal could not be read"
          refusal={refusal}
          retry={() => {
            proposal.again();
            draft.again();
          }}
        />
      ) : (
        <Loading what="the proposal" />
      )}
    </Page>
  );
}

interface ReviewProps {
  readonly view: ProposalView;
  readonly restored: Draft;
  readonly refresh: () => void;
}

function Review({ view, restored, refresh }: ReviewProps) {
  const newest = view.revisions.at(-1);
  if (!newest) throw new Error('a proposal without a revision');
  const review = useReviewState({ view, newest, restored, refresh });
  const title = view.parent?.title ?? 'a task that is gone';
  return (
    <ReviewContext value={review}>
      <Page
        title={
          <>
            Plan for <PlainText>{title}</PlainText>
          </>
        }
        tabTitle={`Plan for ${showHidden(title)}`}
      >
        <div className="review">
          <Masthead />
          <ReviewBar />
          <Arrived />
          <ReceiptView />
          <Since />
          <Glance />
          <RevisionDifference />
          <h2 className="plan-heading">The plan</h2>
          <EditBar />
          <Steps />
          <PlanComments />
          <ScheduleTable />
          <Votes />
          <Issues />
          <Coverage />
          <Rationale />
          <Competing />
          <History />
          {review.open && <Decision />}
        </div>
      </Page>
    </ReviewContext>
  );
}
