import { useCallback } from 'react';
import { UNNAMED } from '../../data/live.ts';
import { stateOfSession, useSession } from '../../data/use-live.ts';
import { refusalWords } from '../../parts/refusal-words.ts';
import { toast } from '../../parts/toast.tsx';

/**
 * Undoes a change of the person's own: the one with the sequence number, or the last one, which the undo button names.
 */
export function useUndo(): (seq?: number) => Promise<void> {
  const { api, live } = useSession();
  return useCallback(
    async (seq) => {
      const last = stateOfSession(live).undoable;
      if (seq === undefined && !last) {
        toast({ text: 'There is no change of yours to undo.' });
        return;
      }
      const which = seq ?? last?.seq ?? UNNAMED;
      const answer = await api.call('undo_change', which === UNNAMED ? {} : { seq: which });
      if (answer.ok) toast({ tone: 'good', name: 'change', text: `You ${answer.value.summary}.` });
      else toast({ tone: 'bad', text: `Not undone: ${refusalWords(answer.refusal)}` });
    },
    [api, live],
  );
}
