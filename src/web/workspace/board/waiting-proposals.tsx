import { counted } from '../../../kit/text.ts';
import type { ProposalCard } from '../../../protocol/views.ts';
import { useLive } from '../../data/use-live.ts';
import { ProposalMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { reviewUrl } from '../frame/use-proposal-notices.ts';
import { Link, proposalTarget } from '../link.tsx';

/** What waits for a person, on top of the board. Decisions are made at the desk, so each leads there. */
export function WaitingProposals() {
  const proposals = useLive((state) => state.proposals);
  const deskUrl = useLive((state) => state.deskUrl);
  const waiting = proposals.filter((one) => one.status === 'awaiting_approval' || one.status === 'approved');
  if (waiting.length === 0) return null;
  return (
    <section className="waiting" aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="visually-hidden">
        Waiting proposals
      </h2>
      <ul>
        {waiting.map((one) => (
          <li key={one.id} className="waiting-row">
            <ProposalMark status={one.status} />
            <span className="waiting-text">
              <PlainText>{one.author.label}</PlainText> plans{' '}
              <Link {...proposalTarget(one.id)}>
                <PlainText>{one.title || 'a task that is gone'}</PlainText>
              </Link>{' '}
              <span className="quiet">
                in {counted(one.subtaskCount, 'subtask')}
                {revisionWords(one)}, <Time at={one.updatedAt} />
                {one.valid ? '' : '; it has errors by now'}
              </span>
            </span>
            <a href={reviewUrl(deskUrl, one.id)}>
              {one.status === 'approved' ? 'Create tasks at the desk' : 'Review at the desk'}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function revisionWords({ revision }: ProposalCard): string {
  return revision > 1 ? `, revision ${revision}` : '';
}
