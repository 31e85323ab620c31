import { counted } from '../../../kit/text.ts';

interface LeftOutProps {
  readonly count: number;
  /** One of them; with an s they are several. */
  readonly what: string;
}

/** What an evaluation left out because it was too long: what is not here must not look as if it did not exist. */
export function LeftOut({ count, what }: LeftOutProps) {
  if (count === 0) return null;
  return (
    <p className="quiet">
      {counted(count, what)} more {count === 1 ? 'is' : 'are'} not shown: the evaluation was cut to fit.
    </p>
  );
}
