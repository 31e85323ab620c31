import { Link } from '@tanstack/react-router';
import type { ProposalCard } from '../../../protocol/views.ts';
import { aliasOf } from '../../data/live-state.ts';
import { useLive } from '../../data/use-live.ts';
import { CrossIcon } from '../../parts/icons.tsx';
import { Mark, ProposalMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { counted } from '../review/words.ts';

/** One proposal on two lines: for which task, by whom, how large, how it stands. */
export function ProposalRow({ card }: { readonly card: ProposalCard }) {
  const parent = useLive((state) => state.tasks.get(card.parentTaskId));
  return (
    <li className="row">
      <span className="row-text">
        <Link to="/proposal/$proposalId" params={{ proposalId: card.id }} className="row-title">
          {parent && <span className="alias">{aliasOf(parent)}</span>}{' '}
          <PlainText>{parent?.title ?? (card.title || 'A task that is gone')}</PlainText>
        </Link>
        <span className="quiet small">
          <PlainText>{card.author.label}</PlainText>, {counted(card.subtaskCount, 'subtask')}
          {card.revision > 1 && `, revision ${card.revision}`}
        </span>
      </span>
      <span className="row-side">
        {!card.valid && (
          <Mark icon={<CrossIcon />} tone="bad">
            Not valid
          </Mark>
        )}
        <ProposalMark status={card.status} />
        <Time at={card.updatedAt} />
      </span>
    </li>
  );
}
