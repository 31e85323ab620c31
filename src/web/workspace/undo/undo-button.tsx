import { useState } from 'react';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { useOpened } from '../boot-context.ts';
import { useUndo } from './use-undo.ts';

/** Names what it would undo, so that nobody presses it blindly. */
export function UndoButton() {
  const { paired } = useOpened();
  const undoable = useLive((state) => state.undoable);
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  if (!paired) return null;
  const run = async () => {
    setBusy(true);
    await undo();
    setBusy(false);
  };
  return (
    <div className="undo">
      <Button
        small
        busy={busy}
        blocked={undoable ? false : 'There is no change of yours to undo.'}
        title="Ctrl+Z"
        onAct={() => void run()}
      >
        Undo
      </Button>
      {undoable && <span className="undo-what">You {showHidden(undoable.summary)}</span>}
    </div>
  );
}
