import { useEffect, useRef } from 'react';
import { counted } from '../../../kit/text.ts';
import { useLive, useSession } from '../../data/use-live.ts';
import { takeBack, toast } from '../../parts/toast.tsx';

/** Says when a proposal arrives or is revised while the page is open, and leads to the desk. */
export function useProposalNotices(): void {
  const proposals = useLive((state) => state.proposals);
  const { live } = useSession();
  const known = useRef<ReadonlyMap<string, number> | null>(null);

  useEffect(() => {
    const before = known.current;
    known.current = new Map(proposals.map((one) => [one.id, one.revision]));
    if (!before) return;
    for (const one of proposals) {
      const name = `proposal ${one.id}`;
      if (one.status !== 'awaiting_approval') takeBack(name);
      if (one.status !== 'awaiting_approval' || before.get(one.id) === one.revision) continue;
      const what = before.has(one.id) ? `sent revision ${one.revision} of the plan` : 'proposes a plan';
      toast({
        name,
        text: `${one.author.label} ${what} for ${one.title || 'a task'}: ${counted(one.subtaskCount, 'subtask')}.`,
        action: {
          label: 'Review at the desk',
          onAct: () => location.assign(reviewUrl(live.get().state?.deskUrl ?? '', one.id)),
        },
      });
    }
  }, [proposals, live]);
}

/** Where the desk shows one proposal. */
export function reviewUrl(deskUrl: string, proposalId: string): string {
  return `${deskUrl}/proposal/${encodeURIComponent(proposalId)}`;
}
