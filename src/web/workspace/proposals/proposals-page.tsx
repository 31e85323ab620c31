import type { ProposalCard } from '../../../protocol/views.ts';
import { useLive } from '../../data/use-live.ts';
import { EmptyState } from '../../parts/places.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Link } from '../link.tsx';
import { ProposalRow } from './proposal-row.tsx';

const open = new Set(['awaiting_approval', 'changes_requested', 'approved']);

/** Plans that agents staged. Here they are read; decisions are made at the desk. */
export function ProposalsPage() {
  const all = useLive((state) => state.proposals);
  const waiting = all.filter((one) => open.has(one.status));
  const decided = all.filter((one) => !open.has(one.status));
  if (all.length === 0) {
    return (
      <Page title="Proposals" text>
        <EmptyState title="No agent has proposed a plan" action={<Link to="/agents">What agents can do here</Link>}>
          When an agent stages a plan for a task, it waits here and at the desk until a person decides.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Proposals" text>
      {waiting.length > 0 && (
        <Section title="Open">
          <Rows cards={waiting} />
        </Section>
      )}
      {decided.length > 0 && (
        <Section title="Decided in the last 14 days">
          <Rows cards={decided} />
        </Section>
      )}
    </Page>
  );
}

function Rows({ cards }: { readonly cards: readonly ProposalCard[] }) {
  return (
    <ul>
      {cards.map((card) => (
        <li key={card.id}>
          <ProposalRow card={card} />
        </li>
      ))}
    </ul>
  );
}
