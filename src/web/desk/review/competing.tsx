import { Link } from '@tanstack/react-router';
import { counted } from '../../../kit/text.ts';
import { ProposalMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { useReview } from './review-context.ts';

/** Other open plans for the same task: when one is committed, the others are superseded. */
export function Competing() {
  const { view } = useReview();
  if (view.competing.length === 0) return null;
  return (
    <Section title="Other plans for the same task">
      <p className="quiet">When one of them is committed, the others are superseded.</p>
      <ul className="rows">
        {view.competing.map(({ id, author, subtaskCount, status, updatedAt }) => (
          <li key={id} className="row">
            <Link to="/proposal/$proposalId" params={{ proposalId: id }}>
              By <PlainText>{author.label}</PlainText>, {counted(subtaskCount, 'subtask')}
            </Link>
            <span className="row-side">
              <ProposalMark status={status} /> <Time at={updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
