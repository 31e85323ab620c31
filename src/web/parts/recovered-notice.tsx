import { Banner } from './places.tsx';
import { Time } from './time.tsx';

/** For a browser that is not paired, in either document. It may come long after others were paired again. */
export function RecoveredNotice({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <aside aria-label="Workspace notices">
      <Banner tone="warn">
        This workspace was recovered <Time at={at} />: a browser that was paired before has to be paired again.
      </Banner>
    </aside>
  );
}
