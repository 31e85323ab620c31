import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, classes } from './button.tsx';

export interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, the main one last. */
  readonly foot?: ReactNode;
  readonly wide?: boolean;
}

/**
 * A modal dialog while it is mounted. The browser's own: it holds the focus, makes the page behind it inert, closes on
 * Escape and gives the focus back.
 */
export function Dialog({ title, onClose, children, foot, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      className={classes('dialog', wide && 'dialog-wide')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" small icon aria-label="Close" onAct={onClose}>
          ✕
        </Button>
      </div>
      <div className="dialog-body">{children}</div>
      {foot && <div className="dialog-foot">{foot}</div>}
    </dialog>
  );
}
