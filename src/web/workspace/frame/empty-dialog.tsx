import { counted } from '../../../kit/text.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';

interface EmptyDialogProps {
  readonly busy: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

export function EmptyDialog({ busy, onAct, onClose }: EmptyDialogProps) {
  const tasks = useLive((state) => state.tasks.size - state.trash.length);
  const commitments = useLive((state) => state.commitments.length);
  return (
    <Dialog
      title="Empty the example?"
      onClose={onClose}
      foot={
        <>
          <Button onAct={onClose}>Keep it</Button>
          <Button kind="danger" busy={busy} onAct={onAct}>
            Empty the example
          </Button>
        </>
      }
    >
      <p>
        {counted(tasks, 'task goes', 'tasks go')} to the trash and{' '}
        {counted(commitments, 'commitment is', 'commitments are')} removed. You can undo this.
      </p>
    </Dialog>
  );
}
