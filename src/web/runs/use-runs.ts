import { useCallback, useEffect, useRef, useState } from 'react';
import type { Refusal, Result } from '../../kit/result.ts';
import type { RunCard, RunsView } from '../../protocol/delegation-views.ts';
import type { Api } from '../data/api.ts';
import { useBack } from '../data/use-back.ts';
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
  /** The newest answer, for its counts. */
  readonly head: RunsView | null;
  readonly runs: readonly RunCard[];
  readonly pages: number;
  /** Where the next page begins. */
  readonly cursor: string | null;
}

const nothing: Held = { of: '', head: null, runs: [], pages: 1, cursor: null };

/** Pages that are read anew when something happens; a run further down ended long ago and changes no more than its verdict. */
const FRESH = 8;

/** The runs, a page at a time; what is shown of them is read anew when something happens. */
export function useRuns(filter: Filter): Runs {
  const api = useApi();
  const at = useCalm(useLive((state) => state.runsAt));
  const question = JSON.stringify(filter);
  const [held, setHeld] = useState(nothing);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [reading, setReading] = useState(false);
  const [tries, setTries] = useState(0);
  const current = held.of === question ? held : nothing;
  const pages = useRef(1);
  pages.current = current.pages;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` and `tries` say when to read again
  useEffect(() => {
    const stop = new AbortController();
    void readPages(api, question, Math.min(FRESH, pages.current), stop.signal).then((answer) => {
      if (stop.signal.aborted) return;
      setRefusal(answer.ok ? null : answer.refusal);
      if (answer.ok) setHeld((before) => merged(before, answer.value));
    });
    return () => stop.abort();
  }, [api, question, at, tries]);

  const again = useCallback(() => setTries((count) => count + 1), []);
  useBack(refusal, again);

  const { cursor } = current;
  const more = useCallback(async () => {
    if (cursor === null) return;
    setReading(true);
    const answer = await api.call('read_runs', { ...(JSON.parse(question) as Filter), cursor });
    setReading(false);
    setRefusal(answer.ok ? null : answer.refusal);
    if (answer.ok) setHeld((before) => (before.of === question ? withPage(before, answer.value) : before));
  }, [api, question, cursor]);

  return {
    runs: current.head && current.runs,
    total: current.head?.total ?? 0,
    active: current.head?.active ?? 0,
    stopped: current.head?.stopped ?? false,
    refusal,
    more: cursor === null || reading ? null : () => void more(),
    again,
  };
}

async function readPages(api: Api, question: string, pages: number, signal: AbortSignal): Promise<Result<Held>> {
  let held: Held = { ...nothing, of: question, pages: 0 };
  for (let page = 0; page < pages; page++) {
    const from: { readonly cursor?: string } = held.cursor === null ? {} : { cursor: held.cursor };
    const answer = await api.call('read_runs', { ...(JSON.parse(question) as Filter), ...from }, { signal });
    if (!answer.ok) return answer;
    held = withPage(held, answer.value);
    if (held.cursor === null) break;
  }
  return { ok: true, value: { ...held, pages: Math.max(1, held.pages) } };
}

function withPage(held: Held, page: RunsView): Held {
  return {
    ...held,
    head: held.pages === 0 ? page : (held.head ?? page),
    runs: distinct([...held.runs, ...page.runs]),
    pages: held.pages + 1,
    cursor: page.nextCursor,
  };
}

/** What was read anew, and what lies beyond it as it was. */
function merged(before: Held, fresh: Held): Held {
  if (before.of !== fresh.of || before.pages <= FRESH || fresh.cursor === null) return fresh;
  return { ...before, head: fresh.head, runs: distinct([...fresh.runs, ...before.runs.slice(fresh.runs.length)]) };
}

/** New runs push others to the next page, which then come twice. */
function distinct(runs: readonly RunCard[]): readonly RunCard[] {
  return [...new Map(runs.map((run) => [run.id, run])).values()];
}
