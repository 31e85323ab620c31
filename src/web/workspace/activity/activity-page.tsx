import { useSearch } from '@tanstack/react-router';
import type { ActivityEntry } from '../../../protocol/views.ts';
import { useActivity } from '../../data/use-activity.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page } from '../../parts/shell.tsx';
import { Link } from '../link.tsx';
import { Entries } from './entries.tsx';

interface Asked {
  readonly author?: string;
  readonly subject?: string;
}

/** Who did what, of everything, of one agent or person, or of one thing. */
export function ActivityPage() {
  const search = useSearch({ strict: false }) as Asked;
  const { entries, refusal, loading, older, again } = useActivity({
    ...(search.author !== undefined && { authorId: search.author }),
    ...(search.subject !== undefined && { subject: search.subject }),
  });
  return (
    <Page title="Activity" text note={<FilterWords search={search} entries={entries ?? []} />}>
      {entries ? <Entries entries={entries} /> : refusal ? null : <Loading what="the activity" />}
      {refusal && <ErrorState refusal={refusal} retry={again} />}
      {older && (
        <div className="buttons">
          <Button busy={loading} onAct={older}>
            Show older
          </Button>
        </div>
      )}
    </Page>
  );
}

function FilterWords({ search, entries }: { readonly search: Asked; readonly entries: readonly ActivityEntry[] }) {
  const name = useLive((state) => nameOfSubject(state.tasks, search.subject));
  if (search.author === undefined && search.subject === undefined) return 'Newest first';
  const author = entries.find((entry) => entry.author.id === search.author)?.author.label;
  return (
    <>
      {search.author === undefined ? 'Only ' : 'Only what was done by '}
      <PlainText>{(search.author === undefined ? name : author) ?? 'one of them'}</PlainText>.{' '}
      <Link to="/activity">Show everything</Link>
    </>
  );
}

function nameOfSubject(tasks: ReadonlyMap<string, { readonly number: number }>, subject?: string): string | undefined {
  const task = subject?.startsWith('task:') ? tasks.get(subject.slice('task:'.length)) : undefined;
  return task && `T-${task.number}`;
}
