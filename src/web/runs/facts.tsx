import { Fragment, type ReactNode } from 'react';

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values in two columns, one on narrow screens. Facts without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | null | false)[] }) {
  const shown = facts.filter((fact): fact is Fact => Boolean(fact));
  return (
    <dl className="run-facts">
      {shown.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
