import { useState } from 'react';
import type { Refusal, Result } from '../../../kit/result.ts';

export interface Acting {
  readonly busy: boolean;
  readonly refusal: Refusal | null;
  /** Runs one call of the desk; answers its value, or null when it was refused. */
  readonly run: <T>(call: () => Promise<Result<T>>) => Promise<T | null>;
  readonly calm: () => void;
}

/** One decision at a time, with what stood against it. */
export function useAct(): Acting {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  return {
    busy,
    refusal,
    run: async (call) => {
      setBusy(true);
      const answer = await call();
      setBusy(false);
      setRefusal(answer.ok ? null : answer.refusal);
      return answer.ok ? answer.value : null;
    },
    calm: () => setRefusal(null),
  };
}
