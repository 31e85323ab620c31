import { useState } from 'react';
import type { ProposalView } from '../../../protocol/views.ts';
import { Button } from '../../parts/button.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';
import { useBlocked } from '../boot-context.ts';
import { LinkedTask } from '../linked-task.tsx';

const UndoPlanDialog = lazyDialog(() => import('../undo/undo-plan-dialog.tsx'), 'UndoPlanDialog');

/** The tasks that the plan became, and the way back. */
export function CreatedTasks({ view }: { readonly view: ProposalView }) {
  const [undoing, setUndoing] = useState(false);
  const blocked = useBlocked();
  const { receipt, status, id } = view.proposal;
  if (!receipt) return null;
  return (
    <Section
      title="Created tasks"
      actions={
        status === 'committed' && (
          <Button small blocked={blocked} {...UndoPlanDialog.soon} onAct={() => setUndoing(true)}>
            Undo the plan…
          </Button>
        )
      }
    >
      <p className="quiet small">
        <PlainText>{receipt.by.label}</PlainText> created them <Time at={receipt.at} />
        {receipt.undoneAt && (
          <>
            ; undone {receipt.undoneBy && 'by '}
            <PlainText>{receipt.undoneBy?.label ?? ''}</PlainText> <Time at={receipt.undoneAt} />
          </>
        )}
        .
      </p>
      <ul>
        {view.tasks.map((task) => (
          <li key={task.id}>
            <LinkedTask task={task}>{task.trashedAt !== null && <span>in the trash</span>}</LinkedTask>
          </li>
        ))}
      </ul>
      {undoing && <UndoPlanDialog proposalId={id} onClose={() => setUndoing(false)} />}
    </Section>
  );
}
