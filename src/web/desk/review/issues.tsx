import { useState } from 'react';
import type { Candidate } from '../../../core/plan/candidate.ts';
import type { Repair } from '../../../core/plan/evaluation.ts';
import { counted } from '../../../kit/text.ts';
import { errorsIn, type IssueLine, issueLines } from '../../data/equal-words.ts';
import { Button } from '../../parts/button.tsx';
import { CrossIcon, DotIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { nameOf } from './field-value.tsx';
import { useReview } from './review-context.ts';
import { StepLinks } from './step-link.tsx';

/** Every issue of the evaluation, errors first, with what repairs it. */
export function Issues() {
  const { evaluation, open } = useReview();
  if (!evaluation) return null;
  const { cutIssues, repairAll } = evaluation;
  const issues = issueLines(evaluation.issues);
  const errors = errorsIn(issues);
  const title =
    issues.length === 0
      ? 'No issues'
      : `${counted(errors, 'error')}, ${counted(issues.length - errors, 'warning')}${cutIssues.length > 0 ? ' shown' : ''}`;
  return (
    <Section
      title={title}
      actions={
        open &&
        repairAll.patch &&
        repairAll.patch.length > 0 && <RepairButton label="Apply every repair" patch={repairAll.patch} />
      }
    >
      {issues.length === 0 && <p className="quiet">The workspace and the sidekicks raised nothing.</p>}
      <ul className="issues">
        {issues.map((issue) => (
          <li key={`${issue.severity} ${issue.message}`}>
            <IssueNote issue={issue} located />
          </li>
        ))}
      </ul>
      {cutIssues.length > 0 && (
        <p>Not shown in full: {cutIssues.map(({ code, count }) => `${count} of ${code}`).join(', ')}.</p>
      )}
    </Section>
  );
}

interface IssueNoteProps {
  readonly issue: IssueLine;
  /** Names the subtasks; in a margin that is plain. */
  readonly located?: boolean;
}

export function IssueNote({ issue, located = false }: IssueNoteProps) {
  const { evaluation, view, open } = useReview();
  const repairs = evaluation?.repairs.filter((repair) => issue.repairIds.includes(repair.id)) ?? [];
  const isError = issue.severity === 'error';
  return (
    <div className="margin-note" data-kind={issue.severity}>
      <p className="stored">
        <Mark icon={isError ? <CrossIcon /> : <DotIcon />} tone={isError ? 'bad' : 'warn'}>
          {isError ? 'Error' : 'Warning'}
        </Mark>{' '}
        <PlainText>{issue.message}</PlainText>
      </p>
      <p className="quiet small">
        {issue.raisedBy.map((id) => nameOf(view.names, id)).join(', ')}, <code>{issue.codes.join(', ')}</code>
        {located && issue.candidateIds.length > 0 && (
          <>
            {': '}
            <StepLinks ids={issue.candidateIds} />
          </>
        )}
      </p>
      {open &&
        repairs.map((repair) => (
          <RepairButton key={repair.id} label="Apply" summary={repair.summary} patch={repair.patch} />
        ))}
    </div>
  );
}

interface RepairButtonProps {
  readonly label: string;
  readonly summary?: string;
  readonly patch: Repair['patch'];
}

/** Puts a repair into the person's edit. It is sent like every other edit. */
function RepairButton({ label, summary, patch }: RepairButtonProps) {
  const { shown, editBlocked, setEdit } = useReview();
  const [problem, setProblem] = useState<string | null>(null);
  const apply = async () => {
    const repaired = await patched(shown, patch);
    if (repaired) setEdit(repaired);
    setProblem(repaired ? null : 'It does not fit your edit. Check the edit, then take the repair it offers.');
  };
  return (
    <div className="repair">
      {summary && (
        <span className="stored">
          <PlainText>{summary}</PlainText>
        </span>
      )}
      <Button small blocked={editBlocked} onAct={() => void apply()}>
        {label}
      </Button>
      {problem && (
        <span className="small" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** Null when a `test` of the patch fails. */
async function patched(candidate: Candidate, patch: Repair['patch']): Promise<Candidate | null> {
  const { applyPatch } = await import('fast-json-patch');
  try {
    // Nothing is mutated; the patch is the daemon's, its `test` operations guard against another state.
    return applyPatch(candidate, patch, false, false).newDocument;
  } catch {
    return null;
  }
}
