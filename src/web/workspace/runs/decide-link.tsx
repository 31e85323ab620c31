import { useLive } from '../../data/use-live.ts';
import { runPath } from '../../runs/links.tsx';

/** Here runs are read; whatever decides is at the desk. */
export function DecideLink({ runId }: { readonly runId: string }) {
  const deskUrl = useLive((state) => state.deskUrl);
  return (
    <a className="button" href={`${deskUrl}${runPath(runId)}`}>
      Decide at the desk
    </a>
  );
}
