import { counted } from '../../../kit/text.ts';
import { useAsk } from '../../data/use-ask.ts';
import { DotIcon } from '../../parts/icons.tsx';
import { Mark } from '../../parts/marks.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { When } from '../../parts/time.tsx';
import type { GrantDraft, GrantInput } from './grant-draft.ts';

export interface Previewed {
  /** The daemon's own words for it. */
  readonly words: readonly string[];
  readonly starts: readonly string[];
  /** What would be made: exactly this. */
  readonly input: GrantInput;
}

interface GrantPreviewProps {
  readonly previewed: Previewed;
  readonly draft: GrantDraft;
}

/** What it allows, in the daemon's words, and what it would start at once. It must be seen before it counts. */
export function GrantPreview({ previewed: { words, starts, input }, draft }: GrantPreviewProps) {
  return (
    <>
      <ul className="bullets">
        {words.map((text) => (
          <li key={text} className="stored">
            {text.startsWith('Dangerous:') ? (
              <Mark icon={<DotIcon />} tone="bad">
                <span className="wraps">
                  <PlainText>{text}</PlainText>
                </span>
              </Mark>
            ) : text === `Until ${input.until}.` ? (
              <>
                Until <When at={input.until} />.
              </>
            ) : (
              <PlainText>{text}</PlainText>
            )}
          </li>
        ))}
      </ul>
      <Commands draft={draft} />
      <Starts starts={starts} />
      <p className="quiet">Nothing counts yet. You can revoke it later; launches under it stop at once then.</p>
    </>
  );
}

/** The words of what the digests name. */
function Commands({ draft: { commands } }: Pick<GrantPreviewProps, 'draft'>) {
  if (commands.length === 0) return null;
  return (
    <ul className="bullets">
      {commands.map(({ digest, command }) => (
        <li key={digest}>
          <code>
            <PlainText>{command}</PlainText>
          </code>
        </li>
      ))}
    </ul>
  );
}

function Starts({ starts }: Pick<Previewed, 'starts'>) {
  const { value } = useAsk('read_inbox', {});
  const waiting = new Map((value?.items ?? []).map(({ run }) => [run.id, run]));
  const named = starts.flatMap((id) => waiting.get(id) ?? []);
  if (starts.length === 0) return <p>It starts nothing by itself now.</p>;
  return (
    <>
      <p>
        <strong>{counted(starts.length, 'waiting run starts', 'waiting runs start')} at once:</strong>
      </p>
      <ul className="bullets">
        {named.map(({ id, goal }) => (
          <li key={id}>
            <PlainText>{goal || 'A run without a goal'}</PlainText>
          </li>
        ))}
        {named.length > 0 && named.length < starts.length && (
          <li>and {counted(starts.length - named.length, 'other')}</li>
        )}
      </ul>
    </>
  );
}
