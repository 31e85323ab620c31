import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';

const EXAMPLE = `Files:
- src/sum.js

Checks:
- \`npm test\` covers 1, 2`;

/** Beside the description while it is written: the two lists that a contract is made of, where tasks can be delegated. */
export function DelegationLists({ taskId }: { readonly taskId: string }) {
  const at = useLive((state) => state.runsAt);
  const { value } = useAsk('read_runs', { taskId }, at);
  if (!value?.ready) return null;
  return (
    <details className="small">
      <summary>Files and checks for delegation</summary>
      <div className="delegation-lists">
        <p>When the task is delegated, two lists in its description become part of the contract:</p>
        <pre className="json">{EXAMPLE}</pre>
        <ul className="bullets">
          <li>Files: the run owns them while it is active, so no other run does.</li>
          <li>
            Checks: commands in backticks that show whether it is done. “covers 1, 2” names lines of the checklist.
          </li>
        </ul>
      </div>
    </details>
  );
}
