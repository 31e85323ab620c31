import { Link } from '@tanstack/react-router';
import type { ImportRecord } from '../../../core/workspace/import.ts';
import { counted } from '../../../kit/text.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { EmptyState, ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Time } from '../../parts/time.tsx';

const statusWords: { readonly [S in ImportRecord['status']]: string } = {
  gathering: 'still being stored',
  waiting: 'waits for you',
  accepting: 'still coming in',
  accepted: 'accepted',
  rejected: 'rejected',
};

/** What programs want to bring in, and what became of it. */
export function ImportsPage() {
  const changes = useLive((state) => state.importsAt);
  const importTasks = useLive((state) => state.lines?.importTasks);
  const { value, refusal, again } = useAsk('read_imports', {}, changes);
  const waiting = value?.imports.filter(({ status }) => status === 'waiting') ?? [];
  const decided = value?.imports.filter(({ status }) => status !== 'waiting') ?? [];
  return (
    <Page title="Imports" text>
      {!value && (refusal ? <ErrorState refusal={refusal} retry={again} /> : <Loading what="the imports" />)}
      {value && waiting.length === 0 && (
        <EmptyState title="No import waits">
          <code>{importTasks}</code> in a terminal reads a folder of Backlog.md tasks. It then waits here with a report
          of what could not be kept, and nothing is in the workspace before you accept it.
        </EmptyState>
      )}
      <Rows imports={waiting} />
      {decided.length > 0 && (
        <Section title="Decided">
          <Rows imports={decided} />
        </Section>
      )}
      {value && value.total > value.imports.length && (
        <p className="quiet small">
          The newest {value.imports.length} of {counted(value.total, 'import')}.
        </p>
      )}
    </Page>
  );
}

function Rows({ imports }: { readonly imports: readonly ImportRecord[] }) {
  if (imports.length === 0) return null;
  return (
    <ul className="rows">
      {imports.map(({ id, source, taskCount, lossCount, author, at, status }) => (
        <li key={id} className="row">
          <span className="row-text">
            <Link to="/imports/$importId" params={{ importId: id }} className="row-title">
              <PlainText>{source}</PlainText>
            </Link>
            <span className="quiet small">
              {counted(taskCount, 'task')}, {lostWords(lossCount)}, by <PlainText>{author.label}</PlainText>
            </span>
          </span>
          <span className="row-side">
            {statusWords[status]} <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function lostWords(count: number): string {
  return count === 0 ? 'nothing is lost' : counted(count, 'thing is lost', 'things are lost');
}
