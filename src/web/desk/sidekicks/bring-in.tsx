import { useState } from 'react';
import type { SourceProblem } from '../../../core/playbook/playbook.ts';
import type { Refusal } from '../../../kit/result.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { ErrorState } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Notes } from './notes.tsx';
import { Problems } from './problems.tsx';
import { type Confirmed, confirmItems, proposedItems, type SourceDraft } from './source-draft.ts';

interface BringInProps {
  readonly close: () => void;
  readonly drafted: (draft: SourceDraft) => void;
}

/** Any folder with a SKILL.md becomes a draft; its checkboxes are proposed as checklist items. */
export function BringIn({ close, drafted }: BringInProps) {
  const api = useApi();
  const [folder, setFolder] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [problems, setProblems] = useState<readonly SourceProblem[]>([]);
  const [found, setFound] = useState<SourceDraft | null>(null);

  async function read(): Promise<void> {
    setBusy(true);
    const answer = await api.call('bring_in_skill', { folder: folder.trim() });
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    const { sidekickId, yaml, skill, notes } = answer.value;
    setProblems(answer.value.problems as unknown as readonly SourceProblem[]);
    if (sidekickId === null) return;
    const draft = { sidekickId, yaml, skill, notes, known: true };
    if (proposedItems(yaml).length > 0) setFound(draft);
    else drafted(draft);
  }

  if (found) return <ConfirmItems draft={found} close={close} drafted={drafted} />;
  return (
    <Dialog
      title="Bring in a skill folder"
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Cancel</Button>
          <Button
            kind="main"
            busy={busy}
            blocked={folder.trim() === '' && 'Type the path of the folder.'}
            onAct={() => void read()}
          >
            Read it
          </Button>
        </>
      }
    >
      <p className="quiet">
        Any folder with a SKILL.md on this computer. Nothing counts before you have read it and activated it.
      </p>
      <TextField
        label="Whole path of the folder"
        value={folder}
        maxLength={4096}
        placeholder="/home/you/skills/reviewing"
        spellCheck={false}
        data-autofocus
        onText={setFolder}
      />
      {refusal && <ErrorState title="It could not be read" refusal={refusal} />}
      <Problems problems={problems} />
    </Dialog>
  );
}

interface ConfirmItemsProps extends BringInProps {
  readonly draft: SourceDraft;
}

export function ConfirmItems({ draft, close, drafted }: ConfirmItemsProps) {
  const items = proposedItems(draft.yaml);
  const [answers, setAnswers] = useState<readonly Confirmed[]>(() =>
    items.map(() => ({ keep: true, required: false })),
  );
  const answer = (index: number, change: Partial<Confirmed>) =>
    setAnswers(answers.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <Dialog
      title="Which of these belong on the checklist?"
      wide
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Cancel</Button>
          <Button kind="main" onAct={() => drafted({ ...draft, yaml: confirmItems(draft.yaml, answers) })}>
            Go on
          </Button>
        </>
      }
    >
      <p className="quiet">
        The folder’s checkboxes. A required item must be covered by every plan that the sidekick applies to.
      </p>
      <Notes notes={draft.notes} />
      <ul className="rows">
        {items.map(({ id, text, from }, index) => (
          <li key={id} className="row">
            <label className="check row-text">
              <input
                type="checkbox"
                checked={answers[index]?.keep ?? true}
                onChange={(event) => answer(index, { keep: event.target.checked })}
              />
              <span className="stored">
                <PlainText>{text}</PlainText> <span className="quiet small">line {from}</span>
              </span>
            </label>
            <label className="check row-side">
              <input
                type="checkbox"
                checked={answers[index]?.required ?? false}
                disabled={!answers[index]?.keep}
                onChange={(event) => answer(index, { required: event.target.checked })}
              />
              Required
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
