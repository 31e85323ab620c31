import type { Subtask } from '../../../core/plan/candidate.ts';
import type { Revision } from '../../../core/plan/proposal.ts';
import { durationWords } from '../../../kit/durations.ts';
import { counted } from '../../../kit/text.ts';
import type { ProposalView } from '../../../protocol/views.ts';
import { PriorityMark, StatusMark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Tag } from '../../parts/tag.tsx';
import { When } from '../../parts/time.tsx';

interface StepsProps {
  readonly view: ProposalView;
  readonly revision: Revision;
}

/** The subtasks of a revision as a numbered text. */
export function PlanSteps({ view, revision }: StepsProps) {
  const { subtasks } = revision.candidate;
  const numbers = new Map(subtasks.map((one, index) => [one.candidateId, index + 1]));
  return (
    <Section title={counted(subtasks.length, 'subtask')}>
      <ol className="plan-steps">
        {subtasks.map((subtask, index) => (
          <li key={subtask.candidateId}>
            <span className="plan-number">{index + 1}</span>
            <div className="plan-step">
              <h3>
                <PlainText>{subtask.title}</PlainText>
              </h3>
              {subtask.description !== '' && (
                <p>
                  <PlainText>{subtask.description}</PlainText>
                </p>
              )}
              <StepFacts subtask={subtask} numbers={numbers} names={view.names} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface FactsProps {
  readonly subtask: Subtask;
  readonly numbers: ReadonlyMap<string, number>;
  readonly names: ProposalView['names'];
}

function StepFacts({ subtask, numbers, names }: FactsProps) {
  const after = subtask.dependencyCandidateIds.map((id) => numbers.get(id) ?? id);
  const sidekicks = subtask.assignedSidekickIds.map((id) => names[id] ?? id);
  return (
    <p className="plan-facts">
      <StatusMark status={subtask.status} />
      <PriorityMark priority={subtask.priority} />
      {subtask.estimatedDurationMinutes !== undefined && <span>{durationWords(subtask.estimatedDurationMinutes)}</span>}
      {subtask.plannedStart !== undefined && (
        <span>
          starts <When at={subtask.plannedStart} />
        </span>
      )}
      {subtask.dueAt !== undefined && (
        <span>
          due <When at={subtask.dueAt} />
        </span>
      )}
      {after.length > 0 && <span>after {after.join(', ')}</span>}
      {sidekicks.length > 0 && (
        <span>
          advised by <PlainText>{sidekicks.join(', ')}</PlainText>
        </span>
      )}
      {subtask.tags.map((tag) => (
        <Tag key={tag}>
          <PlainText>{tag}</PlainText>
        </Tag>
      ))}
    </p>
  );
}
