import { type Conversation, isDropping } from '../../../core/run/run.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toast.tsx';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

/** Removes the worktree of a conversation. Work that is not merged is never deleted; then the daemon says why it stays. */
export function DropWorktree({ conversation }: { readonly conversation: Conversation }) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const drop = async () => {
    const done = await run(() => api.call('drop_worktree', { conversationId: conversation.id }));
    if (!done) return;
    toast({
      text: done.removed ? 'The worktree was removed.' : `The worktree stays: ${done.reason ?? 'no reason was given'}`,
    });
  };
  return (
    <>
      <Button
        busy={busy}
        blocked={isDropping(conversation) && 'It is being removed.'}
        title="Work that is not merged is never deleted."
        onAct={() => void drop()}
      >
        Remove the worktree
      </Button>
      <Refused refusal={refusal} what="It was not removed." />
    </>
  );
}
