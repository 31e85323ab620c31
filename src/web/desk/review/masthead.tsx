import { Link } from '@tanstack/react-router';
import type { Author } from '../../../core/access/author.ts';
import { ProposalMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { useReview } from './review-context.ts';
import { viaWords } from './words.ts';

/** Who made it, when, which revision this is and how it stands. */
export function Masthead() {
  const { view, newest } = useReview();
  const { author, status, createdAt } = view.proposal;
  return (
    <div className="masthead">
      <p>
        <ProposalMark status={status} />
      </p>
      <p>
        <Agent author={author} /> staged it {viaWords[author.via]} <Time at={createdAt} />.
        {newest.number > 1 && (
          <>
            {' '}
            <PlainText>{newest.author.label}</PlainText>{' '}
            {newest.editOf === null ? 'revised' : `edited revision ${newest.editOf}`} <Time at={newest.at} />: this is
            revision {newest.number}.
          </>
        )}
      </p>
    </div>
  );
}

/** An agent by its label and token, linked to everything it did. */
function Agent({ author }: { readonly author: Author }) {
  const isToken = author.kind === 'agent' || author.kind === 'visitor' || author.kind === 'terminal';
  if (!isToken) {
    return (
      <strong>
        <PlainText>{author.label}</PlainText>
      </strong>
    );
  }
  return (
    <>
      <strong>
        <PlainText>{author.label}</PlainText>
      </strong>{' '}
      <span className="quiet">
        ({kindWords[author.kind]}, token <code>{author.id.slice(-6)}</code>,{' '}
        <Link to="/access/$tokenId" params={{ tokenId: author.id }}>
          all it did
        </Link>
        )
      </span>
    </>
  );
}

const kindWords = { agent: 'agent', visitor: 'agent in the workspace page', terminal: 'a program in a terminal' };
