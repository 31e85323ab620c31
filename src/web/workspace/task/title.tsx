import type { Task } from '../../../core/workspace/task.ts';
import { aliasOf } from '../../data/live-state.ts';
import { isActed } from '../../parts/act.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { useOpener } from '../../parts/use-opener.ts';
import { useBlocked } from '../boot-context.ts';
import { useEdit } from '../use-edit.ts';
import { type Draft, useDraft } from './use-draft.ts';

export function useTitleDraft(task: Task): Draft {
  const edit = useEdit();
  return useDraft({
    name: `title-${task.id}`,
    stored: task.title,
    send: (title) => edit(task, { title: title.trim() }),
  });
}

/** The heading's words, and the button that turns them into a field below it. */
export function TitleWords({ task, draft }: { readonly task: Task; readonly draft: Draft }) {
  const blocked = useBlocked();
  const opener = useOpener(draft.editing);
  return (
    <>
      <span className="alias task-alias">{aliasOf(task)}</span> <PlainText>{task.title}</PlainText>{' '}
      {!draft.editing && (
        <Button ref={opener} kind="quiet" small blocked={blocked} aria-label="Edit the title" onAct={draft.start}>
          Edit
        </Button>
      )}
    </>
  );
}

export function TitleField({ draft }: { readonly draft: Draft }) {
  if (!draft.editing) return null;
  const blank = draft.text.trim() === '';
  return (
    <div className="inline-form">
      <TextField
        label="Title"
        value={draft.text}
        maxLength={500}
        autoFocus
        error={draft.error}
        hint={draft.overtaken ? 'Somebody changed the title meanwhile; saving replaces it.' : undefined}
        problem={blank ? 'A task needs a title.' : null}
        onText={draft.type}
        onKeyDown={(event) => {
          if (!isActed(event)) return;
          if (event.key === 'Enter' && !blank) void draft.save();
          if (event.key === 'Escape') draft.cancel();
        }}
      />
      <div className="buttons">
        <Button
          small
          kind="main"
          busy={draft.busy}
          blocked={blank && 'A task needs a title.'}
          onAct={() => void draft.save()}
        >
          Save
        </Button>
        <Button small onAct={draft.cancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
