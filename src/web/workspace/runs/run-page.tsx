import { useParams } from '@tanstack/react-router';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { showHidden } from '../../parts/hidden-chars.ts';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page } from '../../parts/shell.tsx';
import { RunDetail } from '../../runs/run-detail.tsx';
import { useCalm } from '../../runs/use-calm.ts';
import { DecideLink } from './decide-link.tsx';

/** One run, to be read. */
export function RunPage() {
  const { runId = '' } = useParams({ strict: false }) as { readonly runId?: string };
  const at = useCalm(useLive((state) => state.runsAt));
  const { value, refusal, again } = useAsk('read_run', { runId }, at);
  if (!value) {
    return (
      <Page title="Run">{refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="the run" />}</Page>
    );
  }
  const goal = value.run.goal || 'A run without a goal';
  return (
    <Page
      key={runId}
      title={<PlainText>{goal}</PlainText>}
      tabTitle={showHidden(goal)}
      actions={<DecideLink runId={runId} />}
    >
      <RunDetail view={value} />
    </Page>
  );
}
