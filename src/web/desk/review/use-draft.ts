import { useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '../../data/use-live.ts';
import { type Draft, isBlank, toStored } from './draft.ts';
import { createDraftSaver, type DraftState } from './draft-saver.ts';

export interface KeptDraft {
  readonly draft: Draft;
  readonly state: DraftState;
  readonly change: (update: (draft: Draft) => Draft) => void;
}

/** A draft that the server keeps as the person types. */
export function useDraft(proposalId: string, restored: Draft): KeptDraft {
  const api = useApi();
  const [draft, setDraft] = useState(restored);
  const [state, setState] = useState<DraftState>({ kind: 'quiet' });
  const newest = useRef(restored);
  const saver = useMemo(
    () =>
      createDraftSaver({
        save: async (next) => await api.call('save_draft', { proposalId, body: toStored(next) }),
        // What holds nothing is no draft: after a decision there is nothing to say of one.
        tell: (next) => setState(next.kind !== 'failed' && isBlank(newest.current) ? { kind: 'quiet' } : next),
      }),
    [api, proposalId],
  );

  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && saver.flush();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      saver.flush();
    };
  }, [saver]);

  const change = useMemo(
    () => (update: (draft: Draft) => Draft) => {
      const next = update(newest.current);
      if (next === newest.current) return;
      newest.current = next;
      setDraft(next);
      saver.put(next);
    },
    [saver],
  );

  return { draft, state, change };
}
