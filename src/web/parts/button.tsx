import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { act } from './act.ts';

type Kind = 'plain' | 'main' | 'danger' | 'quiet';

export interface ButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'onClick' | 'onSubmit' | 'disabled' | 'type' | 'className'> {
  /** Called for a person's click or key, never for a script's. */
  readonly onAct: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly kind?: Kind;
  readonly small?: boolean;
  /** One sign instead of words; give an `aria-label`. */
  readonly icon?: boolean;
  readonly busy?: boolean;
  /** Why it cannot be pressed now. It stays focusable, so that the reason can be read. */
  readonly blocked?: string | false | undefined;
  readonly children: ReactNode;
}

/** Every button. It is never a submit button, so that no form can press it. */
export function Button({
  onAct,
  kind = 'plain',
  small,
  icon,
  busy = false,
  blocked = false,
  children,
  ...rest
}: ButtonProps) {
  const off = busy || Boolean(blocked);
  return (
    <button
      {...rest}
      type="button"
      className={classes(
        'button',
        kind !== 'plain' && `button-${kind}`,
        small && 'button-small',
        icon && 'button-icon',
      )}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      title={blocked || rest.title}
      onClick={act((event) => {
        if (!off) onAct(event);
      })}
    >
      {children}
    </button>
  );
}

export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
