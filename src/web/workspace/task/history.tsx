import type { Task } from '../../../core/workspace/task.ts';
import { useAsk } from '../../data/use-ask.ts';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { Section } from '../../parts/shell.tsx';
import { Entries } from '../activity/entries.tsx';
import { Link } from '../link.tsx';

const SHOWN = 20;

/** Who did what with this task, newest first. */
export function History({ task }: { readonly task: Task }) {
  const subject = `task:${task.id}`;
  const asked = useAsk('read_activity', { subject, limit: SHOWN }, `${task.updatedAt} ${task.matches.length}`);
  return (
    <Section title="History">
      {asked.value ? (
        <Entries entries={asked.value.entries} />
      ) : asked.refusal ? (
        <ErrorState refusal={asked.refusal} retry={asked.again} />
      ) : (
        <Loading what="the history" />
      )}
      {asked.value?.nextBeforeSeq != null && (
        <Link to="/activity" search={{ subject }}>
          All of it
        </Link>
      )}
    </Section>
  );
}
