import type { Root } from '../../../core/run/root.ts';
import { counted } from '../../../kit/text.ts';
import type { GrantView } from '../../../protocol/delegation-views.ts';
import { useApi } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Refused } from '../runs/refused.tsx';
import { useAct } from '../runs/use-act.ts';

interface RemoveFolderProps {
  readonly root: Root;
  readonly grants: readonly GrantView[];
  readonly close: () => void;
  readonly again: () => void;
}

export function RemoveFolder({ root, grants, close, again }: RemoveFolderProps) {
  const api = useApi();
  const { busy, refusal, run } = useAct();
  const live = grants.filter((grant) => grant.live && grant.rootId === root.id).length;
  const remove = async () => {
    const done = await run(() => api.call('remove_root', { rootId: root.id }));
    again();
    if (done) close();
  };
  return (
    <Dialog
      title={
        <>
          Take back <PlainText>{root.label}</PlainText>?
        </>
      }
      onClose={close}
      foot={
        <>
          <Button onAct={close}>Keep it</Button>
          <Button kind="danger" busy={busy} onAct={() => void remove()}>
            Take it back
          </Button>
        </>
      }
    >
      <p>
        No run starts there any more, and{' '}
        {live === 0 ? 'no grant is touched' : `${counted(live, 'live grant')} of it will be revoked`}. Runs that are on
        go on. Nothing on the disk is deleted.
      </p>
      <Refused refusal={refusal} what="It was not taken back." />
    </Dialog>
  );
}
