import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../kit/text.ts';
import type { ApprovalView } from '../../../protocol/views.ts';
import { Button } from '../../parts/button.tsx';
import { Digest } from '../../parts/digest.tsx';
import { proposalWord } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { TaskRow } from '../../parts/task-row.tsx';
import { Time, useNow, When } from '../../parts/time.tsx';
import { useDesk } from '../desk-context.ts';
import { useReview } from './review-context.ts';
import { UndoPlan } from './undo-plan.tsx';
import { viaWords } from './words.ts';

/** What was decided, by whom, at which level, on which revision; and what became of it. */
export function ReceiptView() {
  const { view } = useReview();
  const { status, reason, receipt } = view.proposal;
  const heading = useFocusAfterDecision(status);
  if (status === 'awaiting_approval') return null;
  const approval = view.approvals.findLast((one) => one.voidedAt === null);
  return (
    <section className="receipt" aria-labelledby="receipt-title">
      <h2 id="receipt-title" ref={heading} tabIndex={-1}>
        {proposalWord(status)}
      </h2>
      {reason !== null && (
        <p className="stored">
          <PlainText>{reason}</PlainText>
        </p>
      )}
      {status === 'changes_requested' && (
        <p className="quiet">The agent reads this and the comments, and sends a new revision.</p>
      )}
      {approval && <ApprovalRecord approval={approval} />}
      {receipt && <Created />}
    </section>
  );
}

function ApprovalRecord({ approval }: { readonly approval: ApprovalView }) {
  const { keyId } = useDesk();
  const { personName, level, at, revision, digest, notes, editedBy, usedAt, expiresAt } = approval;
  const isOver = Date.parse(expiresAt) <= useNow() && usedAt === null;
  return (
    <>
      <p>
        <strong>
          <PlainText>{personName}</PlainText>
        </strong>{' '}
        approved revision {revision} {approval.keyId === keyId ? 'at this desk' : 'at the desk, in another browser'},{' '}
        <strong>{level}</strong>, <Time at={at} />
        {editedBy !== null && (
          <>
            ; <PlainText>{editedBy}</PlainText> had edited it
          </>
        )}
        .
      </p>
      <Digest digest={digest} label={`Fingerprint of revision ${revision}`} />
      {notes !== '' && (
        <blockquote className="stored">
          <PlainText>{notes}</PlainText>
        </blockquote>
      )}
      {usedAt === null && (
        <p className={isOver ? undefined : 'quiet'}>
          {isOver ? 'The approval lapsed on ' : 'Not committed yet. The approval lapses on '}
          <When at={expiresAt} />.{isOver && ' Approve it again to create its tasks.'}
        </p>
      )}
    </>
  );
}

/** The tasks that the commit made, and the way back. */
function Created() {
  const { view, workspaceUrl } = useReview();
  const [undoing, setUndoing] = useState(false);
  const { receipt } = view.proposal;
  if (!receipt) return null;
  const { parent } = view;
  const tasks = new Map(view.tasks.map((task) => [task.id, task]));
  return (
    <>
      <p>
        <PlainText>{receipt.by.label}</PlainText> created {counted(receipt.tasks.length, 'task')}{' '}
        {viaWords[receipt.by.via]} <Time at={receipt.at} />
        {parent && (
          <>
            , all of them under{' '}
            <a href={`${workspaceUrl}/task/${view.parentAlias}`}>
              {view.parentAlias} <PlainText>{parent.title}</PlainText>
            </a>
          </>
        )}
        . The workspace is at version {receipt.version} since.
        {receipt.undoneAt !== null && (
          <>
            {' '}
            Undone {receipt.undoneBy && 'by '}
            <PlainText>{receipt.undoneBy?.label ?? ''}</PlainText> <Time at={receipt.undoneAt} />.
          </>
        )}
      </p>
      <ul>
        {receipt.tasks.map(({ taskId, alias }) => {
          const task = tasks.get(taskId);
          return (
            <li key={taskId}>
              <TaskRow
                status={task?.status ?? 'backlog'}
                alias={alias}
                title={task?.title ?? 'gone'}
                link={(title, className) => (
                  <a className={className} href={`${workspaceUrl}/task/${alias}`}>
                    {title}
                  </a>
                )}
              >
                {task?.trashedAt && <span className="quiet">in the trash</span>}
              </TaskRow>
            </li>
          );
        })}
      </ul>
      {receipt.undoneAt === null && (
        <div className="buttons">
          <Button onAct={() => setUndoing(true)}>Undo this plan…</Button>
        </div>
      )}
      {undoing && <UndoPlan close={() => setUndoing(false)} />}
    </>
  );
}

/** The buttons go with the decision; the focus then goes to what became of it, unless the person is typing elsewhere. */
function useFocusAfterDecision(status: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    const { activeElement } = document;
    const isFree = !activeElement || activeElement === document.body || activeElement.closest('#decision') !== null;
    if (!isFree) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, [status]);
  return heading;
}
