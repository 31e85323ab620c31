import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RunView } from '../../protocol/delegation-views.ts';
import { useAsk } from '../data/use-ask.ts';
import { useLive } from '../data/use-live.ts';
import { showHidden } from '../parts/hidden-chars.ts';
import { ErrorState, Loading } from '../parts/places.tsx';
import { PlainText } from '../parts/plain-text.tsx';
import { Page } from '../parts/shell.tsx';
import { type RunDecisions, RunDetail } from './run-detail.tsx';
import { useCalm } from './use-calm.ts';

interface OneRunProps {
  readonly actions: (view: RunView) => ReactNode;
  /** Only at the desk. */
  readonly decisions?: (view: RunView, again: () => void) => RunDecisions;
}

/** The page of one run, as both documents have it. */
export function OneRun({ actions, decisions }: OneRunProps) {
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
    <Page key={runId} title={<PlainText>{goal}</PlainText>} tabTitle={showHidden(goal)} actions={actions(value)}>
      <RunDetail view={value} {...(decisions && { decisions: decisions(value, again) })} />
    </Page>
  );
}
