import { useCallback, useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../kit/result.ts';
import type { Api } from '../data/api.ts';
import { useApi, useLive } from '../data/use-live.ts';
import { type LogPages, missingPages, noLog, PAGE, withAnswer } from './log-pages.ts';
import { useCalm } from './use-calm.ts';

export interface RunLog {
  readonly log: LogPages;
  readonly refusal: Refusal | null;
  /** False before the first answer. */
  readonly known: boolean;
  /** Reads what these rows need. */
  readonly need: (first: number, end: number) => void;
  readonly again: () => void;
}

/** How often the steps of a run that is on are looked for. */
const POLL_MS = 1_000;
/** Pages that are looked through for the agent's newest plan. */
const LOOK_BACK = 4;

/** The steps of a run, page by page; while it is on, its end is polled. */
export function useRunLog(runId: string, active: boolean): RunLog {
  const api = useApi();
  const at = useCalm(useLive((state) => state.runsAt));
  const [{ log, of }, setHeld] = useState({ log: noLog, of: '' });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [tries, setTries] = useState(0);
  const reading = useRef(new Set<number>());
  const now = useRef(noLog);
  const current = of === runId ? log : noLog;
  now.current = current;

  const read = useCallback(
    async (page: number, signal?: AbortSignal) => {
      if (reading.current.has(page)) return;
      reading.current.add(page);
      const answer = await readPage(api, runId, page, signal);
      reading.current.delete(page);
      if (signal?.aborted) return;
      setRefusal(answer.ok ? null : answer.refusal);
      if (!answer.ok) return;
      setHeld((before) => ({ log: withAnswer(before.of === runId ? before.log : noLog, answer.value), of: runId }));
    },
    [api, runId],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` and `tries` say when to look again
  useEffect(() => {
    const stop = new AbortController();
    reading.current.clear();
    const look = () => read(Math.floor(Math.max(0, now.current.total) / PAGE), stop.signal);
    void look();
    const timer = active ? setInterval(() => void look(), POLL_MS) : undefined;
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [read, active, at, tries]);

  const need = useCallback(
    (first: number, end: number) => {
      for (const page of missingPages(now.current, first, end)) void read(page);
    },
    [read],
  );

  usePlanSearch(current, need);
  return { log: current, refusal, known: of === runId, need, again: () => setTries((count) => count + 1) };
}

function readPage(api: Api, runId: string, page: number, signal?: AbortSignal) {
  const input = { runId, from: page * PAGE, limit: PAGE };
  return api.call('read_run_log', input, signal ? { signal } : {});
}

/** The agent's plan stands somewhere in the log: its end is looked through, once. */
function usePlanSearch({ total }: LogPages, need: RunLog['need']): void {
  const searched = useRef(false);
  useEffect(() => {
    if (total === 0 || searched.current) return;
    searched.current = true;
    need(Math.max(0, total - LOOK_BACK * PAGE), total);
  }, [total, need]);
}
