import { useState } from 'react';
import type { RunCard } from '../../../protocol/delegation-views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { toast } from '../../parts/toast.tsx';
import { filesWords } from '../../runs/words.ts';
import { Refused } from './refused.tsx';
import { useAct } from './use-act.ts';

/** Puts the commit of the run into the checkout. The daemon chooses how, and says which way it was. */
export function ApplyResult({ run: { id, result, rootLabel } }: { readonly run: RunCard }) {
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const { busy, refusal, run } = useAct();
  if (!result || result.appliedAt !== null) return null;
  const apply = async () => {
    const done = await run(() => api.call('apply_result', { runId: id }));
    setAsking(false);
    if (!done) return;
    const how = done.how === 'fast_forward' ? 'as a fast-forward' : 'as a patch, in a new commit';
    toast({
      tone: 'good',
      text: done.already ? 'Your checkout held it before: nothing was changed.' : `Applied ${how}.`,
    });
  };
  return (
    <>
      <div className="buttons">
        <Button kind="main" onAct={() => setAsking(true)}>
          Apply to the checkout…
        </Button>
      </div>
      <Refused refusal={refusal} what="It was not applied; your checkout is as it was." />
      {asking && (
        <Dialog
          title="Apply this result?"
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onAct={() => setAsking(false)}>Not yet</Button>
              <Button kind="main" busy={busy} onAct={() => void apply()}>
                Apply {filesWords(result)}
              </Button>
            </>
          }
        >
          <p>
            The changes go into the checkout of <PlainText>{rootLabel}</PlainText>. Where the checkout still stands on{' '}
            <code>{result.base.slice(0, 12)}</code>, it moves to the commit (fast-forward); otherwise the same changes
            become a new commit on top of it (patch), if they fit.
          </p>
          <p className="quiet">A checkout with changes of its own is left alone, and you are told.</p>
        </Dialog>
      )}
    </>
  );
}
