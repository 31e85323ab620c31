import { useState } from 'react';
import type { RunView } from '../../../protocol/delegation-views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { OneRun } from '../../runs/one-run.tsx';
import { MakeGrant } from '../delegation/make-grant.tsx';
import { AcceptChange } from './accept-change.tsx';
import { AnswerQuestion } from './answer-question.tsx';
import { ApplyResult } from './apply-result.tsx';
import { DecideRequest } from './decide-request.tsx';
import { DropWorktree } from './drop-worktree.tsx';
import { ObserveChecks } from './observe-checks.tsx';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';
import { mayJudge, Verdict } from './verdict.tsx';

/** One run with everything that a person decides about it. */
export function RunPage() {
  return (
    <OneRun
      actions={(view) => <RunActions view={view} />}
      decisions={(view, again) => ({
        verdict: <Verdict view={view} />,
        apply: <ApplyResult run={view.run} />,
        observe: <ObserveChecks view={view} again={again} />,
        acceptCheck: (check, name) => <AcceptChange check={check} name={name} />,
        answer: (question) => <AnswerQuestion question={question} />,
        decide: (request) => <DecideRequest request={request} />,
      })}
    />
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
      {mayJudge(view) && (
        <a className="button" href="#verdict">
          Accept or send back
        </a>
      )}
      {hasPlace && <DropWorktree conversation={conversation} />}
      <Refused refusal={refusal} what="It was not cancelled." />
      {granting && <MakeGrant runId={run.id} close={() => setGranting(false)} />}
    </>
  );
}
