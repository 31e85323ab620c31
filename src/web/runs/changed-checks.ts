/** Which passes of changed checks a person is asked about: of what is both reported and observed, only the observed one. */
import type { Contract } from '../../core/contract/contract.ts';
import type { CheckRunRecord } from '../../core/run/check-run.ts';

/**
 * Ids of the check runs whose change is to be accepted. The newest run of a check speaks for it, and what the daemon saw
 * speaks before what a worker says; where obligations are owed in places of their own, for each place.
 */
export function changesToAccept(runs: readonly CheckRunRecord[], contract: Contract | null): ReadonlySet<string> {
  const items = contract?.acceptance_set?.items ?? [];
  const hasPlaces = items.some(({ obligations }) => obligations.some((one) => Object.keys(one.environment).length > 0));
  const speaking = new Map<string, CheckRunRecord>();
  for (const run of runs) {
    // What was not run says nothing, but while it runs its answer is awaited.
    if (run.status === 'not_run' && !run.running) continue;
    const key = hasPlaces ? `${run.checkId} ${placeOf(run)}` : run.checkId;
    const before = speaking.get(key);
    if (!before || speaksBefore(run, before)) speaking.set(key, run);
  }
  const waiting = [...speaking.values()].filter(
    ({ status, changedByRun, changeAccepted }) => status === 'passed' && changedByRun && !changeAccepted,
  );
  return new Set(waiting.map(({ id }) => id));
}

function speaksBefore(run: CheckRunRecord, other: CheckRunRecord): boolean {
  return run.source === other.source ? run.seq > other.seq : run.source === 'observed';
}

function placeOf({ environment }: CheckRunRecord): string {
  return JSON.stringify(Object.entries(environment ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
}
