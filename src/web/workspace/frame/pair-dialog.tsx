import type { Hello } from '../../../protocol/views.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { PairingSteps } from '../unpaired.tsx';

export function PairDialog({ hello, onClose }: { readonly hello: Hello; readonly onClose: () => void }) {
  return (
    <Dialog title="Pair this browser" onClose={onClose}>
      <PairingSteps hello={hello} pageKey={null} />
    </Dialog>
  );
}
