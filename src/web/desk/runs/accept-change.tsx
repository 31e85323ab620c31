import type { CheckRunRecord } from '../../../core/run/check-run.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

/** A check that passed after the run changed what judges it satisfies nothing until a person accepts the change. */
export function AcceptChange({ check }: { readonly check: CheckRunRecord }) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  if (!check.changedByRun || check.changeAccepted) return null;
  return (
    <>
      <Button
        small
        busy={busy}
        title="You looked at what it changed in the tests or manifests, and it may count."
        onAct={() => void run(() => api.call('accept_changed_check', { checkRunId: check.id }))}
      >
        Accept the changed check
      </Button>
      <Refused refusal={refusal} what="It was not accepted." />
    </>
  );
}
