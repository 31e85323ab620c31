import { useId, useState } from 'react';
import type { Comment } from '../../../core/plan/proposal.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Time } from '../../parts/time.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { commentOf, wholePlan, withComment } from './draft.ts';
import { useReview } from './review-context.ts';

/** What was said about one subtask, or about the plan: oldest first. */
export function Thread({ candidateId }: { readonly candidateId: string }) {
  const { view } = useReview();
  const comments = view.comments.filter((comment) => (comment.candidateId ?? wholePlan) === candidateId);
  return <Comments comments={comments} />;
}

export function Comments({ comments }: { readonly comments: readonly Comment[] }) {
  const { newest } = useReview();
  if (comments.length === 0) return null;
  return (
    <ul className="thread">
      {comments.map(({ id, author, at, revision, text }) => (
        <li key={id} className="margin-note">
          <p className="stored">
            <PlainText>{text}</PlainText>
          </p>
          <p className="quiet small">
            <PlainText>{author.label}</PlainText>, <Time at={at} />
            {revision !== newest.number && `, on revision ${revision}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface ComposerProps {
  readonly candidateId: string;
  /** "subtask 3", "the plan": what the words are about. */
  readonly about: string;
}

/** A comment being typed. It is kept as a draft; the agent sees it only once it is sent. */
export function Composer({ candidateId, about }: ComposerProps) {
  const { draft, change } = useReview();
  const [wanted, setWanted] = useState(false);
  const { sending, problem, send } = useSendComment(candidateId, () => setWanted(false));
  const id = useId();
  const text = commentOf(draft, candidateId);
  const isOpen = wanted || text !== '';
  const opener = useOpener(isOpen);
  if (!isOpen) {
    return (
      <div className="buttons">
        <Button
          ref={opener}
          kind="quiet"
          small
          data-comment
          aria-label={`Comment on ${about}`}
          onAct={() => setWanted(true)}
        >
          Comment
        </Button>
      </div>
    );
  }
  return (
    <div className="composer">
      <label className="visually-hidden" htmlFor={id}>
        Comment on {about}
      </label>
      <textarea
        id={id}
        className="input"
        data-comment
        rows={2}
        maxLength={4000}
        // The person pressed "Comment" to type here.
        // biome-ignore lint/a11y/noAutofocus: nothing else follows that press
        autoFocus={wanted}
        value={text}
        onChange={(event) => change((draft) => withComment(draft, candidateId, event.target.value))}
      />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="buttons">
        <Button small busy={sending} blocked={text.trim() === '' && 'Type something first.'} onAct={send}>
          Send comment
        </Button>
        <Button
          kind="quiet"
          small
          onAct={() => {
            setWanted(false);
            change((draft) => withComment(draft, candidateId, ''));
          }}
        >
          Discard
        </Button>
      </div>
    </div>
  );
}

function useSendComment(candidateId: string, sent: () => void) {
  const { view, newest, draft, change, refresh } = useReview();
  const api = useApi();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function send(): Promise<void> {
    setSending(true);
    const answer = await api.call('comment_proposal', {
      proposalId: view.proposal.id,
      revision: newest.number,
      text: commentOf(draft, candidateId),
      ...(candidateId === wholePlan ? {} : { candidateId }),
    });
    setProblem(answer.ok ? null : `${answer.refusal.message} ${answer.refusal.next}`);
    if (answer.ok) {
      refresh();
      change((draft) => withComment(draft, candidateId, ''));
      sent();
    }
    setSending(false);
  }
  return { sending, problem, send: () => void send() };
}
