import { OneRun } from '../../runs/one-run.tsx';
import { DecideLink } from './decide-link.tsx';

/** One run, to be read. */
export function RunPage() {
  return <OneRun actions={({ run }) => <DecideLink runId={run.id} />} />;
}
