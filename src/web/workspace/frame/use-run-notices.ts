import { useSession } from '../../data/use-live.ts';
import { takeBack, toast } from '../../parts/toast.tsx';
import { useInbox } from '../../runs/use-inbox.ts';
import { useWaiting } from '../../runs/use-waiting.ts';

/** Says what newly waits for a person; it is decided at the desk. Proposals have notices of their own. */
export function useRunNotices(): void {
  const { live } = useSession();
  const deskUrl = () => live.get().state?.deskUrl ?? '';
  useWaiting(useInbox(), {
    tell({ key, text }) {
      if (key.startsWith('proposal ')) return;
      toast({ text, name: key, action: { label: 'Decide at the desk', onAct: () => location.assign(deskUrl()) } });
    },
    over: takeBack,
    open: () => void window.open(deskUrl(), '_blank', 'noopener'),
  });
}
