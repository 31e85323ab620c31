import { compareInstants } from '../../../kit/compare.ts';
import type { AccessView } from '../../../protocol/views.ts';
import { workspaceFromDesk } from '../../data/from-desk.ts';
import { useLive } from '../../data/use-live.ts';

/** Right after pairing, the workspace page of this browser is still shut out: what is left to do, and the way there. */
export function PageLeft({ access }: { readonly access: AccessView }) {
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  if (isLetIn(access)) return null;
  return (
    <section className="section" aria-labelledby="page-left">
      <h2 id="page-left">One step is left: let the workspace page in</h2>
      <p className="quiet">
        This desk is paired. The board in this browser has a key of its own, which can approve nothing: open it and
        press “Go to the desk and confirm”.
      </p>
      <div className="buttons">
        <a className="button button-main" href={workspaceFromDesk(workspaceUrl)}>
          Open the workspace
        </a>
      </div>
    </section>
  );
}

/** No page says which browser it is in, but one that came after this desk is most likely its own. */
function isLetIn({ keys }: AccessView): boolean {
  const own = keys.find(({ current }) => current);
  if (!own) return true;
  return keys.some(
    ({ origin, personId, createdAt, revokedAt }) =>
      origin === 'workspace' &&
      personId === own.personId &&
      revokedAt === null &&
      compareInstants(createdAt, own.createdAt) >= 0,
  );
}
