import { useState } from 'react';
import type { Task } from '../../../core/workspace/task.ts';
import { showHidden } from '../../parts/hidden-chars.ts';
import { PlainText } from '../../parts/plain-text.tsx';
import { Tag } from '../../parts/tag.tsx';
import { AddLine } from '../add-line.tsx';
import { useBlocked } from '../boot-context.ts';
import { useEdit, useEditAloud } from '../use-edit.ts';
import { Opener } from './opener.tsx';
import { Property } from './property.tsx';

export function TagsProperty({ task }: { readonly task: Task }) {
  const blocked = useBlocked();
  const edit = useEdit();
  const editAloud = useEditAloud();
  const [adding, setAdding] = useState(false);
  const without = (tag: string) => editAloud(task, { tags: task.tags.filter((one) => one !== tag) });
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
        <Opener open={adding} onOpen={() => setAdding(true)} aria-label="Add a tag">
          Add
        </Opener>
      </div>
      {adding && (
        <AddLine
          label="New tag"
          maxLength={48}
          missing="Type a tag first."
          onAdd={(tag) => edit(task, { tags: [...new Set([...task.tags, tag])] })}
          onClose={() => setAdding(false)}
        />
      )}
    </Property>
  );
}
