/** One import, read part by part: what has come is shown while the rest is on its way. */
import { useEffect, useState } from 'react';
import type { ImportedTask, ImportLoss, ImportRecord } from '../../../core/workspace/import.ts';
import type { Refusal } from '../../../kit/result.ts';
import { useApi } from '../../data/use-live.ts';

export interface WholeImport {
  readonly record: ImportRecord;
  readonly tasks: readonly ImportedTask[];
  readonly losses: readonly ImportLoss[];
  /** Other imports of the same folder. */
  readonly twins: { readonly accepted: number; readonly waiting: number };
  /** False while parts are still being read. */
  readonly isWhole: boolean;
}

interface Read {
  readonly importId: string;
  readonly value: WholeImport | null;
  readonly refusal: Refusal | null;
}

/** Asks again whenever `at` changes. */
export function useImport(importId: string, at: number) {
  const api = useApi();
  const [tries, setTries] = useState(0);
  const [read, setRead] = useState<Read>({ importId, value: null, refusal: null });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at` and `tries` only say when to ask again
  useEffect(() => {
    const stop = new AbortController();
    async function readAll(): Promise<void> {
      const tasks: ImportedTask[] = [];
      const losses: ImportLoss[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const question = cursor === undefined ? { importId } : { importId, cursor };
        const answer = await api.call('read_import', question, { signal: stop.signal });
        if (stop.signal.aborted) return;
        if (!answer.ok) {
          setRead({ importId, value: null, refusal: answer.refusal });
          return;
        }
        const { import: record, twins, nextCursor } = answer.value;
        tasks.push(...answer.value.tasks);
        losses.push(...answer.value.losses);
        cursor = nextCursor;
        const value = { record, tasks: [...tasks], losses: [...losses], twins, isWhole: nextCursor === null };
        // What was shown whole stays until it can be replaced whole.
        setRead((before) =>
          before.importId === importId && before.value?.isWhole && !value.isWhole
            ? before
            : { importId, value, refusal: null },
        );
      }
    }
    void readAll();
    return () => stop.abort();
  }, [api, importId, at, tries]);

  const current = read.importId === importId ? read : { value: null, refusal: null };
  return { value: current.value, refusal: current.refusal, again: () => setTries((count) => count + 1) };
}
