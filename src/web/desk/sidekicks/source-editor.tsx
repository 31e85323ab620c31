import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import type { SourceProblem } from '../../../core/playbook/playbook.ts';
import type { Refusal } from '../../../kit/result.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Field, TextField } from '../../parts/field.tsx';
import { ErrorState } from '../../parts/places.tsx';
import { toast } from '../../parts/toast.tsx';
import { Notes } from './notes.tsx';
import { Problems } from './problems.tsx';
import type { SourceDraft } from './source-draft.ts';
import { useUnsaved } from './use-unsaved.tsx';

interface SourceEditorProps {
  readonly draft: SourceDraft;
  readonly close: () => void;
}

/** Both texts of a playbook. Offering them changes nothing that counts: a person activates the offered version. */
export function SourceEditor({ draft, close }: SourceEditorProps) {
  const [sidekickId, setSidekickId] = useState(draft.sidekickId);
  const [yaml, setYaml] = useState(draft.yaml);
  const [skill, setSkill] = useState(draft.skill);
  const yamlArea = useRef<HTMLTextAreaElement>(null);
  const skillArea = useRef<HTMLTextAreaElement>(null);
  const isTyped = sidekickId !== draft.sidekickId || yaml !== draft.yaml || skill !== draft.skill;
  const leaving = useUnsaved(isTyped);
  const { busy, refusal, problems, offer } = useOffer(leaving.letGo, close);
  const go = ({ file, line }: SourceProblem) => selectLine(file.endsWith('SKILL.md') ? skillArea : yamlArea, line);
  return (
    <div className="source-editor">
      {!draft.known && (
        <TextField
          label="Id"
          hint="Lower-case letters, digits and hyphens. Both texts must name the same id."
          value={sidekickId}
          maxLength={64}
          spellCheck={false}
          onText={setSidekickId}
        />
      )}
      <Notes notes={draft.notes} />
      <Problems problems={problems} go={go} />
      {refusal && <ErrorState title="It was not offered" refusal={refusal} />}
      <div className="source-texts">
        <Source label="sidekick.yaml" text={yaml} area={yamlArea} set={setYaml} />
        <Source label="SKILL.md" text={skill} area={skillArea} set={setSkill} />
      </div>
      <div className="buttons">
        <Button
          kind="main"
          busy={busy}
          blocked={sidekickId.trim() === '' && 'Give it an id.'}
          onAct={() => offer({ sidekickId: sidekickId.trim(), yaml, skill })}
        >
          Offer this version
        </Button>
        <Button onAct={() => leaving.ask(close)}>Cancel</Button>
        <span className="quiet small">It takes effect when you activate it, after you saw the difference.</span>
      </div>
      {leaving.dialog}
    </div>
  );
}

interface SourceProps {
  readonly label: string;
  readonly text: string;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly set: (text: string) => void;
}

function Source({ label, text, area, set }: SourceProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <textarea
          {...ids}
          ref={area}
          className="input input-mono source-text"
          value={text}
          maxLength={60_000}
          spellCheck={false}
          wrap="off"
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  );
}

function useOffer(letGo: () => void, close: () => void) {
  const api = useApi();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [problems, setProblems] = useState<readonly SourceProblem[]>([]);

  async function run(source: { sidekickId: string; yaml: string; skill: string }): Promise<void> {
    setBusy(true);
    const answer = await api.call('offer_sidekick', source);
    setBusy(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    setProblems(answer.value.problems as unknown as readonly SourceProblem[]);
    if (answer.value.problems.length > 0) return;
    toast({ text: answer.value.offered ? 'The version is offered.' : 'These are the bytes of the active version.' });
    letGo();
    close();
    await navigate({ to: '/sidekicks/$sidekickId', params: { sidekickId: source.sidekickId } });
  }

  return { busy, refusal, problems, offer: (source: Parameters<typeof run>[0]) => void run(source) };
}

/** Selects the line and scrolls to it. */
function selectLine(area: RefObject<HTMLTextAreaElement | null>, line: number): void {
  const element = area.current;
  if (!element) return;
  const lines = element.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  element.focus();
  element.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  element.scrollTop = (element.scrollHeight / lines.length) * Math.max(0, line - 4);
}
