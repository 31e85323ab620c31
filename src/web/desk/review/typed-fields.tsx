import { useState } from 'react';
import { fromLocalInput, localInput } from '../../data/zone.ts';
import { TextField } from '../../parts/field.tsx';
import { useZone } from '../../parts/time.tsx';

interface InstantFieldProps {
  readonly label: string;
  readonly at: string | undefined;
  readonly set: (at: string | undefined) => void;
}

/** An instant as a wall clock of the workspace's zone. */
export function InstantField({ label, at, set }: InstantFieldProps) {
  const zone = useZone();
  return (
    <TextField
      label={`${label} (${zone})`}
      type="datetime-local"
      value={at === undefined ? '' : localInput(at, zone)}
      onText={(text) => set(fromLocalInput(text, zone) ?? undefined)}
    />
  );
}

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly set: (tags: readonly string[]) => void;
}

/** Tags, typed with commas between them. The text stays as it is typed; only the tags in it are kept. */
export function TagsField({ tags, set }: TagsFieldProps) {
  const [text, setText] = useState(() => tags.join(', '));
  return (
    <TextField
      label="Tags, with commas between them"
      value={text}
      onText={(typed) => {
        setText(typed);
        set(tagsIn(typed));
      }}
    />
  );
}

/** At most 20 different tags of at most 48 characters: what a candidate may hold. */
function tagsIn(text: string): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, 48));
  return [...new Set(tags)].filter((tag) => tag !== '').slice(0, 20);
}
