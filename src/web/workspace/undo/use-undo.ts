import { UNNAMED } from '../../data/live.ts';
import { stateOfSession, useSession } from '../../data/use-live.ts';
import { toast } from '../../parts/toast.tsx';

/** Undoes the person's last change, the one that the undo button names. */
export function useUndo(): () => Promise<void> {
  const { api, live } = useSession();
  return async () => {
    const { undoable } = stateOfSession(live);
    if (!undoable) {
      toast({ text: 'There is no change of yours to undo.' });
      return;
    }
    const answer = await api.call('undo_change', undoable.seq === UNNAMED ? {} : { seq: undoable.seq });
    if (answer.ok) toast({ tone: 'good', text: `You ${answer.value.summary}.` });
    else toast({ tone: 'bad', text: `Not undone: ${answer.refusal.message} ${answer.refusal.next}` });
  };
}
