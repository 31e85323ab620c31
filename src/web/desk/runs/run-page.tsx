import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { RunView } from '../../../protocol/delegation-views.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page } from '../../parts/shell.tsx';
import { RunDetail } from '../../runs/run-detail.tsx';
import { useCalm } from '../../runs/use-calm.ts';
import { MakeGrant } from '../delegation/make-grant.tsx';
import { AcceptChange } from './accept-change.tsx';
import { AnswerQuestion } from './answer-question.tsx';
import { ApplyResult } from './apply-result.tsx';
import { DecideRequest } from './decide-request.tsx';
import { DropWorktree } from './drop-worktree.tsx';
import { ObserveChecks } from './observe-checks.tsx';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';
import { Verdict } from './verdict.tsx';

/** One run with everything that a person decides about it. */
export function RunPage() {
  const { runId = '' } = useParams({ strict: false });
  const at = useCalm(useLive((state) => state.runsAt));
  const { value, refusal, again } = useAsk('read_run', { runId }, at);
  if (!value) {
    return (
      <Page title="Run">{refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="the run" />}</Page>
    );
  }
  return <Whole key={runId} view={value} again={again} />;
}

function Whole({ view, again }: { readonly view: RunView; readonly again: () => void }) {
  const { run } = view;
  return (
    <Page
      title={<PlainText>{run.goal || 'A run without a goal'}</PlainText>}
      tabTitle={showHidden(run.goal || 'Run')}
      actions={<RunActions view={view} />}
    >
      <RunDetail
        view={view}
        decisions={{
          verdict: <Verdict view={view} />,
          apply: <ApplyResult run={run} />,
          observe: <ObserveChecks view={view} again={again} />,
          acceptCheck: (check) => <AcceptChange check={check} />,
          answer: (question) => <AnswerQuestion question={question} />,
          decide: (request) => <DecideRequest request={request} />,
        }}
      />
    </Page>
  );
}

function RunActions({ view }: { readonly view: RunView }) {
  const { run, conversation } = view;
  const api = useApi();
  const [granting, setGranting] = useState(false);
  const { busy, refusal, run: act } = useAct();
  const hasPlace = conversation.worktree !== null && conversation.closedAt === null && run.endedAt !== null;
  return (
    <>
      {run.status === 'waiting_grant' && (
        <Button kind="main" onAct={() => setGranting(true)}>
          Grant this run…
        </Button>
      )}
      {run.endedAt === null && (
        <Button
          kind="danger"
          busy={busy}
          blocked={run.status === 'cancelling' && 'It is being cancelled.'}
          onAct={() => void act(() => api.call('cancel_run', { runId: run.id }))}
        >
          Cancel the run
        </Button>
      )}
      {run.endedAt !== null && run.verdict?.kind !== 'accepted' && (
        <a className="button" href="#verdict">
          Accept or send back
        </a>
      )}
      {hasPlace && <DropWorktree conversationId={conversation.id} />}
      <Refused refusal={refusal} what="It was not cancelled." />
      {granting && <MakeGrant runId={run.id} close={() => setGranting(false)} />}
    </>
  );
}
