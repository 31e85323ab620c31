import { useState } from 'react';
import type { Candidate } from '../../../core/plan/candidate.ts';
import type { Evaluation } from '../../../core/plan/evaluation.ts';
import type { Refusal } from '../../../kit/result.ts';
import { counted } from '../../../kit/text.ts';
import type { QuestionOf } from '../../data/answers.ts';
import { errorsIn, issueLines } from '../../data/equal-words.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { toast } from '../../parts/toast.tsx';
import { DifferenceWords } from './difference-view.tsx';
import { putBack } from './edit.ts';
import { useReview } from './review-context.ts';
import { useDifference } from './use-difference.ts';

/** The person's edit before it is sent: what it changes, and what to do with it. */
export function EditBar() {
  const { edited, newest, shown, evaluation, checked, setEdit, view } = useReview();
  const { difference } = useDifference();
  const { busy, refusal, check, send } = useSendEdit();
  if (!edited || !difference) return null;
  const errors = errorsIn(issueLines(evaluation?.issues ?? []));
  return (
    <section className="edit-bar" id="edit" tabIndex={-1} aria-label="Your unsent edit">
      <h3>Your unsent edit of revision {newest.number}</h3>
      <DifferenceWords difference={difference} earlier={newest.number} />
      {difference.subtasks
        .filter((one) => one.kind === 'removed')
        .map(({ candidateId, title }) => (
          <div key={candidateId} className="buttons">
            <Button small onAct={() => setEdit(putBack(shown, newest.candidate, candidateId))}>
              Put back
            </Button>
            <span className="stored">
              <PlainText>{title}</PlainText>
            </span>
          </div>
        ))}
      <p role="status">
        {checked
          ? `Checked: ${errors === 0 ? 'valid' : `${counted(errors, 'error')}, so it could not be approved`}. Votes, issues and times below are those of your edit.`
          : `Not checked yet: votes, issues and times below are those of revision ${newest.number}.`}
      </p>
      {view.proposal.status === 'approved' && <p>The plan is approved. Sending an edit voids the approval.</p>}
      {refusal && (
        <p className="field-error" role="alert">
          {refusal.message} {refusal.next}
        </p>
      )}
      <div className="buttons">
        <Button busy={busy === 'check'} blocked={checked && 'It is checked.'} onAct={check}>
          Check the edit
        </Button>
        <Button kind="main" busy={busy === 'send'} onAct={send}>
          Send as revision {newest.number + 1}
        </Button>
        <Button kind="quiet" onAct={() => setEdit(newest.candidate)}>
          Discard the edit
        </Button>
      </div>
    </section>
  );
}

function useSendEdit() {
  const { view, newest, shown, setChecked, during, change, refresh } = useReview();
  const api = useApi();
  const version = useLive((state) => state.workspace.version);
  const [busy, setBusy] = useState<'check' | 'send' | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // An edit is made with the eyes on the state as it is now, not as it was when the agent planned.
  const candidate = sendable({ ...shown, expectedWorkspaceVersion: version });

  async function check(): Promise<void> {
    setBusy('check');
    const answer = await api.call('evaluate_task_plan', candidate);
    setBusy(null);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setChecked(shown, answer.value as unknown as Evaluation);
  }

  async function send(): Promise<void> {
    setBusy('send');
    await during(async () => {
      const answer = await api.call('edit_proposal', {
        proposalId: view.proposal.id,
        revision: newest.number,
        candidate,
      });
      setRefusal(answer.ok ? null : answer.refusal);
      if (answer.ok) {
        const { revision, valid } = answer.value;
        change((draft) => ({ ...draft, revision, edit: null }));
        toast({
          tone: valid ? 'good' : 'plain',
          text: `Sent as revision ${revision}${valid ? '.' : ', which has errors: it cannot be approved as it is.'}`,
        });
      }
      refresh();
    });
    setBusy(null);
  }

  return { busy, refusal, check: () => void check(), send: () => void send() };
}

/** The table's types know no `readonly` lists; the values are the same. */
function sendable(candidate: Candidate): QuestionOf<'evaluate_task_plan'> {
  return candidate as unknown as QuestionOf<'evaluate_task_plan'>;
}
