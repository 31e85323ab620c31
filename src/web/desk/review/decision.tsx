import { useEffect, useRef } from 'react';
import { counted } from '../../../kit/text.ts';
import { errorsIn, issueLines } from '../../data/equal-words.ts';
import { useSnapshot } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { useNow } from '../../parts/time.tsx';
import { type Choice, useDecide } from './decide.ts';
import { Held, Refused, UnsentComments } from './decision-parts.tsx';
import { Fingerprint, useFingerprint } from './fingerprint.tsx';
import { type Review, useReview } from './review-context.ts';
import { useSteadyField } from './use-steady-field.ts';

/**
 * Where a person decides. Only the desk's own words stand here, nothing of the agent's, and no button takes the focus by
 * itself: whoever decides has come here to do so.
 */
export function Decision() {
  const review = useReview();
  const { newest, draft, change, personName, arrived, moved } = review;
  const { connected } = useSnapshot();
  const fingerprint = useFingerprint();
  const decide = useDecide();
  const words = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (decide.problem) words.current?.focus();
  }, [decide.problem]);
  useSteadyField(words);
  const whyNot = whyNotApprove(review, connected, fingerprint.check);
  const isApproved = useStandingApproval();
  return (
    <section className="decision" id="decision" tabIndex={-1} aria-labelledby="decision-title">
      <h2 id="decision-title">{isApproved ? 'It is approved. What now?' : 'Your decision'}</h2>
      <Fingerprint {...fingerprint} />
      <TextArea
        ref={words}
        label="Your words"
        hint="Notes for an approval, what should change, or why not. They stay with the decision; the agent reads them."
        value={draft.notes}
        maxLength={4000}
        rows={3}
        problem={decide.problem}
        onText={(notes) => change((before) => ({ ...before, notes }))}
      />
      <p className="quiet">
        You decide as {personName}, attended: signed with the key of this browser, on revision {newest.number} with the
        fingerprint above and on nothing else.
        {!isApproved && ' After Approve alone, its agent creates the tasks: once, within seven days.'}
      </p>
      {whyNot && (
        <p id="why-not" role="status">
          <strong>It cannot be approved now.</strong> {whyNot}
          {connected && (arrived || moved) && (
            <>
              {' '}
              <a href="#arrived">To the notice</a>
            </>
          )}
        </p>
      )}
      <Acts isApproved={isApproved} whyNot={whyNot} connected={connected} press={decide.press} busy={decide.busy} />
      {decide.refusal && <Refused refusal={decide.refusal} />}
      {decide.held && <Held answer={decide.held} />}
      {decide.asking && <UnsentComments choice={decide.asking} run={decide.run} close={decide.calm} />}
    </section>
  );
}

const OFFLINE = 'Sidekicks does not answer. Nothing can be decided before it runs again.';

/** Whether an approval is there that a commit can use; one that lapsed has to be given again. */
function useStandingApproval(): boolean {
  const { view } = useReview();
  const now = useNow();
  const approval = view.approvals.findLast((one) => one.voidedAt === null);
  return view.proposal.status === 'approved' && approval !== undefined && Date.parse(approval.expiresAt) > now;
}

interface ActsProps {
  readonly isApproved: boolean;
  readonly whyNot: string | false;
  readonly connected: boolean;
  readonly busy: Choice | null;
  readonly press: (choice: Choice) => void;
}

function Acts({ isApproved, whyNot, connected, busy, press }: ActsProps) {
  const { newest, arrived } = useReview();
  const later =
    (busy && 'One moment: a decision is on its way.') ||
    (!connected && OFFLINE) ||
    (arrived && `Revision ${newest.number} arrived. Take note of it first.`);
  const approving = later || whyNot;
  return (
    <div className="buttons decision-acts">
      {isApproved && (
        <Button kind="main" busy={busy === 'commit'} blocked={later} onAct={() => press('commit')}>
          Create the tasks
        </Button>
      )}
      <Button
        kind={isApproved ? 'plain' : 'main'}
        busy={busy === 'create'}
        blocked={approving}
        aria-describedby={whyNot ? 'why-not' : undefined}
        onAct={() => press('create')}
      >
        {isApproved ? 'Approve again and create tasks' : 'Approve and create tasks'}
      </Button>
      {!isApproved && (
        <Button
          busy={busy === 'approve'}
          blocked={approving}
          aria-describedby={whyNot ? 'why-not' : undefined}
          onAct={() => press('approve')}
        >
          Approve
        </Button>
      )}
      <Button busy={busy === 'changes'} blocked={later} onAct={() => press('changes')}>
        Request changes
      </Button>
      <Button kind="danger" busy={busy === 'reject'} blocked={later} onAct={() => press('reject')}>
        Reject
      </Button>
    </div>
  );
}

function whyNotApprove(review: Review, connected: boolean, check: 'running' | 'same' | 'different'): string | false {
  const { arrived, moved, newest, edited, evaluation } = review;
  if (!connected) return OFFLINE;
  if (arrived) return `Revision ${newest.number} arrived. Take note of it first, at the top of the page.`;
  if (moved) return 'The task or a playbook changed. Take note of it first, at the top of the page.';
  if (edited) return 'You have an unsent edit. Send it as a revision, or discard it.';
  if (!evaluation) return 'Its task is gone.';
  const errors = errorsIn(issueLines(evaluation.issues));
  if (!evaluation.valid) return `It is not valid: ${counted(errors, 'error')}. Edit it, or request changes.`;
  if (check === 'different') return 'What is shown is not what would be approved.';
  return check === 'running' && 'Its fingerprint is being computed.';
}
