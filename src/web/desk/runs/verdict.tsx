import { useState } from 'react';
import { isOvertaken } from '../../../core/run/run.ts';
import { counted } from '../../../kit/text.ts';
import type { RunView } from '../../../protocol/delegation-views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { Section } from '../../parts/shell.tsx';
import { toast } from '../../parts/toast.tsx';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

/** A word on a turn that another took up would stand beside the word on that. */
export function mayJudge({ run, turns }: Pick<RunView, 'run' | 'turns'>): boolean {
  return run.endedAt !== null && run.verdict?.kind !== 'accepted' && !isOvertaken(run, turns.at(-1)?.id);
}

/** A person's word on what came out: the only way a delegated task is done. */
export function Verdict({ view }: { readonly view: RunView }) {
  const { run } = view;
  const api = useApi();
  const [notes, setNotes] = useState('');
  const { busy, refusal, run: act } = useAct();
  if (!mayJudge(view)) return null;

  const accept = async () => {
    const done = await act(() => api.call('accept_run', { runId: run.id, notes }));
    if (!done) return;
    toast({ tone: 'good', text: done.taskDone ? 'Accepted. The task is done.' : 'Accepted.' });
  };
  const sendBack = async () => {
    const done = await act(() => api.call('send_back_run', { runId: run.id, notes }));
    if (!done) return;
    setNotes('');
    toast({ text: 'Sent back. Whoever started it reads what is missing.' });
  };

  return (
    <Section id="verdict" title="Your word on it">
      <Warnings view={view} />
      <TextArea
        label="Notes"
        hint="With acceptance they are kept as a remark. To send it back, say what is missing."
        value={notes}
        rows={2}
        maxLength={4000}
        onText={setNotes}
      />
      <div className="buttons">
        <Button kind={run.status === 'completed' ? 'main' : 'plain'} busy={busy} onAct={() => void accept()}>
          {run.taskId === null ? 'Accept the work' : 'Accept, and the task is done'}
        </Button>
        <Button busy={busy} blocked={notes.trim() === '' && 'Say what is missing.'} onAct={() => void sendBack()}>
          Send back
        </Button>
      </div>
      <Refused refusal={refusal} what="Nothing was decided." />
    </Section>
  );
}

/** What a person should have seen before they accept. It forbids nothing. */
function Warnings({ view: { run, coverage } }: { readonly view: RunView }) {
  const open = coverage ? coverage.totals.units - coverage.totals.eligible : 0;
  const warnings = [
    run.status !== 'completed' && 'The run did not complete.',
    run.outcome !== null && run.outcome !== 'success' && 'The worker itself does not claim success.',
    open > 0 && `${open} of ${counted(coverage?.totals.units ?? 0, 'criterion', 'criteria')} without current evidence.`,
    run.result !== null && run.result.appliedAt === null && 'Its diff is not applied to your checkout.',
  ].filter((text): text is string => typeof text === 'string');
  if (warnings.length === 0) return null;
  return (
    <ul className="bullets">
      {warnings.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
