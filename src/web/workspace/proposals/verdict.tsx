import type { Evaluation, Vote } from '../../../core/plan/evaluation.ts';
import { durationWords } from '../../../kit/durations.ts';
import { counted } from '../../../kit/text.ts';
import type { ProposalView } from '../../../protocol/views.ts';
import { issueLines, reasonLines } from '../../data/equal-words.ts';
import { CheckIcon, CrossIcon, DashedIcon, DotIcon } from '../../parts/icons.tsx';
import { Mark, VoteMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time, When } from '../../parts/time.tsx';

/** What the evaluation says of the newest revision: now while it is open, as it was staged once that is over. */
export function Verdict({ view }: { readonly view: ProposalView }) {
  const { names } = view;
  // A plan that became tasks repeats them by now, which is no news.
  const evaluation = isOpen(view) ? view.evaluation : view.revisions.at(-1)?.evaluation;
  if (!evaluation) return null;
  return (
    <>
      <Section title="Votes">
        <ul className="votes">
          {evaluation.votes.map((vote) => (
            <li key={vote.sidekickId}>
              <VoteRow vote={vote} name={nameOf(vote.sidekickId, names)} />
            </li>
          ))}
        </ul>
      </Section>
      <Issues evaluation={evaluation} view={view} />
      <Coverage evaluation={evaluation} names={names} />
      <Section title="Time">
        <p>{scheduleWords(evaluation)}</p>
        {evaluation.schedule.end && (
          <p className="quiet small">
            The last subtask ends <When at={evaluation.schedule.end} />. Evaluated <Time at={evaluation.now} />.
          </p>
        )}
      </Section>
    </>
  );
}

export function isOpen({ proposal: { status } }: ProposalView): boolean {
  return status === 'awaiting_approval' || status === 'changes_requested' || status === 'approved';
}

function nameOf(id: string, names: ProposalView['names']): string {
  return id === 'workspace' ? 'The workspace' : (names[id] ?? id);
}

function VoteRow({ vote, name }: { readonly vote: Vote; readonly name: string }) {
  return (
    <>
      <VoteMark vote={vote.vote} />
      <span>
        <strong>
          <PlainText>{name}</PlainText>
        </strong>{' '}
        {vote.reasons.length > 0 && (
          <span className="quiet">
            <PlainText>
              {reasonLines(vote.reasons)
                .map(({ text }) => text)
                .join(' ')}
            </PlainText>
          </span>
        )}
      </span>
    </>
  );
}

interface IssuesProps {
  readonly evaluation: Evaluation;
  readonly view: ProposalView;
}

function Issues({ evaluation, view: { names, revisions } }: IssuesProps) {
  const subtasks = revisions.at(-1)?.candidate.subtasks ?? [];
  const numberOf = (id: string) => subtasks.findIndex(({ candidateId }) => candidateId === id) + 1 || id;
  if (evaluation.issues.length === 0) {
    return (
      <Section title="Issues">
        <p className="quiet">None.</p>
      </Section>
    );
  }
  return (
    <Section title="Issues">
      <ul className="votes">
        {issueLines(evaluation.issues).map((issue) => (
          <li key={`${issue.severity} ${issue.message}`}>
            {issue.severity === 'error' ? (
              <Mark icon={<CrossIcon />} tone="bad">
                Error
              </Mark>
            ) : (
              <Mark icon={<DotIcon />} tone="warn">
                Warning
              </Mark>
            )}
            <span>
              <PlainText>{issue.message}</PlainText>{' '}
              <span className="quiet small">
                <PlainText>{issue.raisedBy.map((id) => nameOf(id, names)).join(', ')}</PlainText>
                {issue.candidateIds.length > 0 && (
                  <>
                    {issue.candidateIds.length === 1 ? ', subtask ' : ', subtasks '}
                    <PlainText>{issue.candidateIds.map(numberOf).join(', ')}</PlainText>
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {evaluation.cutIssues.length > 0 && (
        <p className="quiet small">
          More: {evaluation.cutIssues.map(({ code, count }) => `${count} × ${code}`).join(', ')}
        </p>
      )}
    </Section>
  );
}

function Coverage({ evaluation, names }: { readonly evaluation: Evaluation; readonly names: ProposalView['names'] }) {
  const { coverage } = evaluation;
  if (coverage.length === 0) return null;
  const covered = coverage.filter((item) => item.coveredBy.length > 0).length;
  return (
    <Section title={`Checklists, ${covered} of ${coverage.length} covered`}>
      <ul className="votes">
        {coverage.map((item) => (
          <li key={`${item.sidekickId} ${item.itemId}`}>
            {item.coveredBy.length > 0 ? (
              <Mark icon={<CheckIcon />} tone="good">
                Covered
              </Mark>
            ) : (
              <Mark icon={<DashedIcon />} tone={item.required ? 'bad' : 'quiet'}>
                {item.required ? 'Missing' : 'Open'}
              </Mark>
            )}
            <span>
              <PlainText>{item.text}</PlainText>{' '}
              <span className="quiet small">
                <PlainText>{nameOf(item.sidekickId, names)}</PlainText>
                {item.required ? ', required' : ''}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const effects: { readonly [E in Evaluation['schedule']['deadlineEffect']]: string } = {
  none: 'Its task has no deadline.',
  met: 'The plan meets the deadline of its task.',
  'at-risk': 'The plan puts the deadline of its task at risk.',
  missed: 'The plan misses the deadline of its task.',
  unknown: 'Whether it meets the deadline of its task is unknown.',
};

function scheduleWords({ schedule, capacity }: Evaluation): string {
  const unknown =
    schedule.unestimated > 0
      ? ` ${counted(schedule.unestimated, 'subtask has', 'subtasks have')} no estimate and ${schedule.unestimated === 1 ? 'is' : 'are'} not counted.`
      : '';
  const fits =
    capacity.fits === null
      ? ''
      : capacity.fits
        ? ' Begun now, its work fits into the time that is left.'
        : ' It does not fit into the time that is left.';
  return `${effects[schedule.deadlineEffect]} The plan needs ${durationWords(capacity.neededMinutes)}.${fits}${unknown}`;
}
