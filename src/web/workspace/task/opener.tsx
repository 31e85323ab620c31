import { Button, type ButtonProps } from '../../parts/button.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { useBlocked } from '../boot-context.ts';

interface OpenerProps extends Omit<ButtonProps, 'kind' | 'small' | 'blocked' | 'onAct'> {
  readonly open: boolean;
  readonly onOpen: () => void;
}

/** A quiet button that opens a form where it stands and gives way to it. It goes on living while the form is open. */
export function Opener({ open, onOpen, ...rest }: OpenerProps) {
  const blocked = useBlocked();
  const button = useOpener(open);
  if (open) return null;
  return <Button {...rest} ref={button} kind="quiet" small blocked={blocked} onAct={onOpen} />;
}
