import { useEffect, useState } from 'react';
import type { Hello } from '../../../protocol/views.ts';
import { apiFor } from '../../data/connect.ts';
import { useLive } from '../../data/use-live.ts';
import { visitorOf } from '../../data/visitor.ts';
import { Button } from '../../parts/button.tsx';
import { Banner } from '../../parts/places.tsx';
import { toast } from '../../parts/toast.tsx';
import { goAndEnrol } from '../enrol.ts';

/**
 * The page is let in but its visitor is not: the storage was cleared, so it is a new one. Every tool that an
 * agent in this browser calls would be refused, so the person is led to the desk, which binds the two again.
 */
export function VisitorBanner({ hello }: { readonly hello: Hello }) {
  const isShutOut = useShutOut();
  const [busy, setBusy] = useState(false);
  if (!isShutOut) return null;
  const go = () => {
    setBusy(true);
    goAndEnrol(hello).catch((error: unknown) => {
      setBusy(false);
      toast({ tone: 'bad', text: `It did not work: ${String(error)}` });
    });
  };
  return (
    <Banner
      action={
        <Button small busy={busy} onAct={go}>
          Let them in at the desk
        </Button>
      }
    >
      Agents in this browser are shut out: they have a new name here, because the storage of this page was cleared.
    </Banner>
  );
}

/** Asked once per epoch, and only where an agent could call: a page without tools has no visitor to bind. */
function useShutOut(): boolean {
  const epoch = useLive((state) => state.workspace.epoch);
  const [isShutOut, setIsShutOut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new epoch asks anew
  useEffect(() => {
    const stop = new AbortController();
    void asked(stop.signal).then((answer) => {
      if (!stop.signal.aborted) setIsShutOut(answer);
    });
    return () => stop.abort();
  }, [epoch]);
  return isShutOut;
}

async function asked(signal: AbortSignal): Promise<boolean> {
  if (!document.modelContext) return false;
  try {
    const answer = await apiFor({ visitor: await visitorOf() }).call('read_tools', {}, { signal });
    return !answer.ok && (answer.refusal.code === 'not_paired' || answer.refusal.code === 'unauthenticated');
  } catch {
    // The daemon is away; the page says so by itself.
    return false;
  }
}
