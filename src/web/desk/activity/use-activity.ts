import { useEffect, useState } from 'react';
import type { Refusal } from '../../../kit/result.ts';
import type { ActivityEntry } from '../../../protocol/views.ts';
import { useApi, useLive } from '../../data/use-live.ts';

export interface ActivityFilter {
  /** `kind:id`. */
  readonly subject?: string;
  readonly authorId?: string;
}

export interface Activity {
  readonly entries: readonly ActivityEntry[] | null;
  readonly refusal: Refusal | null;
  readonly loading: boolean;
  /** Reads older ones; null = there are none. */
  readonly older: (() => void) | null;
  readonly again: () => void;
}

const PAGE = 50;

/** Who did what, newest first, a page at a time; read anew when something happens. */
export function useActivity({ subject, authorId }: ActivityFilter): Activity {
  const api = useApi();
  const seq = useLive((state) => state.seq);
  const [limit, setLimit] = useState(PAGE);
  const [tries, setTries] = useState(0);
  const [page, setPage] = useState<{ entries: readonly ActivityEntry[]; more: boolean } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [loading, setLoading] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `seq` and `tries` say when to read again
  useEffect(() => {
    const stop = new AbortController();
    setLoading(true);
    void readUpTo(limit).then((answer) => {
      if (stop.signal.aborted) return;
      setLoading(false);
      setRefusal(answer.ok ? null : answer.refusal);
      if (answer.ok) setPage(answer.value);
    });
    return () => stop.abort();

    async function readUpTo(wanted: number) {
      const entries: ActivityEntry[] = [];
      let before: number | null = null;
      do {
        const answer = await api.call(
          'read_activity',
          {
            limit: Math.min(200, wanted - entries.length),
            ...(subject ? { subject } : {}),
            ...(authorId ? { authorId } : {}),
            ...(before === null ? {} : { beforeSeq: before }),
          },
          { signal: stop.signal },
        );
        if (!answer.ok) return answer;
        entries.push(...answer.value.entries);
        before = answer.value.nextBeforeSeq;
      } while (before !== null && entries.length < wanted);
      return { ok: true, value: { entries, more: before !== null } } as const;
    }
  }, [api, subject, authorId, limit, seq, tries]);

  return {
    entries: page?.entries ?? null,
    refusal,
    loading,
    older: page?.more ? () => setLimit(limit + PAGE) : null,
    again: () => setTries((count) => count + 1),
  };
}
