import { useCallback, useEffect, useRef, useState } from 'react';
import type { Refusal } from '../../kit/result.ts';
import type { OperationName } from '../../protocol/table.ts';
import type { AnswerOf, QuestionOf } from './answers.ts';
import { useBack } from './use-back.ts';
import { useApi, useLive } from './use-live.ts';

export interface Asked<T> {
  /** The newest answer; it stays while a newer one is asked for. */
  readonly value: T | null;
  readonly refusal: Refusal | null;
  readonly asking: boolean;
  readonly again: () => void;
}

/**
 * Asks when a component shows, whenever `at` or the question changes, after everything was read anew, and when a daemon
 * that did not answer is back. Answers that come after a newer question are dropped.
 */
export function useAsk<Name extends OperationName>(
  name: Name,
  input: QuestionOf<Name>,
  at: number | string = 0,
): Asked<AnswerOf<Name>> {
  const api = useApi();
  const readAt = useLive((state) => state.readAt);
  const question = JSON.stringify(input);
  const [answer, setAnswer] = useState<{ value: AnswerOf<Name> | null; refusal: Refusal | null; of: string }>({
    value: null,
    refusal: null,
    of: '',
  });
  const [asking, setAsking] = useState(true);
  const [tries, setTries] = useState(0);
  const latest = useRef(input);
  latest.current = input;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `at`, `readAt` and `tries` say when to ask again, `question` stands for the input
  useEffect(() => {
    const stop = new AbortController();
    setAsking(true);
    void api.call(name, latest.current, { signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      setAsking(false);
      setAnswer((before) => ({
        // An old answer to the same question is better than none.
        value: result.ok ? result.value : before.of === question ? before.value : null,
        refusal: result.ok ? null : result.refusal,
        of: question,
      }));
    });
    return () => stop.abort();
  }, [api, name, question, at, readAt, tries]);

  const current = answer.of === question;
  const again = useCallback(() => setTries((count) => count + 1), []);
  useBack(current ? answer.refusal : null, again);
  return {
    value: current ? answer.value : null,
    refusal: current ? answer.refusal : null,
    asking,
    again,
  };
}
