import { counted } from '../../../kit/text.ts';
import type { ProposalCard } from '../../../protocol/views.ts';
import { useLive } from '../../data/use-live.ts';
import { ProposalMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { reviewUrl } from '../frame/use-proposal-notices.ts';
import { Link, proposalTarget } from '../link.tsx';
import './proposals.css';

/** One proposal on one line, with the way to the desk while it is open. */
export function ProposalRow({ card }: { readonly card: ProposalCard }) {
  const deskUrl = useLive((state) => state.deskUrl);
  const open = card.status === 'awaiting_approval' || card.status === 'approved';
  return (
    <div className="proposal-row">
      <span className="proposal-state">
        <ProposalMark status={card.status} />
      </span>
      <span className="proposal-text">
        <Link {...proposalTarget(card.id)}>
          <PlainText>{card.title || 'A task that is gone'}</PlainText>
        </Link>{' '}
        <span className="quiet small">
          {counted(card.subtaskCount, 'subtask')}, revision {card.revision}, by{' '}
          <PlainText>{card.author.label}</PlainText>, <Time at={card.updatedAt} />
        </span>
      </span>
      {open && <a href={reviewUrl(deskUrl, card.id)}>Review at the desk</a>}
    </div>
  );
}
