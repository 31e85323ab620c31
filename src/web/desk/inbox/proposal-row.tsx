import { Link } from '@tanstack/react-router';
import { counted } from '../../../kit/text.ts';
import type { ProposalCard } from '../../../protocol/views.ts';
import { issueLines } from '../../data/equal-words.ts';
import { aliasOf } from '../../data/live-state.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { CrossIcon, DotIcon } from '../../parts/icons.tsx';
import { Mark, ProposalMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';

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
        {card.status === 'awaiting_approval' && <IssueCount card={card} />}
        <ProposalMark status={card.status} />
        <Time at={card.updatedAt} />
      </span>
    </li>
  );
}

/** What the evaluation of this minute finds. A card knows only whether it was valid, so the plan itself is read. */
function IssueCount({ card }: { readonly card: ProposalCard }) {
  const version = useLive((state) => state.workspace.version);
  const { value } = useAsk('read_proposal', { proposalId: card.id }, `${card.revision} ${version}`);
  const evaluation = value?.evaluation;
  const valid = evaluation?.valid ?? card.valid;
  const issues = issueLines(evaluation?.issues ?? []);
  const cut = evaluation?.cutIssues.reduce((sum, { count }) => sum + count, 0) ?? 0;
  if (!valid) {
    return (
      <Mark icon={<CrossIcon />} tone="bad">
        Not valid
      </Mark>
    );
  }
  if (issues.length + cut === 0) return null;
  return (
    <Mark icon={<DotIcon />} tone="warn">
      {counted(issues.length + cut, 'issue')}
    </Mark>
  );
}
