import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Tag } from '../../parts/tag.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { useBlocked } from '../boot-context.ts';
import { useEdit, useEditAloud } from '../use-edit.ts';
import { Property } from './property.tsx';

export function TagsProperty({ task }: { readonly task: Task }) {
  const blocked = useBlocked();
  const edit = useEditAloud();
  const [adding, setAdding] = useState(false);
  const opener = useOpener(adding);
  const without = (tag: string) => edit(task, { tags: task.tags.filter((one) => one !== tag) });
  return (
    <Property name="Tags">
      <div className="tags">
        {task.tags.map((tag) => (
          <Tag
            key={tag}
            remove={
              blocked ? undefined : { label: `Remove the tag ${showHidden(tag)}`, onAct: () => void without(tag) }
            }
          >
            <PlainText>{tag}</PlainText>
          </Tag>
        ))}
        {!adding && (
          <Button
            ref={opener}
            kind="quiet"
            small
            blocked={blocked}
            aria-label="Add a tag"
            onAct={() => setAdding(true)}
          >
            Add
          </Button>
        )}
      </div>
      {adding && <TagForm task={task} onClose={() => setAdding(false)} />}
    </Property>
  );
}

function TagForm({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const edit = useEdit();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const tag = text.trim();

  const add = async () => {
    if (tag === '') return;
    const refusal = await edit(task, { tags: [...new Set([...task.tags, tag])] });
    setError(refusal ? refusalWords(refusal) : null);
    if (!refusal) setText('');
  };

  return (
    <div className="inline-form">
      <TextField
        label="New tag"
        value={text}
        maxLength={48}
        autoFocus
        error={error}
        onText={setText}
        onKeyDown={(event) => {
          if (isActed(event) && event.key === 'Enter') void add();
          if (event.key === 'Escape') onClose();
        }}
      />
      <div className="buttons">
        <Button small kind="main" blocked={tag === '' && 'Type a tag first.'} onAct={() => void add()}>
          Add
        </Button>
        <Button small kind="quiet" onAct={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
