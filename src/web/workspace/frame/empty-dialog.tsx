import { useSnapshot } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { exampleWords } from './example-words.ts';

interface EmptyDialogProps {
  readonly busy: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

export function EmptyDialog({ busy, onAct, onClose }: EmptyDialogProps) {
  const { state } = useSnapshot();
  const words = state && exampleWords(state);
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
      <p>{words?.goes}</p>
      {words?.stays && <p>{words.stays}</p>}
      <p>You can undo this.</p>
    </Dialog>
  );
}
