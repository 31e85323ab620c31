import type { Task } from '../../../core/workspace/task.ts';
import { useLive } from '../../data/use-live.ts';
import { Section } from '../../parts/shell.tsx';
import { ProposalRow } from '../proposals/proposal-row.tsx';

export function TaskProposals({ task }: { readonly task: Task }) {
  const all = useLive((state) => state.proposals);
  const own = all.filter((one) => one.parentTaskId === task.id);
  if (own.length === 0) return null;
  return (
    <Section title="Proposals">
      <ul>
        {own.map((one) => (
          <li key={one.id}>
            <ProposalRow card={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
