import type { Run } from '../../core/run/run.ts';
import { Markdown } from '../parts/markdown.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Facts } from './facts.tsx';
import { ClaimMark } from './marks.tsx';
import { Lines } from './run-facts.tsx';
import { counted } from './words.ts';

/** What the worker handed in. All of it is its word. */
export function ReportView({ run: { report, status } }: { readonly run: Run }) {
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
          report.answerHash !== null && {
            name: 'Answer',
            value: (
              <>
                {counted(report.answerCharacters, 'character')}, SHA-256{' '}
                <code title={report.answerHash}>{report.answerHash.slice(0, 12)}</code>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
