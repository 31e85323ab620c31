import type { CheckRunRecord } from '../../../core/run/check-run.ts';
import { cut } from '../../../kit/text.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { showHidden } from '../../parts/hidden-chars.ts';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

interface AcceptChangeProps {
  readonly check: CheckRunRecord;
  /** What the check is called on the page. */
  readonly name: string;
}

/** A check that passed after the run changed what judges it satisfies nothing until a person accepts the change. */
export function AcceptChange({ check, name }: AcceptChangeProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const pass = check.source === 'observed' ? 'pass that Sidekicks observed' : 'pass that the worker reports';
  return (
    <>
      <Button
        small
        busy={busy}
        title={`You looked at what the run changed in the tests or manifests, and the ${pass} may count.`}
        onAct={() => void run(() => api.call('accept_changed_check', { checkRunId: check.id }))}
      >
        Accept the changed check “{showHidden(cut(name, 40))}”
      </Button>
      <Refused refusal={refusal} what="It was not accepted." />
    </>
  );
}
