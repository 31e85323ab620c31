import { counted } from '../../kit/text.ts';
import type { RunView } from '../../protocol/delegation-views.ts';
import { Markdown } from '../parts/markdown.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Facts } from './facts.tsx';
import { ClaimMark } from './marks.tsx';
import { Lines } from './run-facts.tsx';

/** What the worker handed in. All of it is its word. */
export function ReportView({ view }: { readonly view: RunView }) {
  const { report, status } = view.run;
  if (!report) {
    const ended = status === 'completed' || status === 'failed' || status === 'cancelled' || status === 'interrupted';
    if (!ended) return null;
    return (
      <Section title="Report">
        <p className="quiet">The worker handed in no report, so nothing is claimed, and nothing counts as a success.</p>
      </Section>
    );
  }
  return (
    <Section title="Report">
      <p className="claim-note">
        These are the worker’s claims. What Sidekicks saw itself stands under Coverage and Checks.
      </p>
      <Facts
        facts={[
          { name: 'Outcome', value: <ClaimMark outcome={report.outcome} /> },
          { name: 'Summary', value: <Markdown>{report.summary}</Markdown> },
          report.blockers.length > 0 && {
            name: 'Blockers',
            value: (
              <ul className="bullets">
                {report.blockers.map((text) => (
                  <li key={text} className="stored">
                    <PlainText>{text}</PlainText>
                  </li>
                ))}
              </ul>
            ),
          },
          report.changedFiles.length > 0 && {
            name: 'Files it says it changed',
            value: <Lines of={report.changedFiles} />,
          },
        ]}
      />
      {report.answerHash !== null && <Answer view={view} />}
    </Section>
  );
}

/** Often the whole point of a run that only thinks or reads. */
function Answer({ view: { answer, run } }: { readonly view: RunView }) {
  const hash = run.report?.answerHash ?? '';
  return (
    <>
      <h3>Answer</h3>
      {answer === null ? (
        <p className="quiet">Its bytes are gone or damaged; sidekicks verify names them.</p>
      ) : (
        <Markdown>{answer}</Markdown>
      )}
      <p className="quiet small">
        {counted(run.report?.answerCharacters ?? 0, 'character')}, SHA-256 <code title={hash}>{hash.slice(0, 12)}</code>
      </p>
    </>
  );
}
