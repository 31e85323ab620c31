import { reasonLines } from '../../data/equal-words.ts';
import { consultedEdit } from '../../data/standing.ts';
import { VoteMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { nameOf } from './field-value.tsx';
import { LeftOut } from './left-out.tsx';
import { useReview } from './review-context.ts';
import { StepLinks } from './step-link.tsx';

/** One vote per sidekick that applies and one by the workspace, each with its reasons. */
export function Votes() {
  const { evaluation, view } = useReview();
  if (!evaluation) return null;
  return (
    <Section title="What the sidekicks say">
      <ul className="votes">
        {evaluation.votes.map(({ sidekickId, vote, reasons }) => (
          <li key={sidekickId} className="vote">
            <p className="vote-head">
              <VoteMark vote={vote} />
              <strong>
                <PlainText>{nameOf(view.names, sidekickId)}</PlainText>
              </strong>
              <Claim sidekickId={sidekickId} />
            </p>
            <ul className="bullets">
              {reasonLines(reasons).map(({ text, candidateIds }) => (
                <li key={text}>
                  <span className="stored">
                    <PlainText>{text}</PlainText>
                  </span>
                  {candidateIds.length > 0 && (
                    <span className="quiet small">
                      {' '}
                      <StepLinks ids={candidateIds} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <LeftOut count={evaluation.omitted.votes} what="vote" />
      <LeftOut count={evaluation.omitted.reasons} what="reason" />
    </Section>
  );
}

/** Who says that it was consulted, if anybody does. */
function Claim({ sidekickId }: { readonly sidekickId: string }) {
  const { shown, newest, view } = useReview();
  if (!shown.consultedSidekickIds.includes(sidekickId)) return null;
  const edit = consultedEdit(view.revisions, sidekickId);
  const isSent = newest.candidate.consultedSidekickIds.includes(sidekickId);
  return (
    <span className="quiet small">
      {!isSent ? (
        'your edit says that it was consulted'
      ) : edit ? (
        <>
          <PlainText>{edit.author.label}</PlainText> says that it was consulted
        </>
      ) : (
        'the agent says it consulted it'
      )}
    </span>
  );
}
