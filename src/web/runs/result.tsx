import { type ReactNode, useState } from 'react';
import type { RunCard } from '../../protocol/delegation-views.ts';
import { Button } from '../parts/button.tsx';
import { CheckIcon, RingIcon } from '../parts/icons.tsx';
import { Mark } from '../parts/marks.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Section } from '../parts/shell.tsx';
import { Time } from '../parts/time.tsx';
import { ArtifactReader } from './artifact-reader.tsx';
import { filesWords } from './words.ts';

const hows = {
  fast_forward: 'as a fast-forward: the checkout moved to its commit',
  patch: 'as a patch: the same changes are a new commit on what the checkout had',
};

interface ResultProps {
  readonly run: RunCard;
  /** Applying: only at the desk. */
  readonly apply?: ReactNode;
}

/** What a work run left: a commit, its diff, and whether a person applied it. */
export function Result({ run: { result }, apply }: ResultProps) {
  const [open, setOpen] = useState(true);
  if (!result) return null;
  const { base, commit, diffArtifactId, appliedAt, appliedBy, how } = result;
  return (
    <Section
      title="Result"
      actions={
        <Button small aria-expanded={open} onAct={() => setOpen(!open)}>
          {open ? 'Close the diff' : 'Show the diff'}
        </Button>
      }
    >
      <p>
        {filesWords(result)} changed, from <code title={base}>{base.slice(0, 12)}</code> to commit{' '}
        <code title={commit}>{commit.slice(0, 12)}</code>.
      </p>
      <p>
        {appliedAt === null ? (
          <Mark icon={<RingIcon />} tone="accent">
            Not applied
          </Mark>
        ) : (
          <Mark icon={<CheckIcon />} tone="good">
            <span>
              Applied by <PlainText>{appliedBy ?? 'somebody'}</PlainText> <Time at={appliedAt} />
              {how !== null && `, ${hows[how]}`}
            </span>
          </Mark>
        )}
      </p>
      {apply}
      {open && <ArtifactReader key={diffArtifactId} artifact={{ id: diffArtifactId, mediaType: 'text/x-diff' }} />}
    </Section>
  );
}
