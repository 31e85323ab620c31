import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ActivityEntry } from '../../../protocol/views.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useApi, useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Page } from '../../parts/shell.tsx';
import { toast } from '../../parts/toast.tsx';
import { Link } from '../link.tsx';
import { Entries } from './entries.tsx';

const PAGE = 50;

interface Asked {
  readonly author?: string;
  readonly subject?: string;
}

/** Who did what, of everything, of one agent or person, or of one thing. */
export function ActivityPage() {
  const search = useSearch({ strict: false }) as Asked;
  const seq = useLive((state) => state.seq);
  const question = questionOf(search);
  const asked = useAsk('read_activity', { ...question, limit: PAGE }, seq);
  const older = useOlder(question, asked.value?.nextBeforeSeq ?? null);
  const entries = [...(asked.value?.entries ?? []), ...older.entries];
  return (
    <Page title="Activity" text note={<FilterWords search={search} entries={entries} />}>
      {asked.value ? <Entries entries={entries} /> : asked.refusal ? null : <Loading what="the activity" />}
      {asked.refusal && <ErrorState refusal={asked.refusal} retry={asked.again} />}
      {older.more && (
        <div className="buttons">
          <Button busy={older.busy} onAct={() => void older.read()}>
            Older
          </Button>
        </div>
      )}
    </Page>
  );
}

function questionOf({ author, subject }: Asked) {
  return { ...(author !== undefined && { authorId: author }), ...(subject !== undefined && { subject }) };
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

/** The pages after the first, which is read anew when something happens. */
function useOlder(question: ReturnType<typeof questionOf>, first: number | null) {
  const api = useApi();
  const [entries, setEntries] = useState<readonly ActivityEntry[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const of = JSON.stringify(question);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins anew
  useEffect(() => {
    setEntries([]);
  }, [of]);

  const before = entries.length > 0 ? next : first;
  const read = async () => {
    if (before === null) return;
    setBusy(true);
    const answer = await api.call('read_activity', { ...question, limit: PAGE, beforeSeq: before });
    setBusy(false);
    if (!answer.ok) {
      toast({ tone: 'bad', text: `Not read: ${refusalWords(answer.refusal)}` });
      return;
    }
    setEntries((known) => [...known, ...answer.value.entries]);
    setNext(answer.value.nextBeforeSeq);
  };
  return { entries, busy, more: before !== null, read };
}
