import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

interface FieldWords {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** A save that failed, in words. What was typed stays. */
  readonly error?: string | null | undefined;
  /** What is wrong with the value as typed; nothing was sent yet. */
  readonly problem?: string | null | undefined;
}

interface FieldProps extends FieldWords {
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
}

/** A label, its control, a hint and what went wrong. */
export function Field({ label, hint, error, problem, children }: FieldProps) {
  const id = useId();
  const wrong = problem || error;
  const about = [hint ? `${id}-hint` : '', wrong ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': about || undefined, 'aria-invalid': wrong ? true : undefined })}
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong && (
        <span className="field-error" data-kind={problem ? 'check' : 'save'} id={`${id}-error`} role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = FieldWords &
  Omit<ComponentPropsWithRef<Tag>, 'onChange' | 'className' | 'id'> & {
    /** The typed text. It changes what is shown, never what is stored. */
    readonly onText: (text: string) => void;
  };

export function TextField({ label, hint, error, problem, onText, ...rest }: Control<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} problem={problem}>
      {(ids) => (
        <input
          autoComplete="off"
          {...rest}
          {...ids}
          className="input"
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}

export function TextArea({ label, hint, error, problem, onText, ...rest }: Control<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} problem={problem}>
      {(ids) => <textarea {...rest} {...ids} className="input" onChange={(event) => onText(event.target.value)} />}
    </Field>
  );
}

export function SelectField({ label, hint, error, problem, onText, children, ...rest }: Control<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} problem={problem}>
      {(ids) => (
        <select {...rest} {...ids} className="input" onChange={(event) => onText(event.target.value)}>
          {children}
        </select>
      )}
    </Field>
  );
}
