import { useCallback, useEffect, useState } from 'react';
import type { Refusal, Result } from '../../kit/result.ts';
import type { ActivityEntry } from '../../protocol/views.ts';
import type { AnswerOf } from './answers.ts';
import type { Api } from './api.ts';
import { useBack } from './use-back.ts';
import { useApi, useLive } from './use-live.ts';

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

/** What is read at first, and then more of at a time. */
const PAGE = 50;

/** Who did what, newest first, a page at a time; read anew when something happens. */
export function useActivity({ subject, authorId }: ActivityFilter, first = PAGE): Activity {
  const api = useApi();
  const seq = useLive((state) => state.seq);
  const readAt = useLive((state) => state.readAt);
  const [limit, setLimit] = useState(first);
  const [tries, setTries] = useState(0);
  const [page, setPage] = useState<{ entries: readonly ActivityEntry[]; more: boolean } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [loading, setLoading] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `seq`, `readAt` and `tries` say when to read again
  useEffect(() => {
    const stop = new AbortController();
    setLoading(true);
    void readUpTo(api, limit, { ...(subject ? { subject } : {}), ...(authorId ? { authorId } : {}) }, stop.signal).then(
      (answer) => {
        if (stop.signal.aborted) return;
        setLoading(false);
        setRefusal(answer.ok ? null : answer.refusal);
        if (answer.ok) setPage(answer.value);
      },
    );
    return () => stop.abort();
  }, [api, subject, authorId, limit, seq, readAt, tries]);

  const again = useCallback(() => setTries((count) => count + 1), []);
  useBack(refusal, again);

  return {
    entries: page?.entries ?? null,
    refusal,
    loading,
    older: page?.more ? () => setLimit(limit + PAGE) : null,
    again,
  };
}

interface Pages {
  readonly entries: readonly ActivityEntry[];
  readonly more: boolean;
}

/**
 * The newest events, over as many answers as it takes: one holds at most 200. Evaluations come with them and do not count:
 * where agents evaluate much, wanting more would bring none.
 */
export async function readUpTo(
  api: Pick<Api, 'call'>,
  wanted: number,
  filter: ActivityFilter,
  signal: AbortSignal,
): Promise<Result<Pages>> {
  const entries: ActivityEntry[] = [];
  let left = wanted;
  let next: number | null = null;
  do {
    const limit = Math.min(200, left);
    const before: { readonly beforeSeq?: number } = next === null ? {} : { beforeSeq: next };
    const answer: Result<AnswerOf<'read_activity'>> = await api.call(
      'read_activity',
      { limit, ...filter, ...before },
      { signal },
    );
    if (!answer.ok) return answer;
    entries.push(...answer.value.entries);
    next = answer.value.nextBeforeSeq;
    left -= limit;
  } while (next !== null && left > 0);
  return { ok: true, value: { entries, more: next !== null } };
}
