import { type ReactNode, useEffect, useRef } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import { counted } from '../../../kit/text.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import type { Choice, CommitAnswer } from './decide.ts';
import { unsentComments } from './draft.ts';
import { useReview } from './review-context.ts';

const choiceWords: { readonly [C in Choice]: string } = {
  create: 'approve and create tasks',
  approve: 'approve',
  changes: 'request changes',
  reject: 'reject',
  commit: 'create the tasks',
};

interface UnsentCommentsProps {
  readonly choice: Choice;
  readonly run: (choice: Choice, withComments: boolean) => void;
  readonly close: () => void;
}

/** A decision while comments wait: the person says what happens to them. */
export function UnsentComments({ choice, run, close }: UnsentCommentsProps) {
  const { draft } = useReview();
  const count = unsentComments(draft).length;
  return (
    <Dialog
      title={`${counted(count, 'comment')} not sent`}
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Go back</Button>
          <Button onAct={() => run(choice, false)}>Discard and {choiceWords[choice]}</Button>
          <Button kind="main" onAct={() => run(choice, true)}>
            Send and {choiceWords[choice]}
          </Button>
        </>
      }
    >
      <p>
        You typed {counted(count, 'comment')} that nobody has seen yet. Without sending,{' '}
        {count === 1 ? 'it is' : 'they are'} lost with your decision.
      </p>
    </Dialog>
  );
}

/** Below the buttons that were pressed, and in sight. */
function Outcome({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Chromium answers a promise, which React would take for the clean-up.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="refused" role="alert" ref={place}>
      {children}
    </div>
  );
}

export function Refused({ refusal }: { readonly refusal: Refusal }) {
  const isKnown = refusal.code !== 'unreachable';
  return (
    <Outcome>
      <p>
        <strong>
          {isKnown
            ? 'Nothing was decided.'
            : 'It is not known whether it was decided; look again before you repeat it.'}
        </strong>{' '}
        {refusal.message} {refusal.next} <code>{refusal.code}</code>
      </p>
    </Outcome>
  );
}

/** A commit that created no task, with what changed. */
export function Held({ answer }: { readonly answer: CommitAnswer }) {
  const issues = (answer.issues ?? []) as readonly { readonly message?: string }[];
  return (
    <Outcome>
      <p>
        <strong>No task was created.</strong> {answer.message} {answer.next} <code>{answer.status}</code>
      </p>
      {answer.changes && answer.changes.length > 0 && (
        <ul className="bullets">
          {answer.changes.map((change) => (
            <li key={change} className="stored">
              <PlainText>{change}</PlainText>
            </li>
          ))}
        </ul>
      )}
      {issues.length > 0 && <p>{counted(issues.length, 'issue')} of the fresh evaluation stand above.</p>}
    </Outcome>
  );
}
