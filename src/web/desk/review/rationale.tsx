import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { nameOf } from './field-value.tsx';
import { useReview } from './review-context.ts';

/** What the agent says for its plan: shown as its words, far from the buttons. */
export function Rationale() {
  const { view, newest, shown } = useReview();
  const { label } = view.proposal.author;
  return (
    <Section title="The agent’s words">
      <figure className="quote">
        <blockquote className="stored">
          {shown.rationale === '' ? (
            <span className="quiet">It gave no reason.</span>
          ) : (
            <PlainText>{shown.rationale}</PlainText>
          )}
        </blockquote>
        <figcaption className="quiet small">
          <PlainText>{label}</PlainText>, an agent. Nobody checked this.
          {newest.editOf !== null && ` ${newest.author.label} edited this revision.`}
        </figcaption>
      </figure>
      <p className="quiet">
        It says that it consulted{' '}
        <PlainText>
          {newest.candidate.consultedSidekickIds.map((id) => nameOf(view.names, id)).join(', ') || 'no sidekick'}
        </PlainText>
        .
      </p>
    </Section>
  );
}
