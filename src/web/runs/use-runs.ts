import { useCallback, useEffect, useState } from 'react';
import type { Refusal } from '../../kit/result.ts';
import type { RunCard, RunsView } from '../../protocol/delegation-views.ts';
import { useApi, useLive } from '../data/use-live.ts';
import { useCalm } from './use-calm.ts';

export interface Runs {
  /** Newest first; null before the first answer. */
  readonly runs: readonly RunCard[] | null;
  readonly total: number;
  readonly active: number;
  readonly stopped: boolean;
  readonly refusal: Refusal | null;
  /** Reads the next page; null = there is none, or it is on its way. */
  readonly more: (() => void) | null;
  readonly again: () => void;
}

type Filter = { readonly active?: boolean; readonly taskId?: string };

interface Held {
  readonly of: string;
  readonly head: RunsView | null;
  /** Runs beyond the first page, and where the next begins. */
  readonly tail: readonly RunCard[];
  readonly cursor: string | null;
}

const nothing: Held = { of: '', head: null, tail: [], cursor: null };

/**
 * The runs, a page at a time. What happens reads the first page anew; the pages below keep what they had, since a run
 * that ended long ago changes no more than its verdict.
 */
export function useRuns(filter: Filter): Runs {
  const api = useApi();
  const at = useCalm(useLive((state) => state.runsAt));
  const question = JSON.stringify(filter);
  const [held, setHeld] = useState(nothing);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [reading, setReading] = useState(false);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` and `tries` say when to read again
  useEffect(() => {
    const stop = new AbortController();
    void api.call('read_runs', JSON.parse(question) as Filter, { signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return;
      setRefusal(answer.ok ? null : answer.refusal);
      if (answer.ok) setHeld((before) => withHead(before, question, answer.value));
    });
    return () => stop.abort();
  }, [api, question, at, tries]);

  const current = held.of === question ? held : nothing;
  const { cursor } = current;
  const more = useCallback(async () => {
    if (cursor === null) return;
    setReading(true);
    const answer = await api.call('read_runs', { ...(JSON.parse(question) as Filter), cursor });
    setReading(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (!answer.ok) return;
    const { runs, nextCursor } = answer.value;
    setHeld((before) =>
      before.of === question ? { ...before, tail: [...before.tail, ...runs], cursor: nextCursor } : before,
    );
  }, [api, question, cursor]);

  return {
    runs: current.head ? listed(current.head, current.tail) : null,
    total: current.head?.total ?? 0,
    active: current.head?.active ?? 0,
    stopped: current.head?.stopped ?? false,
    refusal,
    more: cursor === null || reading ? null : () => void more(),
    again: () => setTries((count) => count + 1),
  };
}

function withHead(before: Held, question: string, head: RunsView): Held {
  if (before.of !== question || before.tail.length === 0) {
    return { of: question, head, tail: [], cursor: head.nextCursor };
  }
  // What a new run pushed off the first page would be on neither: it is kept above the others.
  const ids = new Set(head.runs.map(({ id }) => id));
  const pushed = (before.head?.runs ?? []).filter(({ id }) => !ids.has(id));
  return { ...before, head, tail: [...pushed, ...before.tail] };
}

function listed(head: RunsView, tail: readonly RunCard[]): readonly RunCard[] {
  const ids = new Set(head.runs.map(({ id }) => id));
  return [...head.runs, ...tail.filter(({ id }) => !ids.has(id))];
}
