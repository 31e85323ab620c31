import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import type { Choice, CommitAnswer } from './decide.ts';
import { unsentComments } from './draft.ts';
import { useReview } from './review-context.ts';
import { counted } from './words.ts';

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
          <Button onAct={() => run(choice, false)}>Discard them and {choiceWords[choice]}</Button>
          <Button kind="main" onAct={() => run(choice, true)}>
            Send them and {choiceWords[choice]}
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

/** A commit that created no task, with what changed. */
export function Held({ answer }: { readonly answer: CommitAnswer }) {
  const issues = (answer.issues ?? []) as readonly { readonly message?: string }[];
  return (
    <div className="refused" role="alert">
      <p>
        No task was created. {answer.message} {answer.next} <code>{answer.status}</code>
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
    </div>
  );
}
