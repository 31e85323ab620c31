import type { PermissionRequest } from '../../../core/run/question.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { useLeft } from '../../runs/countdown.tsx';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

/** Once or not at all: what comes next is asked anew. */
export function DecideRequest({ request }: { readonly request: PermissionRequest }) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const over = useLeft(request.deadline) === 0;
  if (request.status !== 'open') return null;
  const decide = (allow: boolean) => void run(() => api.call('decide_request', { requestId: request.id, allow }));
  const blocked = over && 'Its time is over: it counts as denied.';
  return (
    <div className="answer-form">
      <div className="buttons">
        <Button busy={busy} blocked={blocked} onAct={() => decide(true)}>
          Allow once
        </Button>
        <Button kind="danger" busy={busy} blocked={blocked} onAct={() => decide(false)}>
          Deny
        </Button>
      </div>
      <Refused refusal={refusal} what="Nothing was decided." />
    </div>
  );
}
