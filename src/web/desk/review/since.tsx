import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { useReview } from './review-context.ts';

/** What the evaluation reads and has changed since the revision was staged. */
export function Since() {
  const { view, newest, open } = useReview();
  if (!open) {
    return (
      <p className="quiet">
        Times, votes and issues are those of revision {newest.number} when it was made, <Time at={newest.at} />.
      </p>
    );
  }
  if (view.changedSince.length === 0) return null;
  return (
    <Section title={`Changed since revision ${newest.number} was made`}>
      <p className="quiet">
        It was evaluated <Time at={newest.at} />. What stands on this page is evaluated as things are now.
      </p>
      <ul className="bullets">
        {view.changedSince.map((change) => (
          <li key={change} className="stored">
            <PlainText>{change}</PlainText>
          </li>
        ))}
      </ul>
    </Section>
  );
}
