import { useState } from 'react';
import { stateOfSession, useLive, useSession } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ClockBanner } from '../../parts/clock-banner.tsx';
import { lazyDialog } from '../../parts/lazy-dialog.tsx';
import { Banner } from '../../parts/places.tsx';
import { refusalWords } from '../../parts/refusal-words.ts';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { useOpened } from '../boot-context.ts';
import { exampleWords } from './example-words.ts';
import { VisitorBanner } from './visitor-banner.tsx';

const PairDialog = lazyDialog(() => import('./pair-dialog.tsx'), 'PairDialog');
const EmptyDialog = lazyDialog(() => import('./empty-dialog.tsx'), 'EmptyDialog');

/** What holds for the whole workspace: it is the example, it was recovered, an import waits. */
export function PlaceBanners() {
  const { paired, hello } = useOpened();
  const recoveredAt = useLive((state) => state.workspace.recoveredAt);
  const logEndsAhead = useLive((state) => state.logEndsAhead);
  const imports = useLive((state) => state.waitingImports);
  const deskUrl = useLive((state) => state.deskUrl);
  return (
    <>
      {recoveredAt && (
        <Banner tone="warn">
          This workspace was recovered <Time at={recoveredAt} />. Every key, token, approval and grant from before is
          void.
        </Banner>
      )}
      <ClockBanner endsAt={logEndsAhead} />
      {!paired && <ExampleBanner hello={hello} />}
      {paired && <VisitorBanner hello={hello} />}
      {paired && <OwnExampleBanner />}
      {paired && imports > 0 && (
        <Banner action={<a href={`${deskUrl}/imports`}>Decide at the desk</a>}>
          {imports === 1 ? 'An import waits' : `${imports} imports wait`} for a decision.
        </Banner>
      )}
    </>
  );
}

function ExampleBanner({ hello }: Pick<ReturnType<typeof useOpened>, 'hello'>) {
  const [open, setOpen] = useState(false);
  return (
    <Banner
      action={
        <Button small {...PairDialog.soon} onAct={() => setOpen(true)}>
          How to pair
        </Button>
      }
    >
      You are looking at the example. Agents may plan in it; to change it or to approve a plan, pair this browser.
      {open && <PairDialog hello={hello} onClose={() => setOpen(false)} />}
    </Banner>
  );
}

function OwnExampleBanner() {
  const { api, live } = useSession();
  const example = useLive((state) => state.workspace.example);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!example) return null;

  const empty = async () => {
    setBusy(true);
    const { stays } = exampleWords(stateOfSession(live));
    const answer = await api.call('empty_example', {});
    setBusy(false);
    setAsking(false);
    if (answer.ok) toast({ text: `${stays || 'The workspace is empty.'} Undo brings the example back.` });
    else toast({ tone: 'bad', text: `Not emptied: ${refusalWords(answer.refusal)}` });
  };

  return (
    <Banner
      action={
        <Button small {...EmptyDialog.soon} onAct={() => setAsking(true)}>
          Empty the example
        </Button>
      }
    >
      These tasks are an example. Try things out, or start with your own.
      {asking && <EmptyDialog busy={busy} onAct={() => void empty()} onClose={() => setAsking(false)} />}
    </Banner>
  );
}
