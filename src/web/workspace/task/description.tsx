import type { Task } from '../../../core/workspace/task.ts';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Section } from '../../parts/shell.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { useBlocked } from '../boot-context.ts';
import { useEdit } from '../use-edit.ts';
import { DelegationLists } from './delegation-lists.tsx';
import { useDraft } from './use-draft.ts';

export function Description({ task }: { readonly task: Task }) {
  const blocked = useBlocked();
  const edit = useEdit();
  const draft = useDraft({
    name: `description-${task.id}`,
    stored: task.description,
    send: (description) => edit(task, { description }),
  });
  const opener = useOpener(draft.editing);
  return (
    <Section
      title="Description"
      actions={
        !draft.editing && (
          <Button
            ref={opener}
            kind="quiet"
            small
            blocked={blocked}
            aria-label="Edit the description"
            onAct={draft.start}
          >
            Edit
          </Button>
        )
      }
    >
      {draft.editing ? (
        <div className="inline-form">
          <TextArea
            label="Markdown"
            value={draft.text}
            maxLength={20_000}
            rows={8}
            autoFocus
            error={draft.error}
            hint={
              draft.overtaken ? 'Somebody changed the description meanwhile; saving replaces it.' : 'Ctrl+Enter saves.'
            }
            onText={draft.type}
            onKeyDown={(event) => {
              if (isActed(event) && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.save();
            }}
          />
          <DelegationLists taskId={task.id} />
          <div className="buttons">
            <Button small kind="main" busy={draft.busy} onAct={() => void draft.save()}>
              Save
            </Button>
            <Button small onAct={draft.cancel}>
              Cancel
            </Button>
          </div>
        </div>
      ) : task.description.trim() === '' ? (
        <p className="quiet">No description.</p>
      ) : (
        <Markdown>{task.description}</Markdown>
      )}
    </Section>
  );
}
