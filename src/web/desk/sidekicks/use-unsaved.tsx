import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';

interface Unsaved {
  /** Runs what leaves the text, after a question when something would be lost. */
  readonly ask: (leave: () => void) => void;
  /** The text is kept elsewhere now: nothing is asked any more. */
  readonly letGo: () => void;
  /** Render it. */
  readonly dialog: ReactNode;
}

/** Asks before typed text is left that nothing keeps: by a link, a key, going back, or by closing the tab. */
export function useUnsaved(isTyped: boolean): Unsaved {
  const free = useRef(false);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isHeld = () => isTyped && !free.current;
  const blocker = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true });

  const stay = () => {
    setLeave(null);
    blocker.reset?.();
  };
  const go = () => {
    free.current = true;
    leave?.();
    blocker.proceed?.();
  };
  const isAsking = leave !== null || blocker.status === 'blocked';
  return {
    ask: (next) => (isHeld() ? setLeave(() => next) : next()),
    letGo: () => {
      free.current = true;
    },
    dialog: isAsking && (
      <Dialog
        title="Leave what you typed?"
        onClose={stay}
        foot={
          <>
            <Button kind="danger" onAct={go}>
              Leave without it
            </Button>
            <Button kind="main" onAct={stay}>
              Stay
            </Button>
          </>
        }
      >
        <p>These texts are kept nowhere yet. Offer the version to keep them; nothing counts before you activate it.</p>
      </Dialog>
    ),
  };
}
